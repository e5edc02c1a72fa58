import { nextTurn, type QueueClass } from '@kerf/domain/queue-turns'
import { EventHeap } from './event-heap.ts'

export interface WaitingJob {
  /** Since when it has been waiting, seconds. */
  waitsSince: number
  kind: QueueClass
  /** Who asked. */
  asker: number
  turn: number
  isTaken: boolean
}

/** Jobs that wait for a worker, in the product's own order: this file is all that knows how turns are given. */
export class TurnLine<Job extends WaitingJob> {
  readonly #byTurn = new EventHeap<Job>()
  /** In the order in which they came; those that were taken are thrown out when they get to the front. */
  #byAge: Job[] = []
  #front = 0
  #lastServed: number | null = null
  readonly #waiting: Record<QueueClass, { jobs: number; lastTurn: number }> = {
    paid: { jobs: 0, lastTurn: 0 },
    ordinary: { jobs: 0, lastTurn: 0 },
  }

  get size(): number {
    return this.#byTurn.size
  }

  join(job: Job): void {
    job.turn = nextTurn(job.kind, {
      lastServed: this.#lastServed,
      lowestWaiting: this.#byTurn.next?.turn ?? null,
      lastWaitingPaid: this.#lastWaiting('paid'),
      lastWaitingOrdinary: this.#lastWaiting('ordinary'),
    })
    this.#waiting[job.kind].lastTurn = job.turn
    this.#put(job)
  }

  /** One whose worker died keeps its turn. */
  putBack(job: Job): void {
    this.#put(job)
  }

  take(): Job | undefined {
    const job = this.#byTurn.take()
    if (!job) return undefined
    job.isTaken = true
    this.#lastServed = Math.max(this.#lastServed ?? 0, job.turn)
    this.#waiting[job.kind].jobs -= 1
    return job
  }

  /** How long the first of those that wait has waited, seconds; 0 when nobody does. */
  age(now: number): number {
    while (this.#front < this.#byAge.length && this.#byAge[this.#front]!.isTaken) this.#front += 1
    if (this.#front > 1024 && this.#front * 2 > this.#byAge.length) {
      this.#byAge = this.#byAge.slice(this.#front)
      this.#front = 0
    }
    const first = this.#byAge[this.#front]
    return first ? now - first.waitsSince : 0
  }

  #put(job: Job): void {
    job.isTaken = false
    this.#waiting[job.kind].jobs += 1
    this.#byTurn.put(job.turn, job)
    this.#byAge.push(job)
  }

  #lastWaiting(kind: QueueClass): number | null {
    const { jobs, lastTurn } = this.#waiting[kind]
    return jobs === 0 ? null : lastTurn
  }
}
