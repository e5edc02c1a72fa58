import { ANIMATION_QUALITY, type ClipFormat, isAnimation, isAudio } from './clip-format.ts'
import type { QualityId } from './quality.ts'

interface OfferedQuality {
  quality: QualityId
  access: 'allowed' | 'sign_up' | 'upgrade' | 'unavailable'
}

/** Best quality in this format that the caller may download. @param options largest first @returns null if none fits */
export function bestQuality(options: readonly OfferedQuality[], format: ClipFormat = 'mp4'): QualityId | null {
  if (isAnimation(format)) return ANIMATION_QUALITY
  const fittingOptions = options.filter(({ quality }) => (quality === 'audio') === isAudio(format))
  // If none is allowed, the refusal of the best one gives the reason.
  return (fittingOptions.find(({ access }) => access === 'allowed') ?? fittingOptions[0])?.quality ?? null
}
