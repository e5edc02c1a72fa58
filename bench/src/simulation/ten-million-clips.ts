import type { PlanTraffic, Scenario, WishKind } from './scenario.ts'

const DAY_SECONDS = 86_400
/** Most clips are some seconds, few are an hour: half are shorter than the median, one in a hundred longer than 13 times that. */
const LONG_TAIL = 1.1
const HOUR = 3600

const ordinary: readonly WishKind[] = [
  wish('360p copied, with seams', 0.8, 18, HOUR),
  wish('MP3', 0.15, 90, 2 * HOUR),
  wish('GIF', 0.05, 5, 15),
]
const paid: readonly WishKind[] = [
  wish('1080p copied, with seams', 0.55, 25, HOUR),
  wish('1080p copied, from a keyframe', 0.05, 25, HOUR),
  wish('720p encoded from VP9', 0.08, 15, HOUR),
  wish('1080p encoded from VP9', 0.08, 15, HOUR),
  // Half an hour of these is hours of work: a clip is given up after 30 minutes (the queue's own limit).
  wish('2160p encoded from VP9', 0.07, 10, 60),
  wish('MP3', 0.12, 90, 2 * HOUR),
  wish('GIF', 0.05, 5, 15),
]

function wish(kind: WishKind['kind'], share: number, medianSeconds: number, longestSeconds: number): WishKind {
  return { kind, share, medianSeconds, longestSeconds, sigma: LONG_TAIL }
}

const plan = (share: number, clipsPerVisit: number, kinds: readonly WishKind[]): PlanTraffic => ({
  ...{ share, clipsPerVisit, kinds },
})

/**
 * A day of ten million clips over four regions. Everything here is an assumption, apart from what a cut takes: who comes when, what
 * they wish for, how long machines take to start and how often they fail.
 */
export const TEN_MILLION_CLIPS: Scenario = {
  name: 'ten million clips',
  clips: 10_000_000,
  seconds: DAY_SECONDS,
  seed: 20_261_122,
  plans: {
    anonymous: plan(0.62, 1, ordinary),
    free: plan(0.23, 1.3, ordinary),
    pro: plan(0.11, 3, paid),
    lifetime: plan(0.04, 3, paid),
  },
  regions: [
    { name: 'Americas', share: 0.32, hoursAhead: -6, cells: 4, outgoingAddresses: 2000 },
    { name: 'Europe and Africa', share: 0.28, hoursAhead: 1, cells: 4, outgoingAddresses: 1800 },
    { name: 'South Asia', share: 0.22, hoursAhead: 5.5, cells: 3, outgoingAddresses: 1400 },
    { name: 'East Asia', share: 0.18, hoursAhead: 8.5, cells: 3, outgoingAddresses: 1200 },
  ],
  // From midnight on: a quiet night, a working day, an evening.
  dayCurve: [
    52, 36, 25, 20, 20, 26, 40, 58, 74, 86, 96, 104, 112, 116, 120, 126, 134, 144, 156, 168, 172, 158, 122, 82,
  ],
  worker: {
    slots: 2,
    cores: 2,
    meanLifeSeconds: 14 * DAY_SECONDS,
    noticedAfterSeconds: 22,
    mostTries: 3,
  },
  autoscaling: {
    everySeconds: 15,
    targetAgeSeconds: 10,
    targetOccupancy: 0.75,
    startSeconds: 90,
    calmSeconds: 300,
    mostGrowth: 2,
    fewest: 4,
    most: 400,
  },
  lookups: { share: 0.6, perAddressHour: 300 },
  outage: { region: 'Europe and Africa', fromSeconds: 19 * HOUR, seconds: 20 * 60, noticedAfterSeconds: 60 },
}
