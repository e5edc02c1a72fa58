import { ANIMATION_QUALITY, type ClipFormat, isAnimation, isAudio } from './clip-format.ts'
import type { QualityId } from './quality.ts'

interface OfferedQuality {
  quality: QualityId
  access: 'allowed' | 'sign_up' | 'upgrade' | 'unavailable'
}

/** The best that the caller may have in this format, of options from large to small. null where nothing becomes it. */
export function bestQuality(options: readonly OfferedQuality[], format: ClipFormat = 'mp4'): QualityId | null {
  if (isAnimation(format)) return ANIMATION_QUALITY
  const fitting = options.filter(({ quality }) => (quality === 'audio') === isAudio(format))
  // Where nothing is allowed, the refusal of the best one says why.
  return (fitting.find(({ access }) => access === 'allowed') ?? fitting[0])?.quality ?? null
}
