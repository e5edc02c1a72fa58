import { CutterError } from '../../api/cutter-error.ts'
import type { TextTrackFacts } from '../../api/media-facts.ts'
import { MOST_CAPTION_BYTES, MOST_CUES, type SubtitleCue } from '../../api/subtitles.ts'
import type { TimeRange } from '../../api/time-range.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { packetFetcher } from './packet-fetcher.ts'
import { LONGEST_CUE, plainLines } from './plain-text.ts'

/** A text track of a file. It is read when somebody asks for it. */
export interface OpenedText {
  facts: TextTrackFacts
  /** Its cues in order, on the part's timeline. */
  read(options: ReadOptions): Promise<SubtitleCue[]>
}

/** Text lies between frames, a few bytes every few seconds: a film has two thousand such places. */
const MOST_REQUESTS = 6000
const LARGEST_BRIDGE_BYTES = 64 * 1024
/** Microseconds: finer than any container's clock. */
const TIME_STEPS = 1_000_000

/**
 * Cues as they are shown: plain text, in order, none before the beginning.
 * @param originSeconds where the timeline begins
 * @throws CutterError unsupported_media if they are longer than any captions
 */
export function shownCues(cues: Iterable<SubtitleCue>, originSeconds: number): SubtitleCue[] {
  const shown: SubtitleCue[] = []
  let length = 0
  for (const cue of cues) {
    const { startTime, endTime } = movedRange(cue, originSeconds)
    const text = plainLines(cue.text, LONGEST_CUE)
    if (!(endTime > startTime) || text === '') continue
    length += text.length
    if (length > MOST_CAPTION_BYTES) throw tooLarge()
    shown.push({ startTime, endTime, text })
  }
  return shown.sort((a, b) => a.startTime - b.startTime).slice(0, MOST_CUES)
}

/** So much earlier, and not before zero. */
export function movedRange({ startTime, endTime }: TimeRange, bySeconds: number): TimeRange {
  const moved = (seconds: number) => Math.max(0, Math.round((seconds - bySeconds) * TIME_STEPS) / TIME_STEPS)
  return { startTime: moved(startTime), endTime: moved(endTime) }
}

export function movedText({ facts, read }: OpenedText, bySeconds: number): OpenedText {
  return { facts, read: async (options) => shownCues(await read(options), bySeconds) }
}

export interface Place {
  offset: number
  sizeBytes: number
}

/**
 * The bytes of many small places of a file; what lies near is read together.
 * @throws CutterError unsupported_media when they are too many or too large
 */
export async function readPlaces(
  reader: PartReader,
  places: readonly Place[],
  options: ReadOptions,
  mostRequests = MOST_REQUESTS,
): Promise<Buffer[]> {
  const neededBytes = places.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (neededBytes > MOST_CAPTION_BYTES) throw tooLarge()
  const columns = {
    offsets: Float64Array.from(places, ({ offset }) => offset),
    sizes: Float64Array.from(places, ({ sizeBytes }) => sizeBytes),
  }
  const bridging = { spareBytes: MOST_CAPTION_BYTES - neededBytes, largestBridgeBytes: LARGEST_BRIDGE_BYTES }
  const fetcher = packetFetcher(reader, columns, options, undefined, bridging)
  if (fetcher.requests > mostRequests) throw tooLarge()
  const read: Buffer[] = []
  for (const place of places) {
    const { buffer, byteOffset, byteLength } = await fetcher.take(place)
    read.push(Buffer.from(buffer, byteOffset, byteLength))
  }
  return read
}

export function tooLarge(): CutterError {
  return new CutterError('unsupported_media', `The text track cannot be read within ${MOST_CAPTION_BYTES} bytes.`)
}
