import type { Mark } from '@kerf/domain/marks/mark'
import { marksOfHeat, tidyHeat, tidySegments } from '@kerf/domain/marks/tidy-marks'
import type { VideoRecord } from '../../ports/clips.ts'
import { MediaError } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome } from '../shared/outcome.ts'
import { findVideo } from './find-video.ts'

export type MarkDeps = Deps<'submittedSegments' | 'sources'>

export interface VideoMarks {
  marks: Mark[]
  /** Whether further marks may be known once others have answered. */
  isPartial: boolean
}

/** Marks of a video that are in memory: its chapters, its most-replayed graph, and segments that were read before. */
export function knownMarks({ submittedSegments, sources }: MarkDeps, video: VideoRecord): VideoMarks {
  const { details, source, reference } = video
  // Marks count from the beginning of the stream, and its window begins later.
  if (details.live) return { marks: [], isPartial: false }
  const { durationSeconds, heat = [] } = details
  const segmentReader = source === 'youtube' ? submittedSegments : null
  const segments = segmentReader?.cachedMarks(reference) ?? null
  const heatReader = heat.length === 0 ? sources[source]?.heat : undefined
  const laterHeat = heatReader?.cachedMarks(reference) ?? null
  const chapters = (details.chapters ?? []).map(({ title, startTime, endTime }): Mark => {
    return { kind: 'chapter', title, startTime, endTime }
  })
  return {
    marks: [
      ...chapters,
      ...marksOfHeat(laterHeat ? tidyHeat(laterHeat, durationSeconds) : heat),
      ...tidySegments(segments ?? [], durationSeconds),
    ],
    isPartial: (segmentReader !== null && segments === null) || (heatReader !== undefined && laterHeat === null),
  }
}

/** Reads all marks of a viewer's own video. A failure of others leaves out their marks only. */
export async function readMarks(
  deps: MarkDeps & Deps<'database' | 'presets' | 'log' | 'caches'>,
  { signal, ...own }: Own & { signal: AbortSignal },
): Promise<Outcome<VideoMarks>> {
  const lookup = await findVideo(deps, own)
  if (!lookup.ok) return lookup
  const video = lookup.value
  if (knownMarks(deps, video).isPartial)
    await Promise.all([readSegments(deps, video, signal), readHeat(deps, video, signal)])
  return done(knownMarks(deps, video))
}

type MarkedVideo = Pick<VideoRecord, 'source' | 'reference'>

/** Reads the submitted segments of a video into memory. Throws the signal's reason only. */
export async function readSegments(
  { submittedSegments, log }: Deps<'submittedSegments' | 'log'>,
  { source, reference }: MarkedVideo,
  signal: AbortSignal,
): Promise<void> {
  if (source !== 'youtube' || !submittedSegments) return
  await unlessFailed(() => submittedSegments.read(reference, signal), log, signal)
}

/** Reads the most-replayed graph of a video into memory, where its resolution had none. */
async function readHeat(
  deps: Deps<'database' | 'sources' | 'presets' | 'log'>,
  { source, reference, details }: MarkedVideo & Pick<VideoRecord, 'details'>,
  signal: AbortSignal,
): Promise<void> {
  const reader = (await effectiveSources(deps))[source]?.heat
  if (reader && !details.heat?.length) await unlessFailed(() => reader.read(reference, signal), deps.log, signal)
}

async function unlessFailed(read: () => Promise<unknown>, log: Deps['log'], signal: AbortSignal): Promise<void> {
  try {
    await read()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MediaError)) throw error
    log.warn({ cause: error.message, trouble: error.trouble }, 'marks could not be read')
  }
}
