import { CutterError } from '../../api/cutter-error.ts'
import type { TextTrackFacts } from '../../api/media-facts.ts'
import { MAX_CAPTION_BYTES, MAX_CUES, type SubtitleCue } from '../../api/subtitles.ts'
import type { TimeRange } from '../../api/time-range.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { packetFetcher } from './packet-fetcher.ts'
import { MAX_CUE_LENGTH, plainLines } from './plain-text.ts'

/** A text track of a file. Its cues are read on demand. */
export interface OpenedText {
  facts: TextTrackFacts
  /** Reads the cues in order, on the part's timeline. */
  read(options: ReadOptions): Promise<SubtitleCue[]>
}

/**
 * Maximum number of requests for a text track. Text is stored between frames: a film has about two thousand separate
 * text samples.
 */
const MAX_REQUESTS = 6000
const MAX_BRIDGE_BYTES = 64 * 1024
/** Timestamps are rounded to microseconds. */
const TIME_STEPS_A_SECOND = 1_000_000

/**
 * Converts cues to plain text on a part's timeline, in order. Cues that end before the timeline begins are removed.
 * @param originSeconds the file's timestamp at which the timeline begins
 * @throws CutterError unsupported_media if their text is too long
 */
export function shownCues(cues: Iterable<SubtitleCue>, originSeconds: number): SubtitleCue[] {
  const plainCues: SubtitleCue[] = []
  let length = 0
  for (const cue of cues) {
    const { startTime, endTime } = movedRange(cue, originSeconds)
    const text = plainLines(cue.text, MAX_CUE_LENGTH)
    if (!(endTime > startTime) || text === '') continue
    length += text.length
    if (length > MAX_CAPTION_BYTES) throw textTooLargeError()
    plainCues.push({ startTime, endTime, text })
  }
  return plainCues.sort((a, b) => a.startTime - b.startTime).slice(0, MAX_CUES)
}

/** Moves a range to an earlier time, by `bySeconds`. Timestamps below zero become zero. */
export function movedRange({ startTime, endTime }: TimeRange, bySeconds: number): TimeRange {
  const moveSeconds = (seconds: number) =>
    Math.max(0, Math.round((seconds - bySeconds) * TIME_STEPS_A_SECOND) / TIME_STEPS_A_SECOND)
  return { startTime: moveSeconds(startTime), endTime: moveSeconds(endTime) }
}

export function movedText({ facts, read }: OpenedText, bySeconds: number): OpenedText {
  return { facts, read: async (options) => shownCues(await read(options), bySeconds) }
}

export interface ByteSpan {
  offset: number
  sizeBytes: number
}

/**
 * Reads many small byte ranges of a file. Ranges near each other share a request.
 * @throws CutterError unsupported_media if they need too many requests or bytes
 */
export async function readByteSpans(
  reader: PartReader,
  spans: readonly ByteSpan[],
  options: ReadOptions,
  maxRequests = MAX_REQUESTS,
): Promise<Buffer[]> {
  const neededBytes = spans.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (neededBytes > MAX_CAPTION_BYTES) throw textTooLargeError()
  const columns = {
    offsets: Float64Array.from(spans, ({ offset }) => offset),
    sizes: Float64Array.from(spans, ({ sizeBytes }) => sizeBytes),
  }
  const bridging = { spareBytes: MAX_CAPTION_BYTES - neededBytes, maxBridgeBytes: MAX_BRIDGE_BYTES }
  const fetcher = packetFetcher(reader, columns, options, undefined, bridging)
  if (fetcher.requests > maxRequests) throw textTooLargeError()
  const buffers: Buffer[] = []
  for (const span of spans) {
    const { buffer, byteOffset, byteLength } = await fetcher.take(span)
    buffers.push(Buffer.from(buffer, byteOffset, byteLength))
  }
  return buffers
}

export function textTooLargeError(): CutterError {
  return new CutterError('unsupported_media', `The text track cannot be read within ${MAX_CAPTION_BYTES} bytes.`)
}
