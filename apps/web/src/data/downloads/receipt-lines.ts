import type { Download, Receipt } from '@kerf/contract/download'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { clipReceiptWords as words } from '#messages/clips/receipt.ts'
import { LOCALE } from '../formatting/interface-locale.ts'
import { withDecimals, withMinus } from '../formatting/numbers.ts'
import { roughSize, sizeLimit } from '../formatting/size.ts'
import type { Fit } from '../ranges/fit.ts'

interface ReceiptLine {
  term: string
  value: string
  /** The frames of the bar that the line counts. */
  frames?: 'original' | 'rebuilt' | undefined
}

/** What the clip is, how exact it is, and what it took. */
export interface ReceiptPart {
  title: string
  lines: ReceiptLine[]
}

/** A receipt as text. What a clip does not have is left out, such as the frames of audio alone. */
export function receiptParts(receipt: Receipt, locale: string = LOCALE): ReceiptPart[] {
  const number = new Intl.NumberFormat(locale)
  const hasFrames = receipt.frames > 0
  const frames = (amount: number): string | null => (hasFrames ? number.format(amount) : null)
  // A still is re-encoded without loss: to count it would say the opposite.
  const made = receipt.way === 'still' ? () => null : frames
  const parts = [
    part(words.clip, [
      [words.frames, frames(receipt.frames)],
      [words.firstFrame, timeOf(receipt.firstFrameSeconds)],
      [words.lastFrame, receipt.way === 'still' ? null : timeOf(receipt.lastFrameSeconds)],
      [words.length, receipt.way === 'still' ? null : timeOf(receipt.durationSeconds)],
      [words.size, receipt.size ? words.pixels(String(receipt.size.width), String(receipt.size.height)) : null],
      [words.loudness, receipt.loudness ? levelled(receipt.loudness, locale) : null],
      [words.audioTrack, receipt.audioTrack ?? null],
      [words.subtitles, receipt.subtitles ? words.subtitlesIn[receipt.subtitles.as](receipt.subtitles.label) : null],
      [words.cues, receipt.subtitles ? number.format(receipt.subtitles.cues) : null],
      [words.chapters, receipt.chapters ? number.format(receipt.chapters) : null],
      [words.leftOut, receipt.leftOut?.map((left) => words.leftOutThings[left]).join(', ') ?? null],
    ]),
    part(words.exactness, [
      [words.copied, made(receipt.framesCopied), 'original'],
      [words.encoded, made(receipt.framesReencoded), 'rebuilt'],
      [words.audio, receipt.soundOffsetMilliseconds === null ? null : offset(receipt.soundOffsetMilliseconds, locale)],
    ]),
    part(words.effort, [
      [words.fetched, roughSize(receipt.bytesFetched, locale)],
      [words.took, `${withDecimals(receipt.wallMilliseconds / 1000, 1, locale)} s`],
    ]),
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

/** What was done to the frames of a clip, in a sentence. */
export function whatWasDone(
  receipt: Receipt,
  { format, crop, maxBytes, fade }: Pick<Download, 'format' | keyof Fit>,
): string {
  const { way, subtitles, isAudioCopied } = receipt
  if (isAudioCopied) return words.audioCopied
  if (way !== 'transcoded') return words.ways[way]
  if (format === 'original') return words.originalReencoded
  const reasons = [
    crop === undefined ? null : words.reasons.crop,
    fade?.video === undefined ? null : words.reasons.fade,
    subtitles?.as === 'burned' ? words.reasons.burned : null,
    maxBytes === undefined ? null : words.reasons.size(sizeLimit(maxBytes)),
  ].filter((reason) => reason !== null)
  return reasons.length === 0 ? words.ways.transcoded : words.reencodedFor(reasons.join(', '))
}

/** Where the media of a clip is not as expected, in sentences. */
export function noteSentences({ notes = [] }: Receipt): string[] {
  return notes.map(({ kind, seconds }) => words.notes[kind](formatTimecode(seconds, 3)))
}

type Entry = readonly [term: string, value: string | null, frames?: ReceiptLine['frames']]

function part(title: string, entries: readonly Entry[]): ReceiptPart {
  const lines = entries.flatMap(([term, value, frames]) => (value === null ? [] : [{ term, value, frames }]))
  return { title, lines }
}

const timeOf = (seconds: number | null): string | null => (seconds === null ? null : formatTimecode(seconds, 3))

const levelled = ({ before, after }: NonNullable<Receipt['loudness']>, locale: string): string =>
  words.levelled(withMinus(withDecimals(before, 1, locale)), withMinus(withDecimals(after, 1, locale)))

/** Without a minus before nothing. */
const offset = (milliseconds: number, locale: string): string =>
  `${withDecimals(Math.round(milliseconds * 10) / 10 + 0, 1, locale)} ms`
