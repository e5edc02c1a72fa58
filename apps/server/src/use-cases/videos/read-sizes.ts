import type { AnswerOf, QueryOf } from '@kerf/contract/protocol/endpoint'
import type * as contract from '@kerf/contract/video'
import type { Sizes } from '@kerf/contract/video'
import { fitsAnimation, isAnimation } from '@kerf/domain/formats/clip-format'
import type { ClipOptions } from '@kerf/domain/formats/clip-options'
import { CROP_RATIOS, parseCrop } from '@kerf/domain/formats/crop'
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'
import { decideTrim, rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { fittedForm, offeredQualities } from '@kerf/domain/sizes/fitted-form'
import {
  bytesAt,
  clipBitrate,
  clipHeight,
  type EstimatedForm,
  estimateBytes,
  formSize,
} from '@kerf/domain/sizes/size-estimate'
import type { VideoRecord } from '../../ports/clips.ts'
import type { ResolvedVideo, SizeIndex, VideoDetails, VideoSource } from '../../ports/sources.ts'
import type { Own } from '../shared/deps.ts'
import { done, invalidRequest, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { decideFit } from './decide-fit.ts'
import { findWithSource } from './find-video.ts'
import { artworkOf } from './images.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

const MOST_ARTWORKS_KNOWN = 10_000

type SizeDeps = LocateDeps

/** Where the bytes of a viewer's own video are, and what each form takes of them; of none where nobody can tell now. */
export async function readSizes(
  deps: SizeDeps,
  { asked, signal, ...own }: Own & { asked: SpelledOptions; signal: AbortSignal },
): Promise<Outcome<Sizes>> {
  const options = readOptions(asked)
  if (!options.ok) return options
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const index = await readIndex(deps, found.value, signal)
  // Without, averages have to do, which the page has already.
  return done(index ? sizesBy(index, found.value.video.details, options.value) : UNKNOWN_SIZES)
}

type SpelledOptions = QueryOf<typeof contract.readSizes>

function readOptions({ crop: spelled, bitrate, container }: SpelledOptions): Outcome<ClipOptions> {
  const crop = spelled === undefined ? undefined : parseCrop(spelled)
  if (crop === null) return invalidRequest(CROP_MEANING)
  return done({ ...(crop && { crop }), ...(bitrate && { bitrate }), ...(container && { container }) })
}

const CROP_MEANING = `"crop" must be one of ${CROP_RATIOS.join(', ')}, or left,top,width,height in shares of the frame.`

/** About how large a clip of this form and range will be; null where nobody can tell. */
export async function readSize(
  deps: SizeDeps,
  {
    asked: { startTime, endTime, quality, format, maxBytes, ...spelled },
    signal,
    ...own
  }: Own & { asked: QueryOf<typeof contract.readSize>; signal: AbortSignal },
): Promise<Outcome<AnswerOf<typeof contract.readSize>>> {
  const asked = readOptions(spelled)
  if (!asked.ok) return asked
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { details } = found.value.video
  const trim = decideTrim(startTime, endTime, details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const ranges = [trim.range]
  const options = decideFit(details, { quality, format }, ranges, { ...asked.value, maxBytes })
  if (!options.ok) return options
  if (isAnimation(format) && !fitsAnimation(rangesSeconds(ranges))) return done({ bytes: null, height: null })
  const form = { quality, format, options: options.value }
  const index = await readIndex(deps, found.value, signal)
  const whole = (index && bytesByIndex(index, details, form, ranges)) ?? bytesByAverage(details, form, ranges)
  const { renditions, durationSeconds } = details
  if (maxBytes === undefined) return done({ bytes: whole, height: clipHeight(renditions, form) })
  const offered = offeredQualities(renditions, durationSeconds)
  const fitted = fittedForm(offered, quality, { seconds: rangesSeconds(ranges), maxBytes })
  if (!fitted) return done({ bytes: null, height: null })
  const height = clipHeight(renditions, { ...form, quality: fitted.quality }, fitted.height)
  return done({ bytes: whole && Math.min(whole, maxBytes), height })
}

function bytesByIndex(
  index: KnownIndex,
  { renditions, durationSeconds }: VideoDetails,
  form: EstimatedForm,
  ranges: readonly TimeRange[],
): number | null {
  const size = formSize(renditions, form, { ...index, durationSeconds }, index)
  return size && estimateBytes(index, size, ranges)
}

function bytesByAverage(
  { renditions, durationSeconds }: VideoDetails,
  form: EstimatedForm,
  ranges: readonly TimeRange[],
): number | null {
  const bitrate = clipBitrate(renditions, form, durationSeconds)
  return bitrate === null ? null : bytesAt(bitrate, ranges)
}

interface KnownIndex extends SizeIndex {
  artworkBytes: number
}

async function readIndex(
  deps: SizeDeps,
  found: { video: VideoRecord; source: VideoSource },
  signal: AbortSignal,
): Promise<KnownIndex | null> {
  const read = found.source.readSizeIndex
  const located = read && (await locateVideo(deps, found.video))
  if (!located?.ok) return null
  const index = await readingOutcome(() => read!(located.value, signal))
  if (!index.ok) return null
  const artwork = await artworkBytes(deps, { id: found.video.id, located: located.value, source: found.source }, signal)
  return { ...index.value, artworkBytes: artwork }
}

/** The size of the artwork in an MP3. The page loads the image anyway, so only its size is cached. */
async function artworkBytes(
  { caches: { artworkBytes: known } }: SizeDeps,
  { id, located, source }: { id: string; located: ResolvedVideo; source: VideoSource },
  signal: AbortSignal,
): Promise<number> {
  const before = known.get(id)
  if (before !== undefined) return before
  const bytes = (await artworkOf(located, source, signal))?.bytes.length ?? 0
  if (known.size >= MOST_ARTWORKS_KNOWN) known.clear()
  known.set(id, bytes)
  return bytes
}

const UNKNOWN_SIZES: Sizes = { secondsPerPiece: 1, frameBytes: [], keySeconds: [], keyBytes: [], options: [] }

function sizesBy(index: KnownIndex, { renditions, durationSeconds }: VideoDetails, options: ClipOptions): Sizes {
  const forms: RequestedForm[] = QUALITY_IDS.flatMap((quality) => [
    { quality, format: QUALITIES[quality].format },
    { quality, format: 'original' },
  ])
  const estimated = forms.flatMap((form) => {
    const size = formSize(renditions, { ...form, options }, { ...index, durationSeconds }, index)
    return size ? [{ ...form, ...size }] : []
  })
  const { audioBytesPerSecond: _audio, artworkBytes: _artwork, ...pieces } = index
  return { ...pieces, options: estimated }
}
