import type { OriginalContainer } from '../api/cut-plan.ts'
import type { MediaFacts } from '../api/media-facts.ts'
import { MOST_CODEC_BYTES } from '../api/media-limits.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { codecBytes } from './memory-needed.ts'

const CONTAINERS: Record<string, OriginalContainer> = { h264: 'mp4', vp8: 'webm', vp9: 'webm', av1: 'webm' }

/**
 * The container of a clip in the media's own codecs; null where it cannot be made: without video, of HEVC, of rotated video
 * in WebM, or where the encoder would need too much memory (VP9 above 1440p).
 */
export function originalContainer({ video }: Pick<MediaFacts, 'video'>): OriginalContainer | null {
  const container = (video && CONTAINERS[video.codec]) ?? null
  if (!video || container !== 'webm') return container
  const codec = video.codec as NativeCodec
  const isFeasible = codecBytes({ ...video, codec }, codec, video) <= MOST_CODEC_BYTES
  return video.rotation === 0 && isFeasible ? container : null
}
