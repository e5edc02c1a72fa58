import type { MediaFacts } from '../open-media.ts'

export type OriginalContainer = 'mp4' | 'webm'

const CONTAINERS: Record<string, OriginalContainer> = { h264: 'mp4', vp8: 'webm', vp9: 'webm', av1: 'webm' }

/**
 * What a clip in the media's own codecs is written as; null where it cannot be made: without pictures, of HEVC, or where
 * pictures are turned and WebM could not tell it.
 */
export function originalContainer({ video }: Pick<MediaFacts, 'video'>): OriginalContainer | null {
  const container = (video && CONTAINERS[video.codec]) ?? null
  return container === 'webm' && video?.rotation !== 0 ? null : container
}
