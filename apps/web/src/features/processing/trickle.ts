import { INTERACTION } from '../../interaction-numbers.ts'

/** Where the trickle would come to rest: only the server's answer fills the bar. */
const CEILING_PERCENT = 96

/**
 * The next percent while nothing real is known: a random step of up to 15, shrinking as the bar fills, so that it always
 * moves and never arrives. `random` is 0..1.
 */
export function trickle(percent: number, random: number): number {
  const room = Math.max(0, CEILING_PERCENT - percent) / CEILING_PERCENT
  return Math.min(CEILING_PERCENT, percent + random * INTERACTION.trickleMaxStepPercent * room)
}

/** Whole seconds that are probably left. */
export function secondsLeft(percent: number): number {
  const { etaStartSeconds, etaSecondsPerPercent, etaFloorSeconds } = INTERACTION
  return Math.round(Math.max(etaStartSeconds - etaSecondsPerPercent * percent, etaFloorSeconds))
}
