import { ANIMATION_QUALITY, USUAL_ANIMATION } from './clip-format.ts'
import { ANIMATION_WIDTH_BOUNDS, FRAME_RATE_BOUNDS } from './clip-options.ts'
import { chooseClipRenditions } from './format-choice.ts'
import type { Rendition } from './rendition-choice.ts'

/** Tolerance for a whole step, as in the cutter: 15 of 29.97 frames per second means every second frame. */
const WHOLE_STEP_TOLERANCE = 0.05

/** Frame rate of the rendition for animations up to this width; null if unknown. */
export interface AnimationSource {
  upToWidth: number
  frameRate: number | null
}

/** Sources of animations by their width, from narrow to wide. Empty without video. */
export function animationSources(renditions: readonly Rendition[]): AnimationSource[] {
  const { least, most } = ANIMATION_WIDTH_BOUNDS
  // The choice changes only where an animation gets wider than a rendition.
  const narrowerWidths = renditions.map(({ width }) => width ?? most).filter((width) => width >= least && width < most)
  const sources: AnimationSource[] = []
  for (const width of [...new Set([...narrowerWidths, most])].sort((a, b) => a - b)) {
    const animation = { width, frameRate: FRAME_RATE_BOUNDS.most }
    const video = chooseClipRenditions(renditions, { quality: ANIMATION_QUALITY, format: 'gif' }, { animation })?.video
    if (!video) return []
    if (sources.at(-1)?.frameRate === video.frameRate) sources.pop()
    sources.push({ upToWidth: width, frameRate: video.frameRate })
  }
  return sources
}

/**
 * Frames per second of an animation, as the cutter makes it: every second, third ... frame of the source. Only a
 * requested rate leads to fractional steps. No rate leads to more frames than the source has.
 * @param requestedRate absent: the usual rate
 */
export function animationRate(sourceRate: number, requestedRate?: number): number {
  // 29.97 counts as 30, so that both become the same animation.
  const usualStep = Math.max(1, Math.round(Math.round(sourceRate) / USUAL_ANIMATION.frameRate))
  if (requestedRate === undefined) return sourceRate / usualStep
  const step = Math.max(1, sourceRate / requestedRate)
  const wholeStep = Math.round(step)
  return sourceRate / (Math.abs(step - wholeStep) < WHOLE_STEP_TOLERANCE ? wholeStep : step)
}
