import { at, clipOf } from '../capacity/wish-mix.ts'
import type { MeasuredCosts } from '../cost/measured-costs.ts'
import { drawLogNormal, drawShare, type Random } from './random-draws.ts'
import type { PlanTraffic } from './scenario.ts'

/** What a clip takes of whoever cuts it. */
export interface DrawnCut {
  /** For which a place of a worker is taken. */
  slotSeconds: number
  coreSeconds: number
  fetchedBytes: number
  writtenBytes: number
}

/** Round trips to sources in the open; the bench's own films are 50 ms away too. */
const ROUND_TRIP_SECONDS = 0.05

/**
 * Draws cuts as the measured costs have them. Each place has a core of its own: a cut takes its processor time and the round
 * trips of its requests, one after the other, which is the longest that they can take.
 */
export function cutDrawer(costs: MeasuredCosts, traffic: PlanTraffic): (random: Random) => DrawnCut {
  const shares = traffic.kinds.map(({ share }) => share)
  const kinds = traffic.kinds.map((wish) => ({ ...wish, cost: clipOf(costs, wish.kind) }))
  return (random) => {
    const { medianSeconds, sigma, longestSeconds, cost } = kinds[drawShare(random, shares)]!
    const seconds = Math.max(1, Math.min(longestSeconds, drawLogNormal(random, medianSeconds, sigma)))
    const coreSeconds = at(cost.media, seconds) + at(cost.server, seconds)
    return {
      coreSeconds,
      slotSeconds: coreSeconds + at(cost.requests, seconds) * ROUND_TRIP_SECONDS,
      fetchedBytes: at(cost.fetched, seconds),
      writtenBytes: at(cost.written, seconds),
    }
  }
}
