import { brokenMedia, CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedPart } from './opened-part.ts'
import { CachedRecordings, partStartingAt } from './recordings.ts'

/** Maximum number of streams in one file. A week of web radio has fewer titles. */
export const MAX_LINKS = 4096

/** Byte range of one file inside another. */
export interface FileLink {
  start: number
  end: number
}

/**
 * Opens several files that follow each other in one file. Each is a recording with its own clock and form. The last
 * file may be cut off so early that it is unreadable. `isCutOff` says that it is known to be cut off.
 * @throws CutterError unsupported_media for too many files, broken_media if no file is readable
 */
export async function openChained(
  links: readonly FileLink[],
  options: ReadOptions,
  openLink: (link: FileLink, options: ReadOptions) => Promise<OpenedPart>,
  { isCutOff = false }: { isCutOff?: boolean } = {},
): Promise<OpenedPart> {
  if (links.length > MAX_LINKS) throw unsupportedMedia(`The file consists of ${links.length} streams.`)
  const openedLinks: { part: OpenedPart; startTime: number; endTime: number }[] = []
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
    openedLinks.push({ part, startTime, endTime })
  }
  const [longest] = openedLinks.toSorted((a, b) => b.part.durationSeconds - a.part.durationSeconds)
  if (!longest) throw brokenMedia('There is no whole stream in the file.')
  const openIndex = (index: number, reading: ReadOptions) => openLink(links[index]!, reading)
  // The spans do not reference the opened parts, so that the parts do not stay in memory.
  const spans = openedLinks.map((link) => ({ startTime: link.startTime, endTime: link.endTime }))
  const recordings = openedLinks.length > 1 ? new CachedRecordings(spans, openIndex) : null
  const { breaksOffSeconds: _, ...part } = partStartingAt(longest.part, longest.startTime)
  breaksOff ||= openedLinks.at(-1)!.part.breaksOffSeconds !== undefined
  return {
    ...part,
    durationSeconds: endTime,
    ...(breaksOff && { breaksOffSeconds: endTime }),
    ...(recordings && { recordings, mainRecording: openedLinks.indexOf(longest) }),
  }
}

/** Whether an error says that a file is damaged or unfinished. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof CutterError && ['broken_media', 'unfinished_media'].includes(error.code)
}
