import type { DownloadOption, Video } from '@kerf/contract/video'
import { QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { batchWords } from '#messages/batch.ts'
import { lineOption, lineRange } from './line-clip.ts'
import type { ReadLink } from './use-read-links.ts'

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
