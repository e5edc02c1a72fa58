import { CutterError } from '../../api/cutter-error.ts'
import { boxesBetween, checkedRowCount } from './boxes.ts'

/** One fragment (or, hierarchically, another index) that a segment index names. */
export interface SidxReference {
  offset: number
  sizeBytes: number
  startTime: number
  endTime: number
  isIndex: boolean
  /** The index states how decoding can begin there, so its writer has looked at the order of frames. */
  isEntryKnown: boolean
}

/**
 * Parses a sidx box. Its first reference begins `firstOffset` bytes after the box's own end.
 * @param fileOffset where the box begins in the file
 */
export function parseSidx(bytes: Buffer, fileOffset: number): SidxReference[] {
  const box = boxesBetween(bytes, 0, bytes.length).next().value
  if (box?.type !== 'sidx') throw new CutterError('broken_media', 'A segment index is not where it should be.')
  const isLong = bytes[box.bodyStart] === 1
  let at = box.bodyStart + 8
  const timescale = bytes.readUInt32BE(at)
  let time = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4)
  const firstOffset = isLong ? Number(bytes.readBigUInt64BE(at + 12)) : bytes.readUInt32BE(at + 8)
  at += isLong ? 20 : 12
  const count = checkedRowCount(bytes.readUInt16BE(at + 2), box, at + 4, 12)
  at += 4
  if (timescale === 0) throw new CutterError('broken_media', 'The segment index has no time scale.')
  let offset = fileOffset + box.end + firstOffset
  const references: SidxReference[] = []
  for (let row = 0; row < count; row++, at += 12) {
    const word = bytes.readUInt32BE(at)
    const sizeBytes = word & 0x7fffffff
    const duration = bytes.readUInt32BE(at + 4)
    references.push({
      offset,
      sizeBytes,
      startTime: time / timescale,
      endTime: (time + duration) / timescale,
      isIndex: word >>> 31 === 1,
      isEntryKnown: ((bytes[at + 8]! >> 4) & 7) > 0,
    })
    offset += sizeBytes
    time += duration
  }
  return references
}
