import type { Transcript } from '@kerf/domain/captions/transcript'
import type { VideoRecord } from '../../ports/clips.ts'
import type { Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

/** A clip or a zip waits no longer for its subtitles: it is made without. */
export const CAPTIONS_TIMEOUT_MILLISECONDS = 10_000

export type CaptionDeps = LocateDeps

/** What is said in a viewer's own video, by the captions of this id, or by the first it has. */
export async function readTranscript(
  deps: LocateDeps,
  { captions, signal, ...own }: Own & { captions: string | undefined; signal: AbortSignal },
): Promise<Outcome<Transcript>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  return readCaptions(deps, found.value.video, captions, signal)
}

/** The same of any video. */
export async function readCaptions(
  deps: LocateDeps,
  video: Pick<VideoRecord, 'source' | 'reference'>,
  captions: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<Transcript>> {
  const source = (await effectiveSources(deps))[video.source]
  if (!source) return refused('source_off')
  const located = await locateVideo(deps, video)
  if (!located.ok) return located
  const choices = located.value.captions ?? []
  const chosen = captions === undefined ? choices[0] : choices.find(({ id }) => id === captions)
  const read = source.readCaptions
  if (!chosen || !read) return refused('not_found')
  return readingOutcome(() => read(located.value, chosen, signal))
}
