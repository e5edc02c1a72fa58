import type { MeasuredCosts } from '../cost/measured-costs.ts'
import { workersForWait } from './erlang-c.ts'
import { clipDemand, type WishMix } from './wish-mix.ts'

/** Roles on machines of their own, for so many clips an hour. */
export interface SplitWish {
  clipsPerHour: number
  mix: WishMix
  /** Of a worker process; as many cuts at once as cores. */
  coresPerWorker: number
  roundTripSeconds: number
  /** That a clip may wait on average. */
  mostWaitSeconds: number
  /** Standard deviation of how long a cut takes, divided by its mean. */
  variation: number
  /** Seconds that a page polls for one clip, from the wish to the file. */
  polledSeconds: number
  newLinkShare: number
  lookupSeconds: number
  lookupsPerAddressHour: number
  /** How much of a core a web process or the database may take, 0 to 1: pages should not wait. */
  mostBusy: number
}

export interface SplitCapacity {
  workers: number
  /** Each is one event loop: one core. */
  webProcesses: number
  databaseCores: number
  transactionsPerSecond: number
  walMegabytesPerSecond: number
  addresses: number
  fetchedMegabitsPerSecond: number
  sentMegabitsPerSecond: number
  storeWritesPerSecond: number
}

export function splitCapacity(costs: MeasuredCosts, wish: SplitWish): SplitCapacity {
  const { calls, database } = costs
  const demand = clipDemand(costs, wish.mix)
  const clipsPerSecond = wish.clipsPerHour / 3600
  const slotSeconds = demand.mediaSeconds + demand.serverSeconds + demand.requests * wish.roundTripSeconds
  const slots = workersForWait(clipsPerSecond, slotSeconds, wish.mostWaitSeconds, wish.variation)
  const webSeconds =
    calls.wish +
    calls.page +
    calls.firstVisit +
    wish.polledSeconds * calls.statusPoll +
    (calls.fileMegabyte * demand.writtenBytes) / 1e6 +
    wish.newLinkShare * wish.lookupSeconds
  return {
    workers: Math.ceil(slots / wish.coresPerWorker),
    webProcesses: Math.max(1, Math.ceil((clipsPerSecond * webSeconds) / wish.mostBusy)),
    databaseCores: database ? (clipsPerSecond * database.databaseSecondsPerClip) / wish.mostBusy : Number.NaN,
    transactionsPerSecond: database ? clipsPerSecond * database.transactionsPerClip : Number.NaN,
    walMegabytesPerSecond: database ? (clipsPerSecond * database.walBytesPerClip) / 1e6 : Number.NaN,
    addresses: Math.ceil((wish.clipsPerHour * wish.newLinkShare) / wish.lookupsPerAddressHour),
    fetchedMegabitsPerSecond: (clipsPerSecond * demand.fetchedBytes * 8) / 1e6,
    sentMegabitsPerSecond: (clipsPerSecond * demand.writtenBytes * 8) / 1e6,
    storeWritesPerSecond: clipsPerSecond,
  }
}

/** How many people one process with the embedded database answers who do nothing but poll once a second. */
export function pollersPerProcess({ calls }: MeasuredCosts, mostBusy: number): number {
  return Math.floor((mostBusy - calls.idleSecond) / calls.statusPoll)
}

/**
 * How many clips a second one queue takes in and gives out. Whoever joins holds its lock until their transaction ends: joins go
 * one after the other, each as long as PostgreSQL works on it and the answers of so many statements travel.
 */
export function queueLimits(
  { queue }: MeasuredCosts,
  statementsUnderLock: number,
  roundTripSeconds: number,
): { waiting: number; joinsPerSecond: number; takesPerDatabaseCore: number }[] {
  return queue.map(({ waiting, join, take }) => ({
    waiting,
    joinsPerSecond: 1 / (join.database + statementsUnderLock * roundTripSeconds),
    takesPerDatabaseCore: 1 / take.database,
  }))
}
