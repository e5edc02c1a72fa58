import type { Sizes } from '@kerf/contract/video'
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'
import { decideTrim } from '@kerf/domain/ranges/time-range'
import { formSize } from '@kerf/domain/sizes/clip-size-index'
import type { VideoRecord } from '../../ports/clips.ts'
import type { ResolvedVideo, SizeIndex, VideoSource } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { artworkOf } from './artwork.ts'
import { estimateSize } from './estimate-size.ts'
import { findWithSource, type OwnVideo, readingOutcome } from './find-video.ts'

const MOST_ARTWORKS_KNOWN = 10_000

type SizeDeps = Deps<'database' | 'sources' | 'presets' | 'memory'>

/** What every part of a viewer's own video weighs in each quality that there is; of none where nobody can tell now. */
export async function readSizes(
  deps: SizeDeps,
  { signal, ...own }: OwnVideo & { signal: AbortSignal },
): Promise<Outcome<Sizes>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { details } = found.value.video
  const read = found.value.source.readSizeIndex
  const sizeIndex = read && (await readingOutcome(() => read(details, signal)))
  // Then averages have to do, which the page has already.
  if (!sizeIndex?.ok) return done(UNKNOWN_SIZES)
  return done(sizesBy(sizeIndex.value, details, await artworkBytes(deps, found.value, signal)))
}

/** How large a clip of this form and range will be; null where nobody can tell with little work. */
export async function readSize(
  deps: SizeDeps,
  {
    asked: { startTime, endTime, ...form },
    signal,
    ...own
  }: OwnVideo & { asked: RequestedForm & { startTime: number; endTime: number }; signal: AbortSignal },
): Promise<Outcome<{ bytes: number | null }>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { source, video } = found.value
  const { details } = video
  const trim = decideTrim(startTime, endTime, details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const artwork = () => artworkBytes(deps, found.value, signal)
  const estimated = await readingOutcome(() => estimateSize({ details, source }, form, trim.range, artwork, signal))
  if (estimated.ok) return done({ bytes: estimated.value })
  return estimated.code === 'busy' ? estimated : done({ bytes: null })
}

/** Of the image that an MP3 will have beside it, which the page shows anyway: only how large it is, is remembered. */
async function artworkBytes(
  { memory: { artworkBytes: known } }: SizeDeps,
  { video: { id, details }, source }: { video: VideoRecord; source: VideoSource },
  signal: AbortSignal,
): Promise<number> {
  const before = known.get(id)
  if (before !== undefined) return before
  const bytes = (await artworkOf(details, source, signal))?.bytes.length ?? 0
  if (known.size >= MOST_ARTWORKS_KNOWN) known.clear()
  known.set(id, bytes)
  return bytes
}

const UNKNOWN_SIZES: Sizes = { secondsPerPiece: 1, frameBytes: [], keySeconds: [], keyBytes: [], options: [] }

function sizesBy(sizeIndex: SizeIndex, { renditions, durationSeconds }: ResolvedVideo, artworkBytes: number): Sizes {
  const forms: RequestedForm[] = QUALITY_IDS.flatMap((quality) => [
    { quality, format: QUALITIES[quality].format },
    { quality, format: 'original' },
  ])
  const options = forms.flatMap((form) => {
    const weight = formSize(renditions, form, { durationSeconds, artworkBytes }, sizeIndex)
    return weight ? [{ ...form, ...weight }] : []
  })
  const { secondsPerPiece, frameBytes, keySeconds, keyBytes } = sizeIndex
  return {
    secondsPerPiece,
    frameBytes: [...frameBytes],
    keySeconds: [...keySeconds],
    keyBytes: [...keyBytes],
    options,
  }
}
