import type { Download, Receipt } from '@kerf/contract/download'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { clipReceiptWords as words } from '#messages/clips/receipt.ts'
import { LOCALE } from '../formatting/interface-locale.ts'
import { withDecimals, withMinusSign } from '../formatting/numbers.ts'
import { roughSize, sizeLimit } from '../formatting/size.ts'
import type { Fit } from '../ranges/fit.ts'

interface ReceiptLine {
  term: string
  value: string
  /** Frames in the bar that the line counts. */
  frames?: 'original' | 'rebuilt' | undefined
}

/** One part of a receipt: the clip itself, its accuracy or its processing. */
export interface ReceiptPart {
  title: string
  lines: ReceiptLine[]
}

/** Receipt as text. Lines that do not apply are left out, such as the frames of a clip without video. */
export function receiptParts(receipt: Receipt, locale: string = LOCALE): ReceiptPart[] {
  const numberFormat = new Intl.NumberFormat(locale)
  const hasFrames = receipt.frames > 0
  const frameCount = (amount: number): string | null => (hasFrames ? numberFormat.format(amount) : null)
  // A still is re-encoded without loss, so a count of re-encoded frames would mislead.
  const encodedFrameCount = receipt.way === 'still' ? () => null : frameCount
  const parts = [
    toPart(words.clip, [
      [words.frames, frameCount(receipt.frames)],
      [words.firstFrame, formatFrameTime(receipt.firstFrameSeconds)],
      [words.lastFrame, receipt.way === 'still' ? null : formatFrameTime(receipt.lastFrameSeconds)],
      [words.length, receipt.way === 'still' ? null : formatFrameTime(receipt.durationSeconds)],
      [words.size, receipt.size ? words.pixels(String(receipt.size.width), String(receipt.size.height)) : null],
      [words.loudness, receipt.loudness ? describeLoudness(receipt.loudness, locale) : null],
      [words.audioTrack, receipt.audioTrack ?? null],
      [words.subtitles, receipt.subtitles ? words.subtitlesIn[receipt.subtitles.as](receipt.subtitles.label) : null],
      [words.cues, receipt.subtitles ? numberFormat.format(receipt.subtitles.cues) : null],
      [words.chapters, receipt.chapters ? numberFormat.format(receipt.chapters) : null],
      [words.leftOut, receipt.leftOut?.map((kind) => words.leftOutThings[kind]).join(', ') ?? null],
    ]),
    toPart(words.exactness, [
      [words.copied, encodedFrameCount(receipt.framesCopied), 'original'],
      [words.encoded, encodedFrameCount(receipt.framesReencoded), 'rebuilt'],
      [
        words.audio,
        receipt.soundOffsetMilliseconds === null ? null : formatAudioOffset(receipt.soundOffsetMilliseconds, locale),
      ],
    ]),
    toPart(words.effort, [
      [words.fetched, roughSize(receipt.bytesFetched, locale)],
      [words.took, `${withDecimals(receipt.wallMilliseconds / 1000, 1, locale)} s`],
    ]),
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

/** Sentence about what was done to the frames of a clip. */
export function processingSentence(
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

/** Sentences about times at which the media of a clip is not as expected. */
export function noteSentences({ notes = [] }: Receipt): string[] {
  return notes.map(({ kind, seconds }) => words.notes[kind](formatTimecode(seconds, 3)))
}

type ReceiptEntry = readonly [term: string, value: string | null, frames?: ReceiptLine['frames']]

function toPart(title: string, entries: readonly ReceiptEntry[]): ReceiptPart {
  const lines = entries.flatMap(([term, value, frames]) => (value === null ? [] : [{ term, value, frames }]))
  return { title, lines }
}

const formatFrameTime = (seconds: number | null): string | null =>
  seconds === null ? null : formatTimecode(seconds, 3)

const describeLoudness = ({ before, after }: NonNullable<Receipt['loudness']>, locale: string): string =>
  words.levelled(withMinusSign(withDecimals(before, 1, locale)), withMinusSign(withDecimals(after, 1, locale)))

/** Offset of the audio as text. Adding 0 turns -0 into 0, which has no minus sign. */
const formatAudioOffset = (milliseconds: number, locale: string): string =>
  `${withDecimals(Math.round(milliseconds * 10) / 10 + 0, 1, locale)} ms`
