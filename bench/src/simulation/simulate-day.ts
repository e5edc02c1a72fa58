import type { QueueClass } from '@kerf/domain/jobs/queue-turns'
import { seededRandom } from '../../../tests/journeys/src/harness/seeded-random.ts'
import { Cell, type SimulatedJob, type SimulatedWorker } from './cell.ts'
import { DayFigures } from './day-figures.ts'
import { regionTraffic, visitShares } from './day-traffic.ts'
import { EventHeap } from './event-heap.ts'
import { OutgoingAddresses } from './outgoing-addresses.ts'
import { drawExponential, drawGeometric, drawShare, type Random } from './random-draws.ts'
import { type Scenario, SIMULATED_PLANS, type SimulatedPlan } from './scenario.ts'
import type { DrawnCut } from './service-times.ts'

type SimulatedEvent =
  | { kind: 'visit'; region: number }
  | { kind: 'done'; worker: SimulatedWorker; job: SimulatedJob; tries: number }
  | { kind: 'look'; cell: Cell }
  | { kind: 'worker is there'; cell: Cell }
  | { kind: 'worker dies'; worker: SimulatedWorker }
  | { kind: 'put back'; cell: Cell; job: SimulatedJob }
  | { kind: 'outage'; begins: boolean }

export type DrawCut = (random: Random, plan: SimulatedPlan) => DrawnCut

const CLASS_OF: Record<SimulatedPlan, QueueClass> = {
  anonymous: 'ordinary',
  free: 'ordinary',
  pro: 'paid',
  lifetime: 'paid',
}

/** Plays a scenario from its first to its last second. The same seed gives the same day, to the last digit. */
export function simulateDay(scenario: Scenario, drawCut: DrawCut): DayFigures {
  return new Day(scenario, drawCut).play()
}

class Day {
  readonly #scenario: Scenario
  readonly #drawCut: DrawCut
  readonly #random: Random
  readonly #figures: DayFigures
  readonly #events = new EventHeap<SimulatedEvent>()
  readonly #cells: Cell[][]
  readonly #addresses: OutgoingAddresses[]
  readonly #traffic
  readonly #shares: number[]
  #now = 0
  #asker = 0

