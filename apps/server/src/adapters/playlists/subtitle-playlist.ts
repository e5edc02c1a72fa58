import { MOST_CAPTION_BYTES } from '@kerf/cutter/api/subtitles'
import { boundedCues } from '@kerf/domain/captions/cue-text'
import { parseWebVtt, type WebVtt } from '@kerf/domain/captions/parse-text-captions'
import type { Cue } from '@kerf/domain/captions/transcript'
import { type SegmentSource, SourceReadError } from '../../ports/sources.ts'
import type { PlaylistFiles } from './playlist-files.ts'

const AT_ONCE = 8
/** Packagers write a cue into each segment in which it is shown, and round the lengths of segments. */
const TOLERANCE_SECONDS = 1
/** MPEG-TS counts 33 bits of 90,000 a second, and begins again. */
const CLOCK_TURN_SECONDS = 2 ** 33 / 90_000

interface SubtitleSegment {
  startTime: number
  endTime: number
  vtt: WebVtt
}

/** What a playlist of WebVTT segments says, in seconds of its video. Throws SourceReadError, or the signal's reason. */
export async function readSubtitlePlaylist(
  files: PlaylistFiles,
  { url, clockSeconds }: { url: string; clockSeconds?: number | undefined },
  signal: AbortSignal,
): Promise<Cue[]> {
  const tooMuch = new AbortController()
  const reading = AbortSignal.any([signal, tooMuch.signal])
  const source = await files.openMedia(url, reading)
  let received = 0
  const count = (bytes: number): void => {
    received += bytes
    if (received > MOST_CAPTION_BYTES) tooMuch.abort(refused('These subtitles are larger than any that are read.'))
  }
  let startTime = 0
  const places = source.segments.map(({ duration }) => {
    startTime += duration
    return { startTime: startTime - duration, endTime: startTime }
  })
  const read: (SubtitleSegment | null)[] = []
  const waiting = source.segments.keys()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const index of waiting) read[index] = await readSegment(source, index, places[index]!, reading, count)
    }),
  )
  return cuesOf(
    read.filter((segment) => segment !== null),
    clockSeconds,
  )
}

async function readSegment(
  source: SegmentSource,
  index: number,
  place: { startTime: number; endTime: number },
  signal: AbortSignal,
  count: (bytes: number) => void,
): Promise<SubtitleSegment | null> {
  const { isGap, initSection } = source.segments[index]!
  if (isGap) return null
  if (initSection !== null) throw refused('Nobody here reads subtitles in MP4 segments.')
  const { bytes } = await source.readSegment(index, null, signal, count)
  const vtt = parseWebVtt(Buffer.from(bytes).toString('utf8'))
  if (!vtt) throw refused('A segment of the subtitles is no WebVTT.')
  return { ...place, vtt }
}

const refused = (why: string): SourceReadError => new SourceReadError('source_failed', why)

/** When a time in a segment is shown, in seconds of the video. */
type Clock = (seconds: number, segment: SubtitleSegment) => number

/**
 * Times in segments count from different beginnings: from that of the media's clock, which a map in each segment names, from that of the
 * video, or from that of the segment. The clock is right by which most cues are shown in their own segments.
 */
function cuesOf(segments: readonly SubtitleSegment[], clockSeconds: number | undefined): Cue[] {
  const first = segments[0]?.vtt.timestampMap
  const mapped = (seconds: number, { vtt }: SubtitleSegment): number => {
    const { mpegtsSeconds = 0, localSeconds = 0 } = vtt.timestampMap ?? {}
    return seconds - localSeconds + mpegtsSeconds
  }
  const since = (beginning: number): Clock => {
    return (seconds, segment) => {
      const passed = mapped(seconds, segment) - beginning
      return passed < -CLOCK_TURN_SECONDS / 2 ? passed + CLOCK_TURN_SECONDS : passed
    }
  }
  const clocks: Clock[] = [
    ...(first && clockSeconds !== undefined ? [since(clockSeconds)] : []),
    since(first?.mpegtsSeconds ?? 0),
    mapped,
    (seconds) => seconds,
    (seconds, segment) => segment.startTime + seconds,
  ]
  const best = clocks
    .map((clock) => ({ clock, fitting: fittingCues(segments, clock) }))
    .reduce((one, other) => (other.fitting > one.fitting ? other : one)).clock
  const known = new Set<string>()
  const cues = segments.flatMap((segment) =>
    segment.vtt.cues.flatMap((cue) => {
      const moved = movedTo(cue, (seconds) => best(seconds, segment))
      const name = `${moved.startTime} ${moved.endTime} ${moved.text}`
      if (known.has(name) || !(moved.startTime >= 0)) return []
      known.add(name)
      return [moved]
    }),
  )
  return boundedCues(cues.toSorted((one, other) => one.startTime - other.startTime))
}

function fittingCues(segments: readonly SubtitleSegment[], clock: Clock): number {
  let fitting = 0
  for (const segment of segments)
    for (const { startTime, endTime } of segment.vtt.cues)
      if (
        clock(endTime, segment) > segment.startTime - TOLERANCE_SECONDS &&
        clock(startTime, segment) < segment.endTime + TOLERANCE_SECONDS
      )
        fitting += 1
  return fitting
}

/** To the thousandth, which is as exact as WebVTT is. */
function movedTo(cue: Cue, clock: (seconds: number) => number): Cue {
  const at = (seconds: number): number => Math.round(clock(seconds) * 1000) / 1000
  const words = cue.words?.map((word) => ({ ...word, startTime: at(word.startTime) }))
  return { ...cue, startTime: at(cue.startTime), endTime: at(cue.endTime), ...(words ? { words } : {}) }
}
