import { chooseFitting } from '@kerf/domain/sizes/fitted-form'
import type { ClipRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { resolveVideo } from '../videos/resolve-video.ts'

/** Longest time to fetch the segments of a clip. */
const HOLD_TIMEOUT_MILLISECONDS = 10 * 60_000
/** Most bytes to store for a clip: ten minutes at 13 Mbit/s. The cut itself reads what lies beyond. */
const MAX_HELD_BYTES = 1_000_000_000

type HoldDeps = Deps<'database' | 'sources' | 'presets' | 'clock' | 'log'>

/**
 * Begins to fetch the segments of a clip of a live stream. The clip may wait for its cut longer than the stream can be
 * rewound, and a long cut reads its last segments late. A failure is left to the cut, which reads what is missing.
 */
export function holdLiveSegments(deps: HoldDeps, clip: ClipRecord): void {
  const isInWork = clip.status === 'queued' || clip.status === 'processing'
  if (clip.options.liveWindow === undefined || !isInWork) return
  void hold(deps, clip).catch((error: unknown) =>
    deps.log.warn({ clipId: clip.id, err: error }, 'live segments could not be held'),
  )
}

async function hold(deps: HoldDeps, clip: ClipRecord): Promise<void> {
  const signal = AbortSignal.timeout(HOLD_TIMEOUT_MILLISECONDS)
  const source = (await effectiveSources(deps))[clip.source]
  const video = await resolveVideo(deps, { ...clip, window: clip.options.liveWindow ?? null, signal })
  const choice = video.ok ? chooseFitting(video.value.renditions, clip, video.value.durationSeconds) : null
  for (const rendition of new Set([choice?.video, choice?.audio]))
    if (rendition) await source?.holdSegments?.(rendition, clip.ranges, MAX_HELD_BYTES, signal)
}
