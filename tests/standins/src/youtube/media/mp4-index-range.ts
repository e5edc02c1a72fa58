import { open } from 'node:fs/promises'

/** Inclusive byte positions, as YouTube writes them. */
export interface IndexRanges {
  /** Everything a player needs before the first fragment. */
  init: { start: number; end: number }
  /** The table of fragments. */
  index: { start: number; end: number }
}

const BOX_HEADER_BYTES = 16

/** Finds `moov` and `sidx` of a fragmented MP4 by walking its top-level boxes; null if it has no `sidx`. */
export async function findMp4IndexRanges(path: string): Promise<IndexRanges | null> {
  const file = await open(path)
  try {
    const { size: fileBytes } = await file.stat()
    const header = Buffer.alloc(BOX_HEADER_BYTES)
    let initEnd: number | null = null
    let position = 0
    while (position < fileBytes) {
      await file.read(header, 0, BOX_HEADER_BYTES, position)
      const boxBytes = readBoxBytes(header)
      const type = header.toString('latin1', 4, 8)
      const lastByte = position + boxBytes - 1
      if (type === 'moov') {
        initEnd = lastByte
      } else if (type === 'sidx' && initEnd !== null) {
        return { init: { start: 0, end: initEnd }, index: { start: position, end: lastByte } }
      } else if (type === 'moof' || type === 'mdat' || boxBytes < 8) {
        return null
      }
      position += boxBytes
    }
    return null
  } finally {
    await file.close()
  }
}

/** Size 1 means that a 64-bit size follows the type. */
function readBoxBytes(header: Buffer): number {
  const short = header.readUInt32BE(0)
  return short === 1 ? Number(header.readBigUInt64BE(8)) : short
}
