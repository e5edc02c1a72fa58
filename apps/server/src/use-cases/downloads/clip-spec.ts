import type { ClipSpec, Mp3Tags } from '@kerf/cutter/api/clip-spec'
import { type ClipFormat, isAnimation } from '@kerf/domain/formats/clip-format'
import { AUDIO_BITRATE } from '@kerf/domain/formats/quality'
import type { RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'

/** A picture beside an MP3 is worth no more than that. */
const ARTWORK_TIMEOUT_MILLISECONDS = 8_000
const LARGEST_ARTWORK_BYTES = 2 * 1024 * 1024
const LONGEST_TAG = 250

/** What the engine is to make of these renditions. */
export async function mediaWish(
  format: ClipFormat,
  choice: RenditionChoice,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<ClipSpec> {
  if (format === 'original' || isAnimation(format)) return { kind: format }
  if (format === 'png') return { kind: 'still', height: choice.scaleToLines }
  if (choice.video) return { kind: 'video', height: choice.scaleToLines }
  return { kind: 'mp3', bitrate: AUDIO_BITRATE, tags: await tagsOf(video, source, signal) }
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
