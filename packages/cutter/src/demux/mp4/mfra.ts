import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { boxesBetween, childBoxes } from './boxes.ts'
import type { Mp4Movie } from './movie.ts'

/** Where a fragment begins and when, as the random access table at a file's end says. */
export interface RandomAccessEntry {
  offset: number
  startTime: number
}

/** The last box of a file may be mfra, whose last four bytes are its own size. */
const LAST_WORD_BYTES = 4
const LARGEST_TABLE_BYTES = 16 * 1024 * 1024

/**
 * The random access table of a fragmented file; empty when it has none. The one of the video track counts, since
 * it names the fragments that begin with a sync sample.
 */
export async function readRandomAccessTable(
  reader: PartReader,
  movie: Mp4Movie,
  options: ReadOptions,
): Promise<RandomAccessEntry[]> {
  const end = reader.sizeBytes
  if (end < 16) return []
  const lastWord = await reader.read(end - LAST_WORD_BYTES, end, options)
  const tableBytes = lastWord.readUInt32BE(0)
  if (tableBytes < 24 || tableBytes > Math.min(end, LARGEST_TABLE_BYTES)) return []
  const bytes = await reader.read(end - tableBytes, end, options)
  if (bytes.readUInt32BE(0) !== tableBytes || bytes.toString('latin1', 4, 8) !== 'mfra') return []
  return parseRandomAccessTable(bytes, movie)
}

export function parseRandomAccessTable(mfra: Buffer, movie: Mp4Movie): RandomAccessEntry[] {
  const wanted = movie.tracks.find((track) => track.kind === 'video') ?? movie.tracks[0]
  const root = boxesBetween(mfra, 0, mfra.length).next().value
  if (!root || !wanted) return []
  for (const table of childBoxes(mfra, root)) {
    if (table.type === 'tfra' && mfra.readUInt32BE(table.bodyStart + 4) === wanted.id) {
      const isLong = mfra[table.bodyStart] === 1
      const lengths = mfra.readUInt32BE(table.bodyStart + 8)
      // Track fragment, track run and sample numbers follow each entry, each one to four bytes long.
      const numbersBytes = ((lengths >> 4) & 3) + ((lengths >> 2) & 3) + (lengths & 3) + 3
      const rowBytes = (isLong ? 16 : 8) + numbersBytes
      const rowsStart = table.bodyStart + 16
      const claimed = mfra.readUInt32BE(table.bodyStart + 12)
      const count = Math.min(claimed, Math.floor((table.end - rowsStart) / rowBytes))
      const entries: RandomAccessEntry[] = []
      for (let at = rowsStart; at < rowsStart + count * rowBytes; at += rowBytes) {
        const time = isLong ? Number(mfra.readBigUInt64BE(at)) : mfra.readUInt32BE(at)
        const offset = isLong ? Number(mfra.readBigUInt64BE(at + 8)) : mfra.readUInt32BE(at + 4)
        if (offset > (entries.at(-1)?.offset ?? -1)) entries.push({ offset, startTime: time / wanted.timescale })
      }
      return entries
    }
  }
  return []
}
