import type { Transcript } from '@kerf/domain/captions/transcript'
import type { VideoRecord } from '../../ports/clips.ts'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { resolveVideo } from './resolve-video.ts'

/** A clip or a zip waits no longer for its subtitles: it is made without. */
export const CAPTIONS_TIMEOUT_MILLISECONDS = 10_000

export type CaptionDeps = Deps<'database' | 'sources' | 'presets' | 'clock' | 'log'>

/** What is said in a viewer's own video, by the captions of this id, or by the first it has. */
export async function readTranscript(
  deps: Deps<'database' | 'sources' | 'presets'>,
  { captions, signal, ...own }: Own & { captions: string | undefined; signal: AbortSignal },
): Promise<Outcome<Transcript>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  return readChosen(found.value.source, found.value.video.details, captions, signal)
}

/** The same of any video; asks the source again where its addresses have expired. */
export async function readCaptions(
  deps: CaptionDeps,
  video: VideoRecord,
  captions: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<Transcript>> {
  const source = (await effectiveSources(deps))[video.source]
  if (!source) return refused('source_off')
  const isAlive = areAddressesAlive(video.details, source, deps.clock.now())
  const current = isAlive ? done(video.details) : await resolveVideo(deps, { ...video, signal })
  return current.ok ? readChosen(source, current.value, captions, signal) : current
}

async function readChosen(
  { readCaptions: read }: VideoSource,
  details: ResolvedVideo,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<Transcript>> {
  const { captions = [] } = details
  const chosen = id === undefined ? captions[0] : captions.find((one) => one.id === id)
  if (!chosen || !read) return refused('not_found')
  return readingOutcome(() => read(details, chosen, signal))
}

function areAddressesAlive(details: ResolvedVideo, source: VideoSource, now: Date): boolean {
  const { addressesExpireAt } = details
  const isOver = addressesExpireAt !== null && new Date(addressesExpireAt) <= now
  return !isOver && (source.canRead?.(details) ?? true)
}
