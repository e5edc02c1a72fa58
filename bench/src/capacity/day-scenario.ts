import { type ClipShare, ORDINARY_CLIPS, PAID_CLIPS } from './costs.ts'

export const SIMULATED_PLANS = ['anonymous', 'free', 'pro'] as const
export type SimulatedPlan = (typeof SIMULATED_PLANS)[number]

export interface Region {
  name: string
  share: number
  /** Its evening comes so many hours before that of UTC. */
  hoursAhead: number
  /** Installations beside each other, each with its own database, queue and workers. */
  cells: number
  addresses: number
}

export interface Scenario {
  name: string
  clips: number
  seconds: number
  seed: number
  /** Of all clips, and how many are asked for at once, on average. */
  plans: Readonly<Record<SimulatedPlan, { share: number; clipsPerVisit: number; clips: readonly ClipShare[] }>>
  regions: readonly Region[]
  /** Traffic of each hour of a local day, in any unit; a straight line between. */
  dayCurve: readonly number[]
  worker: { slots: number; meanLifeSeconds: number; detectedAfterSeconds: number; mostTries: number }
  /** By the rule of Kubernetes' horizontal autoscaler: as many times what there are as the metric is times its target. */
  autoscaling: {
    everySeconds: number
    targetAgeSeconds: number
    /** null: only the age of the queue counts. */
    targetOccupancy: number | null
    /** From the decision until a worker takes jobs. */
    startSeconds: number
    /** It shrinks to the most that was wanted in this time. */
    calmSeconds: number
    fewest: number
    most: number
  }
  lookups: { share: number; perAddressHour: number }
  /** Until visitors are led to the next region, `detectedAfterSeconds` pass. */
  outage: { region: number; fromSeconds: number; seconds: number; detectedAfterSeconds: number } | null
}

const DAY_SECONDS = 86_400
const plan = (share: number, clipsPerVisit: number, clips: readonly ClipShare[]) => ({ share, clipsPerVisit, clips })

/** A day of ten million clips over four regions. Everything here is an assumption, apart from what a cut takes. */
export const TEN_MILLION_CLIPS: Scenario = {
  name: 'ten million clips',
  clips: 10_000_000,
  seconds: DAY_SECONDS,
  seed: 20_261_122,
  plans: {
    anonymous: plan(0.62, 1, ORDINARY_CLIPS),
    free: plan(0.23, 1.3, ORDINARY_CLIPS),
    pro: plan(0.15, 3, PAID_CLIPS),
  },
  regions: [
    { name: 'Americas', share: 0.32, hoursAhead: -6, cells: 4, addresses: 2000 },
    { name: 'Europe and Africa', share: 0.28, hoursAhead: 1, cells: 4, addresses: 1800 },
    { name: 'South Asia', share: 0.22, hoursAhead: 5.5, cells: 3, addresses: 1400 },
    { name: 'East Asia', share: 0.18, hoursAhead: 8.5, cells: 3, addresses: 1200 },
  ],
  dayCurve: [
    52, 36, 25, 20, 20, 26, 40, 58, 74, 86, 96, 104, 112, 116, 120, 126, 134, 144, 156, 168, 172, 158, 122, 82,
  ],
  worker: { slots: 2, meanLifeSeconds: 14 * DAY_SECONDS, detectedAfterSeconds: 22, mostTries: 3 },
  autoscaling: {
    everySeconds: 15,
    targetAgeSeconds: 10,
    targetOccupancy: 0.75,
    startSeconds: 90,
    calmSeconds: 300,
    fewest: 4,
    most: 400,
  },
  lookups: { share: 0.6, perAddressHour: 300 },
  outage: { region: 1, fromSeconds: 19 * 3600, seconds: 20 * 60, detectedAfterSeconds: 60 },
}

/** One installation of the first region by itself, and what becomes of it when something is different. */
export function variantsOf(day: Scenario): Scenario[] {
  const [first] = day.regions
  const region = { ...first!, share: 1, cells: 1, addresses: first!.addresses / first!.cells }
  const clips = (day.clips * first!.share) / first!.cells
  const one: Scenario = { ...day, name: `one installation of ${first!.name}`, regions: [region], clips, outage: null }
  const { autoscaling, worker } = one
  return [
    one,
    {
      ...one,
      name: 'workers follow the age of the queue alone',
      autoscaling: { ...autoscaling, targetOccupancy: null },
    },
    { ...one, name: 'workers take five minutes to start', autoscaling: { ...autoscaling, startSeconds: 300 } },
    { ...one, name: 'workers die once an hour', worker: { ...worker, meanLifeSeconds: 3600 } },
    { ...one, name: 'a quarter of the outgoing addresses', regions: [{ ...region, addresses: region.addresses / 4 }] },
  ]
}
