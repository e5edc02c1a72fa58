import { jsonIn } from '@kerf/domain/text/json-in'

/** Answers of yt-dlp and of sites nest about ten levels deep and hold a few thousand values. */
const MAX_DEPTH = 64
const MAX_VALUES = 1_000_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/**
 * Parses JSON. Returns null if the text is invalid, nests too deeply or holds too many values: nested brackets take 30
 * times their length in memory.
 */
export function parseBoundedJson(bytes: Buffer): unknown {
  return isWithinBounds(bytes) ? jsonIn(bytes.toString('utf8')) : null
}

function isWithinBounds(bytes: Buffer): boolean {
  let depth = 0
  let values = 0
  for (let offset = 0; offset < bytes.length; offset++) {
    const byte = bytes[offset]
    if (byte === QUOTE) {
      offset = endOfString(bytes, offset + 1)
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      values += 1
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1
    } else if (byte === COMMA) {
      values += 1
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false
  }
  return true
}

function endOfString(bytes: Buffer, from: number): number {
  let offset = bytes.indexOf(QUOTE, from)
  while (offset > 0 && isEscaped(bytes, offset, from)) offset = bytes.indexOf(QUOTE, offset + 1)
  return offset < 0 ? bytes.length : offset
}

/** A quote is escaped if an odd number of backslashes precedes it. */
function isEscaped(bytes: Buffer, offset: number, from: number): boolean {
  let first = offset
  while (first > from && bytes[first - 1] === BACKSLASH) first -= 1
  return (offset - first) % 2 === 1
}
