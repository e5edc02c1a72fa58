import { MAX_CAPTION_BYTES } from '@kerf/cutter/api/subtitles'
import { boundedCues } from '@kerf/domain/captions/cue-text'
import type { Cue } from '@kerf/domain/captions/transcript'
import { type SegmentSource, SourceReadError } from '../../ports/sources.ts'
import { parseWebVtt, type WebVtt } from '../captions/parse-text-captions.ts'
import type { PlaylistFiles } from './playlist-files.ts'

const MAX_CONCURRENT_SEGMENTS = 8
/**
 * Tolerance for cues outside their segment: packagers repeat cues in each segment that shows them, and round durations.
 */
const TOLERANCE_SECONDS = 1
/** MPEG-TS timestamps have 33 bits at 90 kHz. They wrap around after this time. */
const CLOCK_PERIOD_SECONDS = 2 ** 33 / 90_000

interface SubtitleSegment {
  startTime: number
  endTime: number
  vtt: WebVtt
}

/** Reads the cues of a WebVTT playlist, in seconds of its video. Throws SourceReadError, or the signal's reason. */
export async function readSubtitlePlaylist(
  files: PlaylistFiles,
  { url, clockSeconds }: { url: string; clockSeconds?: number | undefined },
  signal: AbortSignal,
): Promise<Cue[]> {
  const sizeLimit = new AbortController()
  const readSignal = AbortSignal.any([signal, sizeLimit.signal])
  const source = await files.openMedia(url, readSignal)
  let receivedBytes = 0
  const countBytes = (bytes: number): void => {
    receivedBytes += bytes
    if (receivedBytes > MAX_CAPTION_BYTES)
      sizeLimit.abort(readError('These subtitles are larger than any that are read.'))
  }
  let startTime = 0
  const segmentTimes = source.segments.map(({ duration }) => {
    startTime += duration
    return { startTime: startTime - duration, endTime: startTime }
  })
  const subtitleSegments: (SubtitleSegment | null)[] = []
  const indexes = source.segments.keys()
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT_SEGMENTS }, async () => {
      for (const index of indexes)
        subtitleSegments[index] = await readSegment(source, index, segmentTimes[index]!, readSignal, countBytes)
    }),
  )
  return cuesOf(
    subtitleSegments.filter((segment) => segment !== null),
    clockSeconds,
  )
}

async function readSegment(
  source: SegmentSource,
  index: number,
  times: { startTime: number; endTime: number },
  signal: AbortSignal,
  countBytes: (bytes: number) => void,
): Promise<SubtitleSegment | null> {
  const { isGap, initSection } = source.segments[index]!
  if (isGap) return null
  if (initSection !== null) throw readError('Nobody here reads subtitles in MP4 segments.')
  const { bytes } = await source.readSegment(index, null, signal, countBytes)
  const vtt = parseWebVtt(Buffer.from(bytes).toString('utf8'))
  if (!vtt) throw readError('A segment of the subtitles is no WebVTT.')
  return { ...times, vtt }
}

const readError = (reason: string): SourceReadError => new SourceReadError('source_failed', reason)

/** Maps a time in a segment to seconds of the video. */
type Clock = (seconds: number, segment: SubtitleSegment) => number

/**
 * The cues of all segments, in seconds of the video. Packagers count times from the beginning of the media's clock
 * (with a timestamp map in each segment), of the video, or of the segment. The right clock is the one that puts most
 * cues into their own segments.
 */
function cuesOf(segments: readonly SubtitleSegment[], clockSeconds: number | undefined): Cue[] {
  const firstMap = segments[0]?.vtt.timestampMap
  const toMediaClock = (seconds: number, { vtt }: SubtitleSegment): number => {
    const { mpegtsSeconds = 0, localSeconds = 0 } = vtt.timestampMap ?? {}
    return seconds - localSeconds + mpegtsSeconds
  }
  const clockFrom = (beginning: number): Clock => {
    return (seconds, segment) => {
      const elapsed = toMediaClock(seconds, segment) - beginning
      return elapsed < -CLOCK_PERIOD_SECONDS / 2 ? elapsed + CLOCK_PERIOD_SECONDS : elapsed
    }
  }
  const clocks: Clock[] = [
    ...(firstMap && clockSeconds !== undefined ? [clockFrom(clockSeconds)] : []),
    clockFrom(firstMap?.mpegtsSeconds ?? 0),
    toMediaClock,
    (seconds) => seconds,
    (seconds, segment) => segment.startTime + seconds,
  ]
  const bestClock = clocks
    .map((clock) => ({ clock, fittingCues: countFittingCues(segments, clock) }))
    .reduce((a, b) => (b.fittingCues > a.fittingCues ? b : a)).clock
  const cueKeys = new Set<string>()
  const cues = segments.flatMap((segment) =>
    segment.vtt.cues.flatMap((cue) => {
      const movedCue = cueInVideoTime(cue, (seconds) => bestClock(seconds, segment))
      const key = `${movedCue.startTime} ${movedCue.endTime} ${movedCue.text}`
      if (cueKeys.has(key) || !(movedCue.startTime >= 0)) return []
      cueKeys.add(key)
      return [movedCue]
    }),
  )
  return boundedCues(cues.toSorted((a, b) => a.startTime - b.startTime))
}

function countFittingCues(segments: readonly SubtitleSegment[], clock: Clock): number {
  let count = 0
  for (const segment of segments)
    for (const { startTime, endTime } of segment.vtt.cues)
      if (
        clock(endTime, segment) > segment.startTime - TOLERANCE_SECONDS &&
        clock(startTime, segment) < segment.endTime + TOLERANCE_SECONDS
      )
        count += 1
  return count
}

/** Returns the cue with times of the video. They are rounded to milliseconds, the precision of WebVTT. */
function cueInVideoTime(cue: Cue, toVideoSeconds: (seconds: number) => number): Cue {
  const toRoundedVideoSeconds = (seconds: number): number => Math.round(toVideoSeconds(seconds) * 1000) / 1000
  const words = cue.words?.map((word) => ({ ...word, startTime: toRoundedVideoSeconds(word.startTime) }))
  return {
    ...cue,
    startTime: toRoundedVideoSeconds(cue.startTime),
    endTime: toRoundedVideoSeconds(cue.endTime),
    ...(words ? { words } : {}),
  }
}
