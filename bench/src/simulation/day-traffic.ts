import type { Region, Scenario } from './scenario.ts'

const HOURS = 24
const HOUR_SECONDS = 3600

/** Visits a second of one region at any moment: its share of the day's clips, by the local hour. */
export interface RegionTraffic {
  visitsPerSecond(now: number): number
  most: number
}

export function regionTraffic(scenario: Scenario, region: Region): RegionTraffic {
  const { dayCurve, clips, seconds, plans } = scenario
  const mean = dayCurve.reduce((sum, value) => sum + value, 0) / dayCurve.length
  // A share of clips; whoever asks for several at once comes so much more rarely.
  const visits = Object.values(plans).reduce((sum, { share, clipsPerVisit }) => sum + share / clipsPerVisit, 0)
  const average = (clips * region.share * visits) / seconds
  const at = (now: number): number => {
    const hour = (now / HOUR_SECONDS + region.hoursAhead + HOURS) % HOURS
    const place = (hour / HOURS) * dayCurve.length
    const index = Math.floor(place)
    const [from = 0, to = 0] = [dayCurve[index % dayCurve.length], dayCurve[(index + 1) % dayCurve.length]]
    return (average * (from + (to - from) * (place - index))) / mean
  }
  return { visitsPerSecond: at, most: (average * Math.max(...dayCurve)) / mean }
}

/** Of all visits, those of each plan: who asks for several clips at once comes more rarely. */
export function visitShares({ plans }: Scenario): number[] {
  const visits = Object.values(plans).map(({ share, clipsPerVisit }) => share / clipsPerVisit)
  const all = visits.reduce((sum, one) => sum + one, 0)
  return visits.map((one) => one / all)
}
