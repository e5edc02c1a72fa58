import { throwIfCancelled } from '../../api/cutter-error.ts'
import { MAX_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import { BlockCache } from '../../io/block-cache.ts'
import { type PartReader, ReaderWithin, type ReadOptions } from '../../io/part-reader.ts'
import { MAX_LINKS, openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openWebmFile } from './open-webm.ts'
import { readSegmentBounds } from './webm-layout.ts'

/** Id of the EBML element with which a file begins. */
const FILE_START = Buffer.from('1a45dfa3', 'hex')
/** Bytes that each step of the search for file starts reads. */
const SCAN_STEP_BYTES = 1024 * 1024

/** Opens a Matroska or WebM file, or several that are joined end to end; null if the file is neither. */
export async function openWebm(
  file: PartReader,
  blocks: BlockCache,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  const starts = await fileStarts(blocks, options)
  if (starts.length < 2) return openWebmFile(file, blocks, wantedTracks, options)
  const links = starts.map((start, index) => ({ start, end: starts[index + 1] ?? file.sizeBytes }))
  return openChained(links, options, async ({ start, end }, reading) => {
    const linkReader = new ReaderWithin(file, start, end)
    return (await openWebmFile(linkReader, new BlockCache(linkReader), wantedTracks, reading))!
  })
}

async function fileStarts(blocks: BlockCache, options: ReadOptions): Promise<number[]> {
  const starts: number[] = []
  for (let start: number | null = 0; start !== null && starts.length <= MAX_LINKS; ) {
    const segment = await readSegmentBounds(blocks, start, options)
    if (!segment) break
    starts.push(start)
    if (segment.end !== Infinity) start = segment.end < blocks.sizeBytes ? segment.end : null
    else start = await nextFileStart(blocks, segment.bodyStart, options)
  }
  return starts
}

/** Offset of the next file after a segment of unknown size; null if there is none. Large files are not searched. */
async function nextFileStart(blocks: BlockCache, from: number, options: ReadOptions): Promise<number | null> {
  if (blocks.sizeBytes > MAX_BYTES_READ_WHOLE) return null
  for (let start = from; start < blocks.sizeBytes; start += SCAN_STEP_BYTES) {
    throwIfCancelled(options.signal)
    const end = Math.min(blocks.sizeBytes, start + SCAN_STEP_BYTES + FILE_START.length - 1)
    const bytes = Buffer.from(await blocks.read(start, end, options))
    for (let at = bytes.indexOf(FILE_START); at >= 0; at = bytes.indexOf(FILE_START, at + 1)) {
      if (await readSegmentBounds(blocks, start + at, options)) return start + at
    }
  }
  return null
}
