import type { ClipKind } from '../cost/measured-costs.ts'

export const SIMULATED_PLANS = ['anonymous', 'free', 'pro', 'lifetime'] as const
export type SimulatedPlan = (typeof SIMULATED_PLANS)[number]

/** A wish of some kind: how often, and its lengths, which have a long tail. */
export interface WishKind {
  kind: ClipKind
  share: number
  medianSeconds: number
  /** Of the logarithm; 0: all are alike. */
  sigma: number
  longestSeconds: number
}

export interface PlanTraffic {
  /** Of all clips. */
  share: number
  /** Clips that are asked for at once, on average. */
  clipsPerVisit: number
  kinds: readonly WishKind[]
}

export interface Region {
  name: string
  /** Of all clips. */
  share: number
  /** Its evening comes so many hours before that of UTC. */
  hoursAhead: number
  /** Installations beside each other, each with its own database, queue and workers. */
  cells: number
  /** From which links are looked up. */
  outgoingAddresses: number
}

export interface Autoscaling {
  everySeconds: number
  /** More workers than there are, in proportion, when the first job has waited longer than this. */
  targetAgeSeconds: number
  /** And as many that the taken ones are this part of all; null: only the age counts. */
  targetOccupancy: number | null
  /** From the decision until a worker takes jobs. */
  startSeconds: number
  /** It shrinks to the most that was wanted in this time. */
  calmSeconds: number
  /** At most this many times as many in one step. */
  mostGrowth: number
  fewest: number
  most: number
}

export interface Scenario {
  name: string
  clips: number
  seconds: number
  seed: number
  plans: Readonly<Record<SimulatedPlan, PlanTraffic>>
  regions: readonly Region[]
  /** Traffic of each hour of a local day, in any unit; a straight line between. */
  dayCurve: readonly number[]
  worker: {
    slots: number
    cores: number
    /** Mean time from its start until it dies by itself. */
    meanLifeSeconds: number
    /** How long a dead worker's jobs stay with it: heartbeat, supervision and poll together. */
    noticedAfterSeconds: number
    /** After so many tries a clip has failed. */
    mostTries: number
  }
  autoscaling: Autoscaling
  lookups: {
    /** Of all visits: the source has to be asked; the others' video is known. */
    share: number
    /** That an address may make in an hour before the source refuses it. */
    perAddressHour: number
  }
  outage: {
    region: string
    fromSeconds: number
    seconds: number
    /** Until visitors are led to the next region. */
    noticedAfterSeconds: number
  } | null
}
