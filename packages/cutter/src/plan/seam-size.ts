import type { PacketList } from '../demux/common/packet-list.ts'
import type { Reencode } from './splice-plan.ts'

/** Of key pictures with so many bits for a pixel, what is encoded anew takes as much as it did. */
const USUAL_BITS_PER_PIXEL = 0.65
const POWER = 0.75
const LEAST_SHARE = 0.85
const MOST_SHARE = 1.6

/**
 * What the pictures at a seam are to take: as much as in the source, and a key picture before them. The fewer bits its key
 * pictures have, the better the source's own encoder has used them, and the more does one in a hurry need. Whoever tells
 * people how large a clip becomes reckons the same.
 * @param source keyBytes: of the picture standing by itself that they lean on; ownBytes: of them
 */
export function seamBytes(source: { keyBytes: number; ownBytes: number; pixels: number }): number {
  const { keyBytes, ownBytes, pixels } = source
  const bitsPerPixel = (keyBytes * 8) / Math.max(1, pixels)
  const share = (USUAL_BITS_PER_PIXEL / Math.max(1e-6, bitsPerPixel)) ** POWER
  return Math.min(MOST_SHARE, Math.max(LEAST_SHARE, share)) * (keyBytes + ownBytes)
}

/** What the pictures of a piece are to take by that rule. */
export function bytesAtSeam(packets: PacketList, piece: Reencode, size: { width: number; height: number }): number {
  const { decodeFrom, decodeTo, fromTick, toTick } = piece
  const shown = packets.slice(decodeFrom, decodeTo).filter(({ pts }) => pts >= fromTick && pts < toTick)
  const keyBytes = packets.at(decodeFrom)?.sizeBytes ?? 0
  return seamBytes({ keyBytes, ownBytes: shown.totalBytes, pixels: size.width * size.height })
}

/** What was told may be by the parts of another rendition: so far the seams make up for it. */
const SCALES = { least: 0.6, most: 1.7 } as const

/** How many times their rule the seams take, so that they come to what was told. */
export function seamScale(toldBytes: number, ruleBytes: number): number {
  return ruleBytes > 0 ? Math.min(SCALES.most, Math.max(SCALES.least, toldBytes / ruleBytes)) : 1
}
