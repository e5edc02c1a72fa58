import { createDecipheriv } from 'node:crypto'
import { CutterError } from '../../cutter-error.ts'
import type { HeldPart } from './held-parts.ts'

const BLOCK_BYTES = 16

/** A whole segment (AES-128, CBC); its end tells whether the key was the right one. */
export function decryptWhole(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-128-cbc', key, iv)
  try {
    return Buffer.concat([decipher.update(bytes), decipher.final()])
  } catch (error) {
    throw new CutterError('broken_media', 'A segment cannot be decrypted with its key.', { cause: error })
  }
}

/**
 * A part of a segment that begins and ends with a block, or with the segment. The first block of one that begins later only
 * serves to decrypt the next.
 */
export function decryptPart(
  { bytes, start, sizeBytes }: { bytes: Uint8Array; start: number; sizeBytes: number },
  key: { bytes: Uint8Array; iv: Uint8Array },
): HeldPart {
  const isEnd = start + bytes.length === sizeBytes
  if (start % BLOCK_BYTES !== 0 || sizeBytes % BLOCK_BYTES !== 0) {
    throw new CutterError('broken_media', 'An encrypted segment does not end with a block.')
  }
  const whole = bytes.subarray(0, bytes.length - (bytes.length % BLOCK_BYTES))
  const vector = start === 0 ? key.iv : whole.subarray(0, BLOCK_BYTES)
  const body = start === 0 ? whole : whole.subarray(BLOCK_BYTES)
  const from = start === 0 ? 0 : start + BLOCK_BYTES
  if (isEnd) {
    const clear = decryptWhole(body, key.bytes, vector)
    return { from, bytes: clear, sizeBytes: from + clear.length }
  }
  const decipher = createDecipheriv('aes-128-cbc', key.bytes, vector).setAutoPadding(false)
  return { from, bytes: Buffer.concat([decipher.update(body), decipher.final()]), sizeBytes }
}
