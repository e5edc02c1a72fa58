import type { DownloadOption, Video } from '@kerf/contract/video'
import { QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { decideTrim, MIN_TRIM_SECONDS, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import type { TypedRange } from '@kerf/domain/ranges/typed-range'
import { batchWords } from '#messages/clips/batch.ts'
import type { BatchLine } from './read-lines.ts'
import type { ReadLink } from './use-read-links.ts'

export const QUALITY_CHOICES = QUALITY_IDS.map((id) => ({ value: id, name: QUALITIES[id].label }))

export interface ReadyClip {
  kind: 'ready'
  video: Video
  range: TimeRange
  /** Whether the line names a later end than the video's. The clip ends with the video then. */
  shortened: boolean
  option: DownloadOption
}

/** Clip of a line that can be cut, or the reason for which there is none. */
export type LineClip =
  | ReadyClip
  | { kind: 'waiting' | 'reading' }
  /** The server refused the link. A retry may succeed. */
  | { kind: 'failed'; why: string }
  /** The video does not have this range or quality. */
  | { kind: 'impossible'; video: Video; why: string }

const words = batchWords.clips

export function lineClip({ line, state }: ReadLink, quality: QualityId): LineClip {
  if (state.kind !== 'ready') return state
  const { video } = state
  const times = line.isClip ? { startTime: video.startTime, endTime: video.endTime } : line.times
  const decision = lineRange(times, video.duration)
  if ('fault' in decision) {
    const sentence = decision.fault === 'startsLate' ? words.startsLate(formatTimecode(video.duration)) : words.tooShort
    return { kind: 'impossible', video, why: sentence }
  }
  const option = lineOption(video, quality)
  if (!option) return { kind: 'impossible', video, why: words.notOffered(QUALITIES[quality].label) }
  return { kind: 'ready', video, range: decision.range, shortened: decision.shortened, option }
}

/**
 * Lines for each chapter of a line's video that is long enough for a clip. Empty unless the line means the whole
 * video, and there are two or more.
 */
export function chapterLines({ line, state }: ReadLink): BatchLine[] {
  if (state.kind !== 'ready' || line.isClip || Object.values(line.times).some((time) => time !== undefined)) return []
  const lines = state.video.chapters
    .filter(({ startTime, endTime }) => endTime - startTime >= MIN_TRIM_SECONDS)
    .map(({ title, startTime, endTime }) => ({ ...line, times: { startTime, endTime }, chapter: title }))
  return lines.length > 1 ? lines : []
}

/** `shortened`: the video ends before the range that the line names. */
type RangeDecision = { range: TimeRange; shortened: boolean } | { fault: 'startsLate' | 'tooShort' }

/** Range of a line in its video. An end beyond the end of the video is limited to it; a start beyond it is a fault. */
export function lineRange(times: TypedRange, durationSeconds: number): RangeDecision {
  const start = times.startTime ?? 0
  if (start >= durationSeconds) return { fault: 'startsLate' }
  const videoEnd = roundToMillisecond(durationSeconds)
  const end = times.endTime ?? videoEnd
  const decision = decideTrim(start, Math.min(end, videoEnd), durationSeconds)
  return decision.allowed ? { range: decision.range, shortened: end > videoEnd } : { fault: 'tooShort' }
}

/** Option for a quality, else for the next smaller one that the video has. Audio does not replace a video. */
export function lineOption({ options }: Pick<Video, 'options'>, requestedQuality: QualityId): DownloadOption | null {
  const smallerQualities = QUALITY_IDS.slice(QUALITY_IDS.indexOf(requestedQuality))
  const candidates =
    requestedQuality === 'audio' ? smallerQualities : smallerQualities.filter((quality) => quality !== 'audio')
  for (const quality of candidates) {
    const option = options.find((candidate) => candidate.quality === quality)
    if (option && option.access === 'allowed') return option
  }
  return null
}
