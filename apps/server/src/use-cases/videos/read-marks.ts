import type { Mark } from '@kerf/domain/marks/mark'
import { marksOfHeat, tidySegments } from '@kerf/domain/marks/tidy-marks'
import type { VideoRecord } from '../../ports/clips.ts'
import { MediaError } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome } from '../shared/outcome.ts'
import { findVideo } from './find-video.ts'

export type MarkDeps = Deps<'submittedSegments'>

export interface VideoMarks {
  marks: Mark[]
  /** Whether further marks may be known once the server of segments has answered. */
  isPartial: boolean
}

/** Marks of a video that are in memory: its chapters, the most-replayed graph, and segments that were read before. */
export function knownMarks({ submittedSegments }: MarkDeps, video: VideoRecord): VideoMarks {
  const { details, source, reference } = video
  const reader = source === 'youtube' ? submittedSegments : null
  const segments = reader?.known(reference) ?? null
  const chapters = (details.chapters ?? []).map(({ title, startTime, endTime }): Mark => {
    return { kind: 'chapter', title, startTime, endTime }
  })
  return {
    marks: [...chapters, ...marksOfHeat(details.heat ?? []), ...tidySegments(segments ?? [], details.durationSeconds)],
    isPartial: reader !== null && segments === null,
  }
}

/** Reads all marks of a viewer's own video. A failure of the server of segments leaves out its marks only. */
export async function readMarks(
  deps: MarkDeps & Deps<'database' | 'log'>,
  { signal, ...own }: Own & { signal: AbortSignal },
): Promise<Outcome<VideoMarks>> {
  const video = await findVideo(deps, own)
  if (!video.ok) return video
  if (knownMarks(deps, video.value).isPartial) await beginReading(deps, video.value, signal)
  return done(knownMarks(deps, video.value))
}

/** Reads the segments of a video into memory. Never fails, but for the signal. */
export async function beginReading(
  { submittedSegments, log }: MarkDeps & Deps<'log'>,
  { source, reference }: Pick<VideoRecord, 'source' | 'reference'>,
  signal: AbortSignal,
): Promise<void> {
  if (source !== 'youtube' || !submittedSegments) return
  try {
    await submittedSegments.read(reference, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MediaError)) throw error
    log.warn({ cause: error.message, trouble: error.trouble }, 'segments could not be read')
  }
}
