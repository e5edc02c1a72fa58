import type { ProcessStage } from '@kerf/contract/process-events'
import { INTERACTION } from '../../data/interaction-numbers.ts'

/** What processing is at: the server's own stages, and before them the time the page needs to get ready. */
export type Stage = 'sending' | ProcessStage

/** The part of the bar that each stage fills. Only the server's word moves it on to the next, and only its answer ends it. */
const SPANS: Record<Stage, { from: number; to: number }> = {
  sending: { from: 0, to: 8 },
  asking: { from: 8, to: 90 },
  describing: { from: 90, to: 98 },
}

/**
 * The next percent while nothing new is known: a random step of up to 15, shrinking as the stage's part of the bar fills,
 * so that it always moves and never arrives. `random` is 0..1.
 */
export function trickle(percent: number, random: number, stage: Stage): number {
  const { from, to } = SPANS[stage]
  const current = Math.max(from, percent)
  const room = Math.max(0, to - current) / (to - from)
  return Math.max(current, Math.min(to, current + random * INTERACTION.trickleMaxStepPercent * room))
}
