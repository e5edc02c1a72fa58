import type { ClipSpec, Mp3Tags } from '@kerf/cutter/api/clip-spec'
import { type ClipFormat, isAnimation } from '@kerf/domain/formats/clip-format'
import type { WishedForm } from '@kerf/domain/formats/format-choice'
import { AUDIO_BITRATE, type QualityId } from '@kerf/domain/formats/quality'
import { isH264, type Rendition, type RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { encodedShare } from '@kerf/domain/sizes/clip-size'
import { formWeight } from '@kerf/domain/sizes/clip-weights'
import { weighPictures } from '@kerf/domain/sizes/weigh-range'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'

/** A picture beside an MP3 is worth no more than that. */
const ARTWORK_TIMEOUT_MILLISECONDS = 8_000
const LARGEST_ARTWORK_BYTES = 2 * 1024 * 1024
const LONGEST_TAG = 250

interface WishedClip {
  format: ClipFormat
  /** null: of a size that nobody was told about. */
  quality: QualityId | null
  ranges: readonly TimeRange[]
}

/** What the engine makes of a clip that was wished for: of these ranges, as large as was told. */
export async function mediaWish(
  { format, quality, ranges }: WishedClip,
  choice: RenditionChoice,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<ClipSpec> {
  const told = async () => (quality === null ? {} : toldBytes({ format, quality }, ranges, video, source))
  if (format === 'original') return { kind: 'original', ...(await told()) }
  if (isAnimation(format)) return { kind: format }
  if (format === 'png') return { kind: 'still', height: choice.scaleToLines }
  if (choice.video)
    return { kind: 'video', height: choice.scaleToLines, ...shareOf(choice, choice.video, video), ...(await told()) }
  return { kind: 'mp3', bitrate: AUDIO_BITRATE, tags: await tagsOf(video, source, signal) }
}

/** What people were told by, if anybody was: nothing is fetched for it. */
async function toldBytes(
  form: WishedForm,
  ranges: readonly TimeRange[],
  video: ResolvedVideo,
  source: VideoSource,
): Promise<{ pictureBytes?: number }> {
  // A clip of another size is better than none.
  const weights = await source.keptWeights?.(video).catch(() => null)
  const { durationSeconds, renditions } = video
  const weight = weights && formWeight(renditions, form, { durationSeconds, artworkBytes: 0 }, weights)
  if (!weights || !weight) return {}
  return { pictureBytes: ranges.reduce((sum, range) => sum + weighPictures(weights, weight, range), 0) }
}

/** Only what will have to be encoded anew was told by that. */
function shareOf(choice: RenditionChoice, picture: Rendition, { durationSeconds }: ResolvedVideo): { share?: number } {
  const isCopied = choice.scaleToLines === null && isH264(picture)
  return isCopied ? {} : { share: encodedShare(choice, picture, durationSeconds) }
}

async function tagsOf(video: ResolvedVideo, source: VideoSource, signal: AbortSignal): Promise<Mp3Tags> {
  const title = oneLine(video.title)
  const artist = oneLine(video.channel ?? '')
  const artwork = await artworkOf(video, source, signal)
  return { ...(title ? { title } : {}), ...(artist ? { artist } : {}), ...(artwork ? { artwork } : {}) }
}

/** The video's own picture; without one, for whatever reason, the sound is as good. */
export async function artworkOf(
  { thumbnailAddress }: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<Mp3Tags['artwork'] | null> {
  if (thumbnailAddress === null) return null
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ARTWORK_TIMEOUT_MILLISECONDS)])
  const image = await source.fetchImage(thumbnailAddress, inTime).catch(() => null)
  signal.throwIfAborted()
  if (!image || image.bytes.length > LARGEST_ARTWORK_BYTES) return null
  const { mediaType: mimeType, bytes } = image
  return mimeType === 'image/jpeg' || mimeType === 'image/png' ? { mimeType, bytes } : null
}

function oneLine(text: string): string {
  return plainLine(text.replace(/\s+/g, ' '), LONGEST_TAG)
}
