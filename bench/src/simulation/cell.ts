import { Autoscaler } from './autoscaler.ts'
import type { Autoscaling, SimulatedPlan } from './scenario.ts'
import type { DrawnCut } from './service-times.ts'
import { TurnLine, type WaitingJob } from './turn-line.ts'

export interface SimulatedJob extends WaitingJob, DrawnCut {
  plan: SimulatedPlan
  askedAt: number
  tries: number
}

export interface SimulatedWorker {
  cell: Cell
  startedAt: number
  isAlive: boolean
  /** It takes no more jobs and ends with the last. */
  isLeaving: boolean
  running: SimulatedJob[]
}

/** One installation: a database with its queue, and the workers on it. */
export class Cell {
  readonly region: number
  readonly line = new TurnLine<SimulatedJob>()
  readonly autoscaler: Autoscaler
  readonly slotsPerWorker: number
  /** Alive and not leaving. */
  readonly workers: SimulatedWorker[] = []
  /** Alive, with a job that they end before they go. */
  readonly leaving = new Set<SimulatedWorker>()
  /** Decided on, not there yet. */
  starting = 0
  isDown = false
  /** How many there were when it went down. */
  workersBefore = 0
  /** One entry for each free place; those of workers that died or leave are thrown out when they are met. */
  readonly #free: SimulatedWorker[] = []
  takenSlots = 0

  constructor(region: number, slotsPerWorker: number, autoscaling: Autoscaling) {
    this.region = region
    this.slotsPerWorker = slotsPerWorker
    this.autoscaler = new Autoscaler(autoscaling)
  }

  get totalSlots(): number {
    return this.workers.length * this.slotsPerWorker
  }

  arrive(worker: SimulatedWorker): void {
    this.workers.push(worker)
    for (let slot = 0; slot < this.slotsPerWorker; slot++) this.#free.push(worker)
  }

  /** Takes the next job to a free place, if there are both. */
  dispatch(): { worker: SimulatedWorker; job: SimulatedJob } | null {
    if (this.line.size === 0) return null
    for (;;) {
      const worker = this.#free.pop()
      if (!worker) return null
      if (!worker.isAlive || worker.isLeaving) continue
      const job = this.line.take()!
      worker.running.push(job)
      this.takenSlots += 1
      return { worker, job }
    }
  }

  /** A job is off a worker's hands; its place is free if the worker goes on. */
  release(worker: SimulatedWorker, job: SimulatedJob): void {
    worker.running.splice(worker.running.indexOf(job), 1)
    this.takenSlots -= 1
    if (worker.isAlive && !worker.isLeaving) this.#free.push(worker)
  }

  /** Answers what it was cutting. */
  die(worker: SimulatedWorker): SimulatedJob[] {
    this.end(worker)
    const lost = worker.running
    worker.running = []
    this.takenSlots -= lost.length
    return lost
  }

  leave(worker: SimulatedWorker): void {
    this.#forget(worker)
    worker.isLeaving = true
    this.leaving.add(worker)
  }

  end(worker: SimulatedWorker): void {
    worker.isAlive = false
    this.#forget(worker)
    this.leaving.delete(worker)
  }

  #forget(worker: SimulatedWorker): void {
    const at = this.workers.indexOf(worker)
    if (at >= 0) this.workers.splice(at, 1)
  }
}
