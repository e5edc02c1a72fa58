import { chooseFitting } from '@kerf/domain/sizes/fitted-form'
import type { ClipRecord } from '../../ports/clips.ts'
import { MediaError } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { resolveVideo } from '../videos/resolve-video.ts'

/** Longest time to fetch the segments of a clip. */
const STORE_TIMEOUT_MILLISECONDS = 10 * 60_000
/** Maximum number of bytes that are stored for a clip: ten minutes at 13 Mbit/s. The cut itself reads the rest. */
const MAX_STORED_BYTES = 1_000_000_000

/** Ids of the clips whose segments this process fetches. */
const clipsBeingStored = new Set<string>()

type StoreDeps = Deps<'database' | 'sources' | 'presets' | 'clock' | 'log'>

/**
 * Begins to fetch the segments of a clip of a live stream. The clip may wait for its cut longer than the stream can be
 * rewound, and a long cut reads its last segments late. A failure is left to the cut, which reads what is missing.
 */
export function storeLiveSegments(deps: StoreDeps, clip: ClipRecord): void {
  const { id } = clip
  if (clip.options.liveWindow === undefined || !isInWork(clip) || clipsBeingStored.has(id)) return
  clipsBeingStored.add(id)
  void storeSegmentsInTime(deps, clip)
    .catch((error: unknown) => deps.log.warn({ clipId: id, err: error }, 'live segments could not be held'))
    .finally(() => clipsBeingStored.delete(id))
}

/** Continues to fetch the segments of all clips in work, after this process was stopped. */
export async function storeSegmentsOfClipsInWork(deps: StoreDeps): Promise<void> {
  const clipsInWork = await deps.database.records.clips.listByStatus(['queued', 'processing'])
  for (const clip of clipsInWork) storeLiveSegments(deps, clip)
}

async function storeSegmentsInTime(deps: StoreDeps, clip: ClipRecord): Promise<void> {
  const signal = AbortSignal.timeout(STORE_TIMEOUT_MILLISECONDS)
  try {
    await storeRenditions(deps, clip, signal)
  } catch (error) {
    // Servers that fail or are slow are not an error of this process.
    if (!(error instanceof MediaError) && !signal.aborted) throw error
    const code = error instanceof MediaError ? error.code : 'source_timeout'
    deps.log.info({ clipId: clip.id, code }, 'live segments could not be held')
  }
}

async function storeRenditions(deps: StoreDeps, clip: ClipRecord, signal: AbortSignal): Promise<void> {
  const source = (await effectiveSources(deps))[clip.source]
  const video = await resolveVideo(deps, { ...clip, window: clip.options.liveWindow ?? null, signal })
  const choice = video.ok ? chooseFitting(video.value.renditions, clip, video.value.durationSeconds) : null
  const isNeeded = async () => {
    const currentClip = await deps.database.records.clips.find(clip.id)
    return currentClip ? isInWork(currentClip) : false
  }
  for (const rendition of new Set([choice?.video, choice?.audio]))
    if (rendition)
      await source?.storeSegments?.(rendition, clip.ranges, { maxBytes: MAX_STORED_BYTES, signal, isNeeded })
}

const isInWork = ({ status }: ClipRecord): boolean => status === 'queued' || status === 'processing'
