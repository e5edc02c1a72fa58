import type { Autoscaling } from './scenario.ts'

/** What it sees of a cell. */
export interface CellFigures {
  workers: number
  takenSlots: number
  slotsPerWorker: number
  oldestWaitingSeconds: number
}

/** Kubernetes leaves it when it is nearly right. */
const TOLERANCE = 0.1

/**
 * How many workers a cell should have, by the rule of Kubernetes' horizontal autoscaler: as many times what there are as the figure
 * is times its target, the most of all figures, and down only to the most that was wanted lately.
 */
export class Autoscaler {
  readonly #settings: Autoscaling
  #wanted: { at: number; workers: number }[] = []

  constructor(settings: Autoscaling) {
    this.#settings = settings
  }

  desired(now: number, { workers, takenSlots, slotsPerWorker, oldestWaitingSeconds }: CellFigures): number {
    const { targetAgeSeconds, targetOccupancy, fewest, most, mostGrowth, calmSeconds } = this.#settings
    const byAge = proportional(workers, oldestWaitingSeconds / targetAgeSeconds)
    const occupancy = takenSlots / Math.max(1, workers * slotsPerWorker)
    const byOccupancy = targetOccupancy === null ? 0 : proportional(workers, occupancy / targetOccupancy)
    const wanted = clamp(Math.min(Math.max(byAge, byOccupancy), Math.ceil(workers * mostGrowth)), fewest, most)
    this.#wanted.push({ at: now, workers: wanted })
    this.#wanted = this.#wanted.filter(({ at }) => at >= now - calmSeconds)
    return wanted >= workers ? wanted : Math.max(...this.#wanted.map((one) => one.workers))
  }
}

function proportional(workers: number, ratio: number): number {
  return Math.abs(ratio - 1) <= TOLERANCE ? workers : Math.ceil(workers * ratio)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
