import { type ClipFormat, isAnimation } from '@kerf/domain/formats/clip-format'
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import { AUDIO_BITRATE, type QualityId } from '@kerf/domain/formats/quality'
import { isH264, type Rendition, type RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { encodedShare } from '@kerf/domain/sizes/clip-size'
import { formSize } from '@kerf/domain/sizes/clip-size-index'
import { estimateFrames } from '@kerf/domain/sizes/estimate-range'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { AudioTags, ClipSpec } from '../../ports/media.ts'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { artworkOf } from '../videos/artwork.ts'

const LONGEST_TAG = 250

interface RequestedClip {
  format: ClipFormat
  /** null: of a size that nobody was told about. */
  quality: QualityId | null
  ranges: readonly TimeRange[]
}

/** What the engine makes of a clip that was asked for: of these ranges, as large as was told. */
export async function clipSpec(
  { format, quality, ranges }: RequestedClip,
  choice: RenditionChoice,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<ClipSpec> {
  const told = async () => (quality === null ? {} : estimatedBytes({ format, quality }, ranges, video, source))
  if (format === 'original') return { kind: 'original', ...(await told()) }
  if (isAnimation(format)) return { kind: format }
  if (format === 'png') return { kind: 'still', height: choice.scaleToLines }
  if (choice.video)
    return { kind: 'video', height: choice.scaleToLines, ...shareOf(choice, choice.video, video), ...(await told()) }
  return { kind: 'mp3', bitrate: AUDIO_BITRATE, tags: await tagsOf(video, source, signal) }
}

/** What people were told by, if anybody was: nothing is fetched for it. */
async function estimatedBytes(
  form: RequestedForm,
  ranges: readonly TimeRange[],
  video: ResolvedVideo,
  source: VideoSource,
): Promise<{ frameBytes?: number }> {
  // A clip of another size is better than none.
  const sizeIndex = await source.sizeIndexCache?.(video).catch(() => null)
  const { durationSeconds, renditions } = video
  const weight = sizeIndex && formSize(renditions, form, { durationSeconds, artworkBytes: 0 }, sizeIndex)
  if (!sizeIndex || !weight) return {}
  return { frameBytes: ranges.reduce((sum, range) => sum + estimateFrames(sizeIndex, weight, range), 0) }
}

/** Only what will have to be re-encoded was told by that. */
function shareOf(choice: RenditionChoice, frame: Rendition, { durationSeconds }: ResolvedVideo): { share?: number } {
  const isCopied = choice.scaleToLines === null && isH264(frame)
  return isCopied ? {} : { share: encodedShare(choice, frame, durationSeconds) }
}

async function tagsOf(video: ResolvedVideo, source: VideoSource, signal: AbortSignal): Promise<AudioTags> {
  const title = oneLine(video.title)
  const artist = oneLine(video.channel ?? '')
  const artwork = await artworkOf(video, source, signal)
  return { ...(title ? { title } : {}), ...(artist ? { artist } : {}), ...(artwork ? { artwork } : {}) }
}

function oneLine(text: string): string {
  return plainLine(text.replace(/\s+/g, ' '), LONGEST_TAG)
}
