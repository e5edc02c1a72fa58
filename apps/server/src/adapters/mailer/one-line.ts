import { beginningOf } from '@kerf/domain/text/plain-text'

/**
 * What ends a line, or pretends to, in any reader's eyes: control characters with NUL, CR and LF, and Unicode's own line
 * ends. And what turns the direction of writing, by which a name could look like somebody else's.
 */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const MAX_LENGTH = 300

/** A text that can stand in a header: one line, whatever was typed. */
export function oneLine(text: string): string {
  return beginningOf(text.toWellFormed().replace(NOT_IN_A_LINE, ' ').replace(/\s+/g, ' ').trim(), MAX_LENGTH)
}

/** One plain address and nothing around it: no list, no group, no comment, no quoted local part. */
const PLAIN_ADDRESS =
  /^[^\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}"(),:;<>@[\\\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]{0,251}[\p{L}\p{N}\p{M}])?$/u

export function isPlainAddress(address: string): boolean {
  return PLAIN_ADDRESS.test(address) && !address.includes('..')
}
