import { nextLap } from '@kerf/domain/jobs/queue-laps'
import { nextTurn, QUEUE_CLASSES, type QueueClass } from '@kerf/domain/jobs/queue-turns'
import { EventHeap } from './event-heap.ts'

export interface WaitingJob {
  /** Since when it has been waiting, seconds. */
  waitsSince: number
  kind: QueueClass
  /** Who asked. */
  asker: number
  /** 0 before it joins. */
  lap: number
  isTaken: boolean
}

/**
 * The jobs of one class. Their turns are the queue's; who of them gets which is settled by laps, so that the first turn is that of the
 * first in the lowest lap.
 */
class ClassLine<Job extends WaitingJob> {
  readonly byLap = new EventHeap<Job>()
  readonly turns = new EventHeap<number>()
  lastTurn = 0
  lastLapServed: number | null = null
  /** The highest lap in which each asker waits; those who do not any more are left out. */
  readonly lapsOfAskers = new Map<number, number>()
}

/** Jobs that wait for a worker, in the product's own order: this file is all that knows how turns are given. */
export class TurnLine<Job extends WaitingJob> {
  readonly #classes: Record<QueueClass, ClassLine<Job>> = { paid: new ClassLine(), ordinary: new ClassLine() }
  /** Put back with the turns they had, which all others' are behind. */
  readonly #returned: Job[] = []
  /** In the order in which they came; those that were taken are thrown out when they get to the front. */
  #byAge: Job[] = []
  #front = 0
  #lastServed: number | null = null

  get size(): number {
    return this.#returned.length + this.#classes.paid.byLap.size + this.#classes.ordinary.byLap.size
  }

  join(job: Job): void {
    const line = this.#classes[job.kind]
    job.lap = nextLap({
      lastServed: line.lastLapServed,
      lowestWaiting: line.byLap.next?.lap ?? null,
      lastOfAsker: line.lapsOfAskers.get(job.asker) ?? null,
    })
    line.lapsOfAskers.set(job.asker, job.lap)
    line.lastTurn = nextTurn(job.kind, {
      lastServed: this.#lastServed,
      lowestWaiting: this.#lowestTurn(),
      lastWaitingPaid: this.#lastWaiting('paid'),
      lastWaitingOrdinary: this.#lastWaiting('ordinary'),
    })
    line.turns.put(line.lastTurn, line.lastTurn)
    line.byLap.put(job.lap, job)
    this.#note(job)
  }

  /** One whose worker died keeps its turn. */
  putBack(job: Job): void {
    this.#returned.push(job)
    this.#note(job)
  }

  take(): Job | undefined {
    const job = this.#returned.shift() ?? this.#takeByTurn()
    if (job) job.isTaken = true
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

  #takeByTurn(): Job | undefined {
    const turn = this.#lowestTurn()
    if (turn === null) return undefined
    const line = QUEUE_CLASSES.map((kind) => this.#classes[kind]).find(({ turns }) => turns.next === turn)!
    line.turns.take()
    const job = line.byLap.take()!
    this.#lastServed = Math.max(this.#lastServed ?? 0, turn)
    line.lastLapServed = Math.max(line.lastLapServed ?? 0, job.lap)
    if (line.lapsOfAskers.get(job.asker) === job.lap) line.lapsOfAskers.delete(job.asker)
    return job
  }

  #note(job: Job): void {
    job.isTaken = false
    this.#byAge.push(job)
  }

  #lowestTurn(): number | null {
    const lowest = Math.min(this.#classes.paid.turns.nextTime, this.#classes.ordinary.turns.nextTime)
    return lowest === Number.POSITIVE_INFINITY ? null : lowest
  }

  #lastWaiting(kind: QueueClass): number | null {
    const { turns, lastTurn } = this.#classes[kind]
    return turns.size === 0 ? null : lastTurn
  }
}
