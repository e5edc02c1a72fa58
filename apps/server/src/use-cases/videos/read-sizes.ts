import type { Sizes } from '@kerf/contract/video'
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'
import { decideTrim, type TimeRange } from '@kerf/domain/ranges/time-range'
import { bytesAt, clipBitrate, estimateBytes, formSize } from '@kerf/domain/sizes/size-estimate'
import type { VideoRecord } from '../../ports/clips.ts'
import type { ResolvedVideo, SizeIndex, VideoSource } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findWithSource, readingOutcome } from './find-video.ts'
import { artworkOf } from './images.ts'

const MOST_ARTWORKS_KNOWN = 10_000

type SizeDeps = Deps<'database' | 'sources' | 'presets' | 'memory'>

/** Where the bytes of a viewer's own video are, and what each form takes of them; of none where nobody can tell now. */
export async function readSizes(
  deps: SizeDeps,
  { signal, ...own }: Own & { signal: AbortSignal },
): Promise<Outcome<Sizes>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  // Without, averages have to do, which the page has already.
  return done((await sizesOf(deps, found.value, signal)) ?? UNKNOWN_SIZES)
}

/** About how large a clip of this form and range will be; null where nobody can tell. */
export async function readSize(
  deps: SizeDeps,
  {
    asked: { startTime, endTime, ...form },
    signal,
    ...own
  }: Own & { asked: RequestedForm & TimeRange; signal: AbortSignal },
): Promise<Outcome<{ bytes: number | null }>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { details } = found.value.video
  const trim = decideTrim(startTime, endTime, details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const sizes = await sizesOf(deps, found.value, signal)
  const size = sizes?.options.find(({ quality, format }) => quality === form.quality && format === form.format)
  if (sizes && size) return done({ bytes: estimateBytes(sizes, size, [trim.range]) })
  const bitrate = clipBitrate(details.renditions, form, details.durationSeconds)
  return done({ bytes: bitrate === null ? null : bytesAt(bitrate, [trim.range]) })
}

async function sizesOf(
  deps: SizeDeps,
  found: { video: VideoRecord; source: VideoSource },
  signal: AbortSignal,
): Promise<Sizes | null> {
  const { details } = found.video
  const read = found.source.readSizeIndex
  const index = read && (await readingOutcome(() => read(details, signal)))
  return index?.ok ? sizesBy(index.value, details, await artworkBytes(deps, found, signal)) : null
}

/** The size of the artwork in an MP3. The page loads the image anyway, so only its size is cached. */
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

function sizesBy(index: SizeIndex, { renditions, durationSeconds }: ResolvedVideo, artworkBytes: number): Sizes {
  const forms: RequestedForm[] = QUALITY_IDS.flatMap((quality) => [
    { quality, format: QUALITIES[quality].format },
    { quality, format: 'original' },
  ])
  const options = forms.flatMap((form) => {
    const size = formSize(renditions, form, { durationSeconds, artworkBytes }, index)
    return size ? [{ ...form, ...size }] : []
  })
  const { audioBytesPerSecond: _, ...pieces } = index
  return { ...pieces, options }
}
