import type { DownloadOption, Video } from '@kerf/contract/video'
import { QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { decideTrim, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { LineTimes } from './read-lines.ts'

/** `shortened`: the video ends before the line does. */
export type RangeDecision = { range: TimeRange; shortened: boolean } | { fault: 'startsLate' | 'tooShort' }

/** The part of a video that a line asks for: an end beyond the video's own is its own, a start beyond it is a fault. */
export function lineRange(times: LineTimes, durationSeconds: number): RangeDecision {
  const start = times.startTime ?? 0
  if (start >= durationSeconds) return { fault: 'startsLate' }
  const last = roundToMillisecond(durationSeconds)
  const end = times.endTime ?? last
  const decision = decideTrim(start, Math.min(end, last), durationSeconds)
  return decision.allowed ? { range: decision.range, shortened: end > last } : { fault: 'tooShort' }
}

/** The option for a wanted quality, or the next smaller one that the video has; sound is not a smaller picture. */
export function lineOption({ options }: Pick<Video, 'options'>, wanted: QualityId): DownloadOption | null {
  const smaller = QUALITY_IDS.slice(QUALITY_IDS.indexOf(wanted))
  const fitting = wanted === 'audio' ? smaller : smaller.filter((quality) => quality !== 'audio')
  for (const quality of fitting) {
    const option = options.find((one) => one.quality === quality)
    if (option && option.access === 'allowed') return option
  }
  return null
}
