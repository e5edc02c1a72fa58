import type { Transcript } from '@kerf/domain/captions/transcript'
import type { Deps, Own } from '../shared/deps.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { findWithSource, readingOutcome } from './find-video.ts'

/** What is said in a viewer's own video, by the captions of this id, or by the first it has. */
export async function readTranscript(
  deps: Deps<'database' | 'sources' | 'presets'>,
  { captions: id, signal, ...own }: Own & { captions: string | undefined; signal: AbortSignal },
): Promise<Outcome<Transcript>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { video, source } = found.value
  const choices = video.details.captions ?? []
  const chosen = id === undefined ? choices[0] : choices.find((captions) => captions.id === id)
  const read = source.readCaptions
  if (!chosen || !read) return refused('not_found')
  return readingOutcome(() => read(video.details, chosen, signal))
}