  constructor(scenario: Scenario, drawCut: DrawCut) {
    const { regions, worker, autoscaling, lookups } = scenario
    this.#scenario = scenario
    this.#drawCut = drawCut
    this.#random = seededRandom(scenario.seed)
    this.#figures = new DayFigures(scenario)
    this.#traffic = regions.map((region) => regionTraffic(scenario, region))
    this.#shares = visitShares(scenario)
    this.#addresses = regions.map((one) => new OutgoingAddresses(one.outgoingAddresses, lookups.perAddressHour))
    this.#cells = regions.map(({ cells }, region) =>
      Array.from({ length: cells }, () => new Cell(region, worker.slots, autoscaling)),
    )
  }

  play(): DayFigures {
    this.#begin()
    while (this.#events.nextTime < this.#scenario.seconds) {
      this.#now = this.#events.nextTime
      this.#figures.events += 1
      this.#happen(this.#events.take()!)
    }
    this.#now = this.#scenario.seconds
    for (const { workers, leaving } of this.#cells.flat())
      for (const worker of [...workers, ...leaving]) this.#noteLife(worker)
    return this.#figures
  }

  #begin(): void {
    const { autoscaling, outage } = this.#scenario
    for (const [region, cells] of this.#cells.entries()) {
      this.#events.put(drawExponential(this.#random, 1 / this.#traffic[region]!.most), { kind: 'visit', region })
      for (const [number, cell] of cells.entries()) {
        for (let worker = 0; worker < autoscaling.fewest; worker++) this.#startWorker(cell)
        // Not all at the same moment.
        this.#events.put((autoscaling.everySeconds * (number + 1)) / cells.length, { kind: 'look', cell })
      }
    }
    if (!outage) return
    this.#events.put(outage.fromSeconds, { kind: 'outage', begins: true })
    this.#events.put(outage.fromSeconds + outage.seconds, { kind: 'outage', begins: false })
  }

  #happen(event: SimulatedEvent): void {
    if (event.kind === 'visit') this.#visit(event.region)
    else if (event.kind === 'done') this.#done(event.worker, event.job, event.tries)
    else if (event.kind === 'look') this.#look(event.cell)
    else if (event.kind === 'worker is there') this.#workerIsThere(event.cell)
    else if (event.kind === 'worker dies') this.#workerDies(event.worker)
    else if (event.kind === 'put back') this.#putBack(event.cell, event.job)
    else this.#outage(event.begins)
  }

  /** Visits come at the day's highest rate, and those that are too many for this hour are none. */
  #visit(home: number): void {
    const { visitsPerSecond, most } = this.#traffic[home]!
    this.#events.put(this.#now + drawExponential(this.#random, 1 / most), { kind: 'visit', region: home })
    if (this.#random() * most > visitsPerSecond(this.#now)) return
    const plan = SIMULATED_PLANS[drawShare(this.#random, this.#shares)]!
    const clips = drawGeometric(this.#random, this.#scenario.plans[plan].clipsPerVisit)
    const region = this.#regionFor(home)
    if (region === null) {
      this.#figures.refusedByOutage += clips
      return
    }
    if (this.#random() < this.#scenario.lookups.share) {
      this.#figures.lookups += 1
      if (!this.#addresses[region]!.take(this.#now)) {
        this.#figures.refusedBySource += clips
        return
      }
    }
    const cells = this.#cells[region]!
    const cell = cells[Math.floor(this.#random() * cells.length)]!
    const asker = this.#asker++
    for (let clip = 0; clip < clips; clip++) this.#ask(cell, plan, asker)
  }

  /** Where visitors of a region are led; null while its failure is not noticed. */
  #regionFor(home: number): number | null {
    if (!this.#cells[home]![0]!.isDown) return home
    const { outage, regions } = this.#scenario
    if (outage && this.#now < outage.fromSeconds + outage.noticedAfterSeconds) return null
    for (let step = 1; step < regions.length; step++) {
      const next = (home + step) % regions.length
      if (!this.#cells[next]![0]!.isDown) return next
    }
    return null
  }

  #ask(cell: Cell, plan: SimulatedPlan, asker: number): void {
    const cut = this.#drawCut(this.#random, plan)
    // Field by field: it is done ten million times.
    const job: SimulatedJob = {
      plan,
      asker,
      kind: CLASS_OF[plan],
      askedAt: this.#now,
      waitsSince: this.#now,
      lap: 0,
      tries: 0,
      isTaken: false,
      slotSeconds: cut.slotSeconds,
      coreSeconds: cut.coreSeconds,
      fetchedBytes: cut.fetchedBytes,
      writtenBytes: cut.writtenBytes,
    }
    this.#figures.asked[plan] += 1
    this.#figures.hourAt(this.#now).asked += 1
    cell.line.join(job)
    this.#dispatch(cell)
  }

  #dispatch(cell: Cell): void {
    if (cell.isDown) return
    for (let begun = cell.dispatch(); begun; begun = cell.dispatch()) {
      const { worker, job } = begun
      if (job.tries === 0) {
        this.#figures.waits[job.plan].note(this.#now - job.askedAt)
        this.#figures.hourAt(this.#now).waits.note(this.#now - job.askedAt)
      }
      job.tries += 1
      this.#events.put(this.#now + job.slotSeconds, { kind: 'done', worker, job, tries: job.tries })
    }
  }

  #done(worker: SimulatedWorker, job: SimulatedJob, tries: number): void {
    // The worker died meanwhile, and somebody else has the job or will have it.
    if (!worker.isAlive || job.tries !== tries || !worker.running.includes(job)) return
    const { cell } = worker
    cell.release(worker, job)
    if (worker.isLeaving && worker.running.length === 0) this.#end(worker)
    this.#figures.done[job.plan] += 1
    this.#figures.turnarounds[job.plan].note(this.#now - job.askedAt)
    this.#spend(job)
    this.#dispatch(cell)
  }

  #spend(job: SimulatedJob): void {
    this.#figures.coreSeconds += job.coreSeconds
    this.#figures.fetchedBytes += job.fetchedBytes
    this.#figures.writtenBytes += job.writtenBytes
  }

  #look(cell: Cell): void {
    const { autoscaling, worker } = this.#scenario
    this.#events.put(this.#now + autoscaling.everySeconds, { kind: 'look', cell })
    this.#noteCell(cell)
    if (cell.isDown) return
    const workers = cell.workers.length + cell.starting
    const desired = cell.autoscaler.desired(this.#now, {
      ...{ workers, takenSlots: cell.takenSlots, slotsPerWorker: worker.slots },
      oldestWaitingSeconds: cell.line.age(this.#now),
    })
    this.#startLater(cell, desired - workers)
    for (let fewer = workers; fewer > desired && cell.workers.length > 1; fewer--) {
      const leaving = cell.workers.at(-1)!
      cell.leave(leaving)
      if (leaving.running.length === 0) this.#end(leaving)
    }
  }

  #noteCell(cell: Cell): void {
    const { everySeconds } = this.#scenario.autoscaling
    const hour = this.#figures.hourAt(this.#now)
    const [slots, taken] = [cell.totalSlots * everySeconds, Math.min(cell.takenSlots, cell.totalSlots) * everySeconds]
    hour.slotSeconds += slots
    hour.takenSlotSeconds += taken
    this.#figures.slotSeconds += slots
    this.#figures.takenSlotSeconds += taken
    hour.waiting = Math.max(hour.waiting, cell.line.size)
    this.#figures.mostWaiting = Math.max(this.#figures.mostWaiting, cell.line.size)
    const inRegion = this.#cells[cell.region]!.reduce((sum, { workers }) => sum + workers.length, 0)
    hour.workers[cell.region] = Math.max(hour.workers[cell.region]!, inRegion)
  }

  #workerIsThere(cell: Cell): void {
    cell.starting -= 1
    if (cell.isDown) return
    this.#startWorker(cell)
    this.#dispatch(cell)
  }

  #startWorker(cell: Cell): void {
    const worker: SimulatedWorker = { cell, startedAt: this.#now, isAlive: true, isLeaving: false, running: [] }
    cell.arrive(worker)
    const all = this.#cells.flat().reduce((sum, { workers }) => sum + workers.length, 0)
    this.#figures.mostWorkers = Math.max(this.#figures.mostWorkers, all)
    const life = drawExponential(this.#random, this.#scenario.worker.meanLifeSeconds)
    this.#events.put(this.#now + life, { kind: 'worker dies', worker })
  }

  #workerDies(worker: SimulatedWorker): void {
    if (!worker.isAlive) return
    this.#figures.workersDied += 1
    this.#lose(worker, this.#scenario.worker.noticedAfterSeconds)
  }

  /** Its jobs stay with it until somebody notices. */
  #lose(worker: SimulatedWorker, noticedAfterSeconds: number): void {
    const { cell } = worker
    this.#noteLife(worker)
    for (const job of cell.die(worker)) {
      this.#spend(job)
      if (job.tries >= this.#scenario.worker.mostTries) this.#figures.failed[job.plan] += 1
      else this.#events.put(this.#now + noticedAfterSeconds, { kind: 'put back', cell, job })
    }
  }

  #putBack(cell: Cell, job: SimulatedJob): void {
    this.#figures.cutsBegunAgain += 1
    job.waitsSince = this.#now
    cell.line.putBack(job)
    this.#dispatch(cell)
  }

  #end(worker: SimulatedWorker): void {
    worker.cell.end(worker)
    this.#noteLife(worker)
  }

  #noteLife({ startedAt }: SimulatedWorker): void {
    this.#figures.workerSeconds += this.#now - startedAt
  }

  /** A region loses its workers at once; what waits in its databases waits until they are back. */
  #outage(begins: boolean): void {
    const { outage, regions, autoscaling, worker } = this.#scenario
    const region = regions.findIndex(({ name }) => name === outage!.region)
    if (region < 0) throw new Error(`The scenario has no region ${outage!.region}.`)
    for (const cell of this.#cells[region]!) {
      cell.isDown = begins
      if (begins) {
        cell.workersBefore = cell.workers.length
        for (const one of [...cell.workers, ...cell.leaving])
          this.#lose(one, outage!.seconds + worker.noticedAfterSeconds)
      } else {
        // Whoever runs it starts as many as there were.
        this.#startLater(cell, Math.max(cell.workersBefore, autoscaling.fewest) - cell.starting)
      }
    }
  }

  #startLater(cell: Cell, workers: number): void {
    for (let more = 0; more < workers; more++) {
      cell.starting += 1
      this.#events.put(this.#now + this.#scenario.autoscaling.startSeconds, { kind: 'worker is there', cell })
    }
  }
}
