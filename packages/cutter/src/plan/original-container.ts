import type { OriginalContainer } from '../api/cut-plan.ts'
import type { MediaFacts } from '../api/media-facts.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'

const CONTAINERS: Record<string, OriginalContainer> = { h264: 'mp4', vp8: 'webm', vp9: 'webm', av1: 'webm' }

/**
 * The container of a clip in the media's own codecs; null if there is none: without video, for HEVC, for VP8 in MP4,
 * and for rotated or mirrored video in WebM.
 * @param requested `mp4` puts VP9 and AV1 into an MP4; absent: they go into a WebM
 */
export function originalContainer({ video }: Pick<MediaFacts, 'video'>, requested?: 'mp4'): OriginalContainer | null {
  const container = (video && CONTAINERS[video.codec]) ?? null
  if (!video || !isNativeCodec(video.codec)) return container
  if (requested === 'mp4') return video.codec === 'vp8' ? null : 'mp4'
  return video.rotation === 0 && !video.mirrored ? container : null
}
