import type { TimeRange } from '../ranges/time-range.ts'
import { formatTimecode } from '../ranges/timecode.ts'
import { type LengthLimit, shorten } from '../text/shortened.ts'
import { type SizedClip, sizePart } from './file-name.ts'
import { QUALITIES } from './quality.ts'

/** Maximum length of a name, in characters: every file manager shows this many in one line. */
const MAX_CHARACTERS = 100
/** Maximum length of a name, in bytes. File systems allow up to 255, some fewer. */
const MAX_BYTES = 200

/**
 * Name of a clip inside the zip of its batch: `01_title-of-video_0-10.0-0-12.5_720p.mp4`. Letters and digits of every
 * script stay, everything else becomes a hyphen, so the name is safe on every system. The number counts from 1; it
 * makes the name unique and keeps the order.
 */
export function batchEntryName(clip: SizedClip & { number: number; title: string; range: TimeRange }): string {
  const { startTime, endTime } = clip.range
  const head = `${String(clip.number).padStart(2, '0')}_`
  const tail = `_${timeInName(startTime)}-${timeInName(endTime)}_${sizePart(clip)}.${QUALITIES[clip.quality].format}`
  const limit = { characters: MAX_CHARACTERS - head.length - tail.length, bytes: MAX_BYTES - head.length - tail.length }
  return head + titleInName(clip.title, limit) + tail
}

/** Name of a list's entry, without range and quality, which all entries share: `01_title-of-video.mp4`. */
export function listEntryName({ number, title, ending }: { number: number; title: string; ending: string }): string {
  const head = `${String(number).padStart(2, '0')}_`
  const fixedLength = head.length + ending.length + 1
  return `${head}${titleInName(title, { characters: MAX_CHARACTERS - fixedLength, bytes: MAX_BYTES - fixedLength })}.${ending}`
}

/** Time with hyphens: `0-10.0`, `1-02-03.25`. Not every file system allows colons. */
function timeInName(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const decimals = [1, 2].find((digits) => milliseconds % 10 ** (3 - digits) === 0) ?? 3
  return formatTimecode(seconds, decimals).replaceAll(':', '-')
}

function titleInName(title: string, limit: LengthLimit): string {
  const words = title
    .normalize('NFC')
    // Invisible characters, and marks that change the reading direction.
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Me}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    // A combining mark without a letter would attach to the character before it.
    .replace(/(^|-)\p{M}+/gu, '$1')
    .replace(/^-+|-+$/g, '')
  return shorten(words, limit).replace(/-+$/, '') || 'video'
}
