import type { Readable } from 'node:stream'
import type { Transcript } from '@kerf/domain/captions/transcript'
import type { VideoRecord } from '../../ports/clips.ts'
import type { LocatedCaptions, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import type { Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

/** Longest wait for the captions of a clip or a batch zip, which is then made without subtitles. */
export const CAPTIONS_TIMEOUT_MILLISECONDS = 10_000

export type CaptionDeps = LocateDeps

/**
 * Reads a transcript of a viewer's own video, from the captions of this id or the first ones. A stream is gzipped JSON
 * from the cache.
 */
export async function readTranscript(
  deps: LocateDeps,
  { captions, signal, ...own }: Own & { captions: string | undefined; signal: AbortSignal },
): Promise<Outcome<Transcript | Readable>> {
  const lookup = await findWithSource(deps, own)
  if (!lookup.ok) return lookup
  const selection = await chooseCaptions(deps, lookup.value.video, captions)
  if (!selection.ok) return selection
  const { source, located, choice } = selection.value
  const { openCaptions } = source
  if (!openCaptions) return readChosenCaptions(selection.value, signal)
  return readingOutcome(() => openCaptions(located, choice, signal))
}

/** Reads a transcript of any video. */
export async function readCaptions(
  deps: LocateDeps,
  video: Pick<VideoRecord, 'source' | 'reference'>,
  captions: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<Transcript>> {
  const selection = await chooseCaptions(deps, video, captions)
  return selection.ok ? readChosenCaptions(selection.value, signal) : selection
}

interface ChosenCaptions {
  source: VideoSource
  located: ResolvedVideo
  choice: LocatedCaptions
}

async function chooseCaptions(
  deps: LocateDeps,
  video: Pick<VideoRecord, 'source' | 'reference'>,
  captions: string | undefined,
): Promise<Outcome<ChosenCaptions>> {
  const source = (await effectiveSources(deps))[video.source]
  if (!source) return refused('source_off')
  const locatedVideo = await locateVideo(deps, video)
  if (!locatedVideo.ok) return locatedVideo
  const choices = locatedVideo.value.captions ?? []
  const choice = captions === undefined ? choices[0] : choices.find(({ id }) => id === captions)
  return choice ? done({ source, located: locatedVideo.value, choice }) : refused('not_found')
}

async function readChosenCaptions(
  { source, located, choice }: ChosenCaptions,
  signal: AbortSignal,
): Promise<Outcome<Transcript>> {
  const { readCaptions: read } = source
  return read ? readingOutcome(() => read(located, choice, signal)) : refused('not_found')
}
