import type { ClipSpec, Mp3Tags } from '@kerf/cutter/api/clip-spec'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import { AUDIO_BITRATE } from '@kerf/domain/formats/quality'
import type { RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { artworkOf } from '../videos/images.ts'

const LONGEST_TAG = 250

export async function clipSpec(
  format: ClipFormat,
  choice: RenditionChoice,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<ClipSpec> {
  switch (format) {
    case 'mp4':
      return { kind: 'video', height: choice.scaleToHeight }
    case 'mp3':
      return { kind: 'mp3', bitrate: AUDIO_BITRATE, tags: await tagsOf(video, source, signal) }
    case 'png':
      return { kind: 'still', height: choice.scaleToHeight }
    default:
      return { kind: format }
  }
}

async function tagsOf(video: ResolvedVideo, source: VideoSource, signal: AbortSignal): Promise<Mp3Tags> {
  const title = oneLine(video.title)
  const artist = oneLine(video.channel ?? '')
  const artwork = await artworkOf(video, source, signal)
  return { ...(title ? { title } : {}), ...(artist ? { artist } : {}), ...(artwork ? { artwork } : {}) }
}

function oneLine(text: string): string {
  return plainLine(text.replace(/\s+/g, ' '), LONGEST_TAG)
}
