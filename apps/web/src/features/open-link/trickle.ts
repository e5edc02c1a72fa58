import type { ProcessStage } from '@kerf/contract/process-events'
import { INTERACTION } from '../../data/interaction-numbers.ts'

/** Stage of processing: a stage of the server, or before it `sending`, while the page loads its code. */
export type Stage = 'sending' | ProcessStage

/** Part of the progress bar that each stage fills, in percent. Only a report of the server begins the next stage. */
const STAGE_SPANS: Record<Stage, { from: number; to: number }> = {
  sending: { from: 0, to: 8 },
  asking: { from: 8, to: 90 },
  describing: { from: 90, to: 98 },
}

/**
 * Next percentage while the server reports nothing new: a random step of up to 15 percent. The steps shrink as the
 * stage's part of the bar fills, so that the bar always moves, but does not reach the end of the part.
 * @param random from 0 to 1
 */
export function nextPercent(percent: number, random: number, stage: Stage): number {
  const { from, to } = STAGE_SPANS[stage]
  const current = Math.max(from, percent)
  const freeShare = Math.max(0, to - current) / (to - from)
  return Math.max(current, Math.min(to, current + random * INTERACTION.trickleMaxStepPercent * freeShare))
}
