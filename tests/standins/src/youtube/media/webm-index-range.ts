import { open } from 'node:fs/promises'
import type { IndexRanges } from './mp4-index-range.ts'

const SEGMENT_ID = 0x18538067
const CUES_ID = 0x1c53bb6b
const CLUSTER_ID = 0x1f43b675
const HEAD_BYTES = 64 * 1024

interface Element {
  id: number
  /** Where its content begins. */
  contentStart: number
  /** Where the next element begins. */
  end: number
}

/** Finds the cues of a WebM file that has them before its clusters, as YouTube's do; null otherwise. */
export async function findWebmIndexRanges(path: string): Promise<IndexRanges | null> {
  const head = await readHead(path)
  let position = 0
  while (position < head.length) {
    const element = readElement(head, position)
    if (element === null || element.id === CLUSTER_ID) return null
    if (element.id === CUES_ID) {
      return { init: { start: 0, end: position - 1 }, index: { start: position, end: element.end - 1 } }
    }
    // The segment holds everything else: step into it, over all the others.
    position = element.id === SEGMENT_ID ? element.contentStart : element.end
  }
  return null
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function readElement(bytes: Buffer, start: number): Element | null {
  const id = readVariableInteger(bytes, start, { keepMarker: true })
  const size = id && readVariableInteger(bytes, start + id.byteLength, { keepMarker: false })
  if (!id || !size) return null
  const contentStart = start + id.byteLength + size.byteLength
  return { id: id.value, contentStart, end: contentStart + size.value }
}

/** EBML's integers say by their leading zero bits how long they are; in an id that marker is part of the value. */
function readVariableInteger(
  bytes: Buffer,
  start: number,
  options: { keepMarker: boolean },
): { value: number; byteLength: number } | null {
  const first = bytes[start]
  if (first === undefined || first === 0) return null
  const byteLength = Math.clz32(first) - 23
  if (start + byteLength > bytes.length) return null
  let value = options.keepMarker ? first : first & ((1 << (8 - byteLength)) - 1)
  for (let index = 1; index < byteLength; index += 1) value = value * 256 + bytes[start + index]!
  return { value, byteLength }
}
