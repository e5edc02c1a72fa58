import { brokenMedia, CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedPart } from './opened-part.ts'
import { CachedRecordings, placedAt } from './recordings.ts'

/** A week of web radio has fewer titles. */
export const MOST_LINKS = 4096

/** Where in a file another one is. */
export interface FileLink {
  start: number
  end: number
}

/**
 * Opens files that lie in one file, one behind the other: each is a recording with a clock, and a form, of its own. The last one
 * may break off before it can be read.
 * @param how `isCutOff`: the last one is known to end in the middle
 */
export async function openChained(
  links: readonly FileLink[],
  options: ReadOptions,
  openLink: (link: FileLink, options: ReadOptions) => Promise<OpenedPart>,
  { isCutOff = false }: { isCutOff?: boolean } = {},
): Promise<OpenedPart> {
  if (links.length > MOST_LINKS) throw unsupportedMedia(`The file consists of ${links.length} streams.`)
  const opened: { part: OpenedPart; startTime: number; endTime: number }[] = []
  let endTime = 0
  let breaksOff = isCutOff
  for (const [index, link] of links.entries()) {
    const isLast = index > 0 && index === links.length - 1
    const part = await openLink(link, options).catch((error: unknown) => {
      if (!isLast || (error instanceof CutterError && !isUnreadable(error))) throw error
      breaksOff = true
      return null
    })
    if (!part || (isLast && !(part.durationSeconds > 0))) break
    const startTime = endTime
    endTime += part.durationSeconds
    opened.push({ part, startTime, endTime })
  }
  const [longest] = opened.toSorted((one, other) => other.part.durationSeconds - one.part.durationSeconds)
  if (!longest) throw brokenMedia('There is no whole stream in the file.')
  const openIndex = (index: number, reading: ReadOptions) => openLink(links[index]!, reading)
  const recordings = opened.length > 1 ? new CachedRecordings(opened, openIndex) : null
  const { breaksOffSeconds: _, ...part } = placedAt(longest.part, longest.startTime)
  breaksOff ||= opened.at(-1)!.part.breaksOffSeconds !== undefined
  return {
    ...part,
    durationSeconds: endTime,
    ...(breaksOff && { breaksOffSeconds: endTime }),
    ...(recordings && { recordings, mainRecording: opened.indexOf(longest) }),
  }
}

/** Whether a file was refused as damaged, or as never finished. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof CutterError && ['broken_media', 'unfinished_media'].includes(error.code)
}
