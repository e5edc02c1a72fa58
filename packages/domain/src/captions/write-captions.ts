import type { Cue, SubtitleFileFormat } from './transcript.ts'

type WrittenCue = Pick<Cue, 'startTime' | 'endTime' | 'text'>

/** Writers of subtitle files, by format. The text is for UTF-8. */
export const writeSubtitles: Readonly<Record<SubtitleFileFormat, (cues: readonly WrittenCue[]) => string>> = {
  srt: writeSrt,
  vtt: writeVtt,
}

function writeSrt(cues: readonly WrittenCue[]): string {
  const blocks = cues.map(
    (cue, index) => `${index + 1}\n${timingOf(cue, ',')}\n${withoutArrows(withoutEmptyLines(cue))}\n`,
  )
  return blocks.join('\n')
}

function writeVtt(cues: readonly WrittenCue[]): string {
  const blocks = cues.map((cue) => `${timingOf(cue, '.')}\n${escapeVtt(withoutEmptyLines(cue))}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** The text without empty lines: an empty line would end the cue. */
const withoutEmptyLines = ({ text }: WrittenCue): string =>
  text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .join('\n')

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** SubRip has no escapes, and `-->` would look like the times of a cue. */
const withoutArrows = (text: string): string => text.replaceAll('-->', '\u2192')

function timingOf({ startTime, endTime }: WrittenCue, decimalPoint: string): string {
  const start = Math.max(0, Math.round(startTime * 1000))
  // A cue lasts at least one millisecond: players do not show empty ones.
  const end = Math.max(start + 1, Math.round(endTime * 1000))
  return `${clockTime(start, decimalPoint)} --> ${clockTime(end, decimalPoint)}`
}

function clockTime(milliseconds: number, decimalPoint: string): string {
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit) => Math.floor(milliseconds / unit))
  const twoDigits = (value: number): string => String(value).padStart(2, '0')
  const fraction = String(milliseconds % 1000).padStart(3, '0')
  return `${twoDigits(hours!)}:${twoDigits(minutes! % 60)}:${twoDigits(seconds! % 60)}${decimalPoint}${fraction}`
}
