import type { Readable } from 'node:stream'
import type { Transcript } from '@kerf/domain/captions/transcript'
import type { VideoRecord } from '../../ports/clips.ts'
import type { LocatedCaptions, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import type { Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

/** A clip or a zip waits no longer for its subtitles: it is made without. */
export const CAPTIONS_TIMEOUT_MILLISECONDS = 10_000

export type CaptionDeps = LocateDeps

/** What is said in a viewer's own video, by the captions of this id, or by the first it has: as JSON in gzip, where it is cached so. */
export async function readTranscript(
  deps: LocateDeps,
  { captions, signal, ...own }: Own & { captions: string | undefined; signal: AbortSignal },
): Promise<Outcome<Transcript | Readable>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const chosen = await chooseCaptions(deps, found.value.video, captions)
  if (!chosen.ok) return chosen
  const { source, located, choice } = chosen.value
  const { openCaptions } = source
  if (!openCaptions) return readChosen(chosen.value, signal)
  return readingOutcome(() => openCaptions(located, choice, signal))
}

/** The same of any video. */
export async function readCaptions(
  deps: LocateDeps,
  video: Pick<VideoRecord, 'source' | 'reference'>,
  captions: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<Transcript>> {
  const chosen = await chooseCaptions(deps, video, captions)
  return chosen.ok ? readChosen(chosen.value, signal) : chosen
}

interface Chosen {
  source: VideoSource
  located: ResolvedVideo
  choice: LocatedCaptions
}

async function chooseCaptions(
  deps: LocateDeps,
  video: Pick<VideoRecord, 'source' | 'reference'>,
  captions: string | undefined,
): Promise<Outcome<Chosen>> {
  const source = (await effectiveSources(deps))[video.source]
  if (!source) return refused('source_off')
  const located = await locateVideo(deps, video)
  if (!located.ok) return located
  const choices = located.value.captions ?? []
  const choice = captions === undefined ? choices[0] : choices.find(({ id }) => id === captions)
  return choice ? done({ source, located: located.value, choice }) : refused('not_found')
}

async function readChosen({ source, located, choice }: Chosen, signal: AbortSignal): Promise<Outcome<Transcript>> {
  const { readCaptions: read } = source
  return read ? readingOutcome(() => read(located, choice, signal)) : refused('not_found')
}
