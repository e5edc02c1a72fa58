import type { OriginalContainer } from '../api/cut-plan.ts'
import type { MediaFacts } from '../api/media-facts.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'

const CONTAINERS: Record<string, OriginalContainer> = { h264: 'mp4', vp8: 'webm', vp9: 'webm', av1: 'webm' }

/**
 * The container of a clip in the media's own codecs; null where it cannot be made: without video, of HEVC, of VP8 in MP4, or
 * of rotated or mirrored video in WebM.
 * @param wanted MP4 for VP9 and AV1, too; absent: WebM
 */
export function originalContainer({ video }: Pick<MediaFacts, 'video'>, wanted?: 'mp4'): OriginalContainer | null {
  const container = (video && CONTAINERS[video.codec]) ?? null
  if (!video || !isNativeCodec(video.codec)) return container
  if (wanted === 'mp4') return video.codec === 'vp8' ? null : 'mp4'
  return video.rotation === 0 && !video.mirrored ? container : null
}
