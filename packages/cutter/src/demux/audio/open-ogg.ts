import { brokenMedia, CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import { blocksWithin, type ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { CachedRecordings } from '../common/recordings.ts'
import { openSequentialFile } from '../common/sequential-file.ts'
import { findOggLinks } from './ogg-links.ts'

/** A week of web radio has fewer titles. */
const MOST_LINKS = 4096

/**
 * Opens an Ogg file. If streams are chained in it, each is a recording with a clock, and a form, of its own. One that ends in
 * the middle of a page is read up to its last whole one.
 */
export async function openOgg(blocks: ReadableBlocks, wanted: WantedTracks, options: ReadOptions): Promise<OpenedPart> {
  const { links, isCutOff } = await findOggLinks(blocks, options)
  if (links.length > MOST_LINKS) throw unsupportedMedia(`The file consists of ${links.length} streams.`)
  const openLink = (index: number, reading: ReadOptions) => {
    const { start, end } = links[index]!
    return openSequentialFile(blocksWithin(blocks, start, end), wanted, reading)
  }
  const opened: { part: OpenedPart; startTime: number; endTime: number }[] = []
  let endTime = 0
  for (const index of links.keys()) {
    // The last one may have been begun, and have no audio yet.
    const isBegun = isCutOff && index > 0 && index === links.length - 1
    const part = await openLink(index, options).catch((error: unknown) => {
      if (!isBegun || (error instanceof CutterError && error.code !== 'broken_media')) throw error
      return null
    })
    if (!part || (isBegun && !(part.durationSeconds > 0))) break
    const startTime = endTime
    endTime += part.durationSeconds
    opened.push({ part, startTime, endTime })
  }
  const [longest] = opened.toSorted((one, other) => other.part.durationSeconds - one.part.durationSeconds)
  if (!longest) throw brokenMedia('There is no whole page in the file.')
  const recordings = opened.length > 1 ? new CachedRecordings(opened, openLink) : null
  return {
    ...longest.part,
    durationSeconds: endTime,
    ...(isCutOff && { breaksOffSeconds: endTime }),
    ...(recordings && { recordings, mainRecording: opened.indexOf(longest) }),
  }
}
