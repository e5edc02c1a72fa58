import type { MeasuredCosts } from '../cost/measured-costs.ts'
import { closedThroughput } from './closed-network.ts'
import { type ClipDemand, clipDemand, type WishMix } from './wish-mix.ts'

export interface Machine {
  /** That Kerf may use; need not be whole. */
  cores: number
  /** WORKER_CONCURRENCY. */
  cutsAtOnce: number
  /** To the source and back. */
  roundTripSeconds: number
  /** Pages that look after waiting or running clips, once a second each. */
  pollers: number
  /** Of all clips: how many links are looked up anew. */
  newLinkShare: number
  /** Processor seconds of such a lookup. */
  lookupSeconds: number
  /** Processor seconds for each clip of whatever else works on the same cores: in the bench, who asks and who serves the film. */
  otherSecondsPerClip?: number
}

export interface MachineCapacity {
  clipsPerHour: number
  coreSecondsPerClip: number
  /** Processor seconds a second that go to polls and to being there. */
  restingCores: number
  /** Of the cores that are left for clips, how much works. */
  utilisation: number
  demand: ClipDemand
}

/** How many clips one machine that does everything, `npm start`, cuts in an hour while its queue is never empty. */
export function machineCapacity(costs: MeasuredCosts, mix: WishMix, machine: Machine): MachineCapacity {
  const { calls } = costs
  const demand = clipDemand(costs, mix)
  const restingCores = calls.idleSecond + machine.pollers * calls.statusPoll
  const cores = Math.max(0, machine.cores - restingCores)
  const coreSecondsPerClip =
    demand.mediaSeconds +
    demand.serverSeconds +
    calls.wish +
    (calls.fileMegabyte * demand.writtenBytes) / 1e6 +
    machine.newLinkShare * machine.lookupSeconds +
    (machine.otherSecondsPerClip ?? 0)
  // A place is taken from the moment a worker takes a job: waiting there is for the source alone.
  const waitSeconds = demand.requests * machine.roundTripSeconds
  const clipsPerSecond = closedThroughput(machine.cutsAtOnce, coreSecondsPerClip, waitSeconds, cores)
  return {
    ...{ coreSecondsPerClip, restingCores, demand },
    clipsPerHour: clipsPerSecond * 3600,
    utilisation: cores === 0 ? 0 : (clipsPerSecond * coreSecondsPerClip) / cores,
  }
}
