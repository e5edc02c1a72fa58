import type { TimeRange } from '../ranges/time-range.ts'
import { formatTimecode } from '../ranges/timecode.ts'
import { type Room, shortened } from '../text/shortened.ts'
import { type SizedClip, sizePart } from './file-name.ts'
import { QUALITIES } from './quality.ts'

/** What every file manager shows in one line. */
const MAX_CHARACTERS = 100
/** No file system takes more than 255 in a name, and some a good deal fewer than that. */
const MAX_BYTES = 200

/**
 * What a clip is called inside the zip of its batch: `01_title-of-video_0-10.0-0-12.5_720p.mp4`. Letters and digits of every
 * script stay; all else is a hyphen, so that it can be unpacked anywhere and leads nowhere else. The number in front, counted
 * from 1, makes it the only one of its name and keeps the order.
 */
export function batchEntryName(clip: SizedClip & { number: number; title: string; range: TimeRange }): string {
  const { startTime, endTime } = clip.range
  const head = `${String(clip.number).padStart(2, '0')}_`
  const tail = `_${timeInName(startTime)}-${timeInName(endTime)}_${sizePart(clip)}.${QUALITIES[clip.quality].format}`
  const room = { characters: MAX_CHARACTERS - head.length - tail.length, bytes: MAX_BYTES - head.length - tail.length }
  return head + titleInName(clip.title, room) + tail
}

/** The same without what all clips of a list have in common: `01_title-of-video.mp4`. */
export function listEntryName({ number, title, ending }: { number: number; title: string; ending: string }): string {
  const head = `${String(number).padStart(2, '0')}_`
  const taken = head.length + ending.length + 1
  return `${head}${titleInName(title, { characters: MAX_CHARACTERS - taken, bytes: MAX_BYTES - taken })}.${ending}`
}

/** `0-10.0`, `1-02-03.25`: a colon cannot stand in a name everywhere. */
function timeInName(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const decimals = [1, 2].find((digits) => milliseconds % 10 ** (3 - digits) === 0) ?? 3
  return formatTimecode(seconds, decimals).replaceAll(':', '-')
}

function titleInName(title: string, room: Room): string {
  const words = title
    .normalize('NFC')
    // What is not seen, or turns the reading direction of what follows.
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Me}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    // A combining mark without a letter would attach to the character before it.
    .replace(/(^|-)\p{M}+/gu, '$1')
    .replace(/^-+|-+$/g, '')
  return shortened(words, room).replace(/-+$/, '') || 'video'
}
