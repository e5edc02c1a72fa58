import type { DownloadOption, Video } from '@kerf/contract/video'
import { QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { decideTrim, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import type { TypedRange } from '@kerf/domain/ranges/typed-range'
import { batchWords } from '#messages/clips/batch.ts'
import type { ReadLink } from './use-read-links.ts'

export const QUALITY_CHOICES = QUALITY_IDS.map((id) => ({ value: id, name: QUALITIES[id].label }))

export interface ReadyClip {
  kind: 'ready'
  video: Video
  range: TimeRange
  /** The line asks for more than there is: the clip ends with the video. */
  shortened: boolean
  option: DownloadOption
}

/** What a line has come to: a clip that can be cut, or why there is none (yet). */
export type ChosenClip =
  | ReadyClip
  | { kind: 'waiting' | 'reading' }
  /** The link itself was refused: trying again may help. */
  | { kind: 'failed'; why: string }
  /** The video is known, and has no such part or quality. */
  | { kind: 'impossible'; video: Video; why: string }

const words = batchWords.clips

export function chosenClip({ line, state }: ReadLink, quality: QualityId): ChosenClip {
  if (state.kind !== 'ready') return state
  const { video } = state
  const decision = lineRange(line.times, video.duration)
  if ('fault' in decision) {
    const why = decision.fault === 'startsLate' ? words.startsLate(formatTimecode(video.duration)) : words.tooShort
    return { kind: 'impossible', video, why }
  }
  const option = lineOption(video, quality)
  if (!option) return { kind: 'impossible', video, why: words.notOffered(QUALITIES[quality].label) }
  return { kind: 'ready', video, range: decision.range, shortened: decision.shortened, option }
}

/** `shortened`: the video ends before the line does. */
type RangeDecision = { range: TimeRange; shortened: boolean } | { fault: 'startsLate' | 'tooShort' }

/** The part of a video that a line asks for: an end beyond the video's own is its own, a start beyond it is a fault. */
export function lineRange(times: TypedRange, durationSeconds: number): RangeDecision {
  const start = times.startTime ?? 0
  if (start >= durationSeconds) return { fault: 'startsLate' }
  const last = roundToMillisecond(durationSeconds)
  const end = times.endTime ?? last
  const decision = decideTrim(start, Math.min(end, last), durationSeconds)
  return decision.allowed ? { range: decision.range, shortened: end > last } : { fault: 'tooShort' }
}

/** The option for a wanted quality, or the next smaller one that the video has; audio is not a smaller video. */
export function lineOption({ options }: Pick<Video, 'options'>, wanted: QualityId): DownloadOption | null {
  const smaller = QUALITY_IDS.slice(QUALITY_IDS.indexOf(wanted))
  const fitting = wanted === 'audio' ? smaller : smaller.filter((quality) => quality !== 'audio')
  for (const quality of fitting) {
    const option = options.find((one) => one.quality === quality)
    if (option && option.access === 'allowed') return option
  }
  return null
}
