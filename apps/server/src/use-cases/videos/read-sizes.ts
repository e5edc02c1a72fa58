import type { AnswerOf, QueryOf } from '@kerf/contract/protocol/endpoint'
import type * as contract from '@kerf/contract/video'
import type { Sizes } from '@kerf/contract/video'
import { fitsAnimation, isAnimation } from '@kerf/domain/formats/clip-format'
import type { ClipOptions } from '@kerf/domain/formats/clip-options'
import { CROP_RATIOS, parseCrop } from '@kerf/domain/formats/crop'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
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

const MAX_CACHED_ARTWORKS = 10_000

type SizeDeps = LocateDeps

/**
 * Reads the size index of a viewer's own video, with the share of it that each form takes. Empty if there is no index.
 */
export async function readSizes(
  deps: SizeDeps,
  { query, signal, ...own }: Own & { query: SpelledOptions; signal: AbortSignal },
): Promise<Outcome<Sizes>> {
  const options = readOptions(query)
  if (!options.ok) return options
  const lookup = await findWithSource(deps, own)
  if (!lookup.ok) return lookup
  const index = await readIndex(deps, lookup.value, signal)
  // Without an index, the page estimates from average bitrates, which it already has.
  return done(index ? sizesBy(index, lookup.value.video.details, options.value) : UNKNOWN_SIZES)
}

type SpelledOptions = QueryOf<typeof contract.readSizes>

function readOptions({ crop: cropText, bitrate, container }: SpelledOptions): Outcome<ClipOptions> {
  const crop = cropText === undefined ? undefined : parseCrop(cropText)
  if (crop === null) return invalidRequest(CROP_MEANING)
  return done({ ...(crop && { crop }), ...(bitrate && { bitrate }), ...(container && { container }) })
}

const CROP_MEANING = `"crop" must be one of ${CROP_RATIOS.join(', ')}, or left,top,width,height in shares of the frame.`

/** Estimates the bytes and the height of a clip of this form and range; null if unknown. */
export async function readSize(
  deps: SizeDeps,
  {
    query: { startTime, endTime, quality, format, maxBytes, ...spelledOptions },
    signal,
    ...own
  }: Own & { query: QueryOf<typeof contract.readSize>; signal: AbortSignal },
): Promise<Outcome<AnswerOf<typeof contract.readSize>>> {
  const parsedOptions = readOptions(spelledOptions)
  if (!parsedOptions.ok) return parsedOptions
  const lookup = await findWithSource(deps, own)
  if (!lookup.ok) return lookup
  const { details } = lookup.value.video
  const trim = decideTrim(startTime, endTime, details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const ranges = [trim.range]
  const options = decideFit(details, { quality, format }, ranges, { ...parsedOptions.value, maxBytes })
  if (!options.ok) return options
  if (isAnimation(format) && !fitsAnimation(rangesSeconds(ranges))) return done({ bytes: null, height: null })
  const form = { quality, format, options: options.value }
  const index = await readIndex(deps, lookup.value, signal)
  const estimate = (index && bytesByIndex(index, details, form, ranges)) ?? bytesByAverage(details, form, ranges)
  const { renditions, durationSeconds } = details
  if (maxBytes === undefined) return done({ bytes: estimate, height: clipHeight(renditions, form) })
  const qualities = offeredQualities(renditions, durationSeconds)
  const fit = fittedForm(qualities, quality, { seconds: rangesSeconds(ranges), maxBytes })
  if (!fit) return done({ bytes: null, height: null })
  const height = clipHeight(renditions, { ...form, quality: fit.quality }, fit.height)
  return done({ bytes: estimate && Math.min(estimate, maxBytes), height })
}

function bytesByIndex(
  index: IndexWithArtwork,
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

interface IndexWithArtwork extends SizeIndex {
  artworkBytes: number
}

async function readIndex(
  deps: SizeDeps,
  { video, source }: { video: VideoRecord; source: VideoSource },
  signal: AbortSignal,
): Promise<IndexWithArtwork | null> {
  const read = source.readSizeIndex
  const locatedVideo = read && (await locateVideo(deps, video))
  if (!locatedVideo?.ok) return null
  const index = await readingOutcome(() => read!(locatedVideo.value, signal))
  if (!index.ok) return null
  const artwork = await artworkBytes(deps, { id: video.id, located: locatedVideo.value, source }, signal)
  return { ...index.value, artworkBytes: artwork }
}

/** Size of the artwork in an MP3. Only the size is cached, because the page loads the image itself anyway. */
async function artworkBytes(
  { caches: { artworkBytes: sizes } }: SizeDeps,
  { id, located, source }: { id: string; located: ResolvedVideo; source: VideoSource },
  signal: AbortSignal,
): Promise<number> {
  const cachedSize = sizes.get(id)
  if (cachedSize !== undefined) return cachedSize
  const bytes = (await artworkOf(located, source, signal))?.bytes.length ?? 0
  if (sizes.size >= MAX_CACHED_ARTWORKS) sizes.clear()
  sizes.set(id, bytes)
  return bytes
}

const UNKNOWN_SIZES: Sizes = { secondsPerPiece: 1, frameBytes: [], keySeconds: [], keyBytes: [], options: [] }

function sizesBy(index: IndexWithArtwork, { renditions, durationSeconds }: VideoDetails, options: ClipOptions): Sizes {
  const forms: ClipForm[] = QUALITY_IDS.flatMap((quality) => [
    { quality, format: QUALITIES[quality].format },
    { quality, format: 'original' },
  ])
  const estimates = forms.flatMap((form) => {
    const size = formSize(renditions, { ...form, options }, { ...index, durationSeconds }, index)
    return size ? [{ ...form, ...size }] : []
  })
  const { audioBytesPerSecond: _audio, artworkBytes: _artwork, ...pieces } = index
  return { ...pieces, options: estimates }
}
