import { createHistogram } from 'node:perf_hooks'
import { dueTime } from '@kerf/domain/jobs/queue-order'
import { seededRandom } from '../../../tests/journeys/src/harness/seeded-random.ts'
import { type Region, type Scenario, SIMULATED_PLANS, type SimulatedPlan } from './day-scenario.ts'

export type Random = () => number
/** What a clip costs the worker that cuts it: how long a slot is occupied. */
export type DrawCut = (random: Random, plan: SimulatedPlan) => { slotSeconds: number; coreSeconds: number }

interface Job {
  plan: SimulatedPlan
  askedAt: number
  waitsSince: number
  tries: number
  slotSeconds: number
  due: number
}

interface Worker {
  cell: Cell
  startedAt: number
  running: Set<Job>
}

/** What is next comes last. */
type Queue<T> = { key: number; value: T }[]

/** One installation: a database with its queue, and the workers on it. */
interface Cell {
  waiting: Queue<Job>
  workers: Set<Worker>
  /** They take no more jobs and end with the last. */
  leaving: Set<Worker>
  /** One entry for each free place; those of workers that are gone are thrown out when they are met. */
  free: Worker[]
  starting: number
  takenSlots: number
  isDown: boolean
  workersBefore: number
  wanted: { at: number; workers: number }[]
}

const HOUR_SECONDS = 3600
/** Kubernetes leaves it when it is nearly right, and at most doubles. */
const TOLERANCE = 0.1
const MOST_GROWTH = 2

export const drawExponential = (random: Random, mean: number): number => -mean * Math.log(1 - random())
const perPlan = <T>(make: () => T) =>
  Object.fromEntries(SIMULATED_PLANS.map((plan) => [plan, make()])) as Record<SimulatedPlan, T>

/** Plays a scenario from its first to its last second. The same seed gives the same day, to the last digit. */
export function simulateDay(scenario: Scenario, drawCut: DrawCut) {
  const { regions, worker: workerKind, autoscaling, lookups, outage, seconds } = scenario
  const random = seededRandom(scenario.seed)
  const events: Queue<() => void> = []
  const cells = regions.map((region) => Array.from({ length: region.cells }, newCell))
  const traffic = regions.map((region) => visitsPerSecond(scenario, region))
  const shares = visitShares(scenario)
  const allowances = regions.map(({ addresses }) => {
    const aMinute = (addresses * lookups.perAddressHour) / 60
    return { aMinute, left: aMinute, seenAt: 0 }
  })
  const stats = {
    waits: perPlan(createTimes),
    turnarounds: perPlan(createTimes),
    asked: perPlan(() => 0),
    done: perPlan(() => 0),
    failed: perPlan(() => 0),
    refusedBySource: 0,
    refusedByOutage: 0,
    workersDied: 0,
    cutsBegunAgain: 0,
    lookups: 0,
    events: 0,
    coreSeconds: 0,
    workerSeconds: 0,
    slotSeconds: 0,
    takenSlotSeconds: 0,
    mostWorkers: 0,
    mostWaiting: 0,
  }
  let now = 0
  const later = (after: number, run: () => void): void => put(events, now + after, run)

  for (const [region, own] of cells.entries()) {
    scheduleVisit(region)
    for (const [at, cell] of own.entries()) {
      for (let count = 0; count < autoscaling.fewest; count++) startWorker(cell)
      later((autoscaling.everySeconds * (at + 1)) / own.length, () => look(cell))
    }
  }
  if (outage) {
    later(outage.fromSeconds, () => beginOutage(outage.region, outage.seconds))
    later(outage.fromSeconds + outage.seconds, () => endOutage(outage.region))
  }
  for (let next = events.pop(); next && next.key < seconds; next = events.pop()) {
    now = next.key
    stats.events += 1
    next.value()
  }
  now = seconds
  for (const { workers, leaving } of cells.flat()) for (const worker of [...workers, ...leaving]) remove(worker)
  return stats

  /** Visits come at the day's highest rate, and those that are too many for this hour are none. */
  function scheduleVisit(region: number): void {
    const { at, most } = traffic[region]!
    later(drawExponential(random, 1 / most), () => {
      scheduleVisit(region)
      if (random() * most <= at(now)) visit(region)
    })
  }

  function visit(home: number): void {
    const { plan } = drawShare(random, shares)
    const { clipsPerVisit } = scenario.plans[plan]
    // How many until the first that fails: 1, 2, 3 ... with this mean.
    const clips = clipsPerVisit <= 1 ? 1 : 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - 1 / clipsPerVisit))
    const region = regionFor(home)
    if (region === null) stats.refusedByOutage += clips
    else if (random() < lookups.share && !takeLookup(region)) stats.refusedBySource += clips
    else {
      const cell = cells[region]![Math.floor(random() * cells[region]!.length)]!
      let due: number | null = null
      for (let clip = 0; clip < clips; clip++) {
        due = dueTime(plan === 'pro' ? 'paid' : 'ordinary', now, due)
        const { slotSeconds, coreSeconds } = drawCut(random, plan)
        stats.asked[plan] += 1
        stats.coreSeconds += coreSeconds
        join(cell, { plan, askedAt: now, waitsSince: now, tries: 0, slotSeconds, due })
      }
    }
  }

  /** Where visitors of a region are led; null while its failure is not noticed. */
  function regionFor(home: number): number | null {
    const isDown = (region: number) => cells[region]![0]!.isDown
    if (!isDown(home)) return home
    if (outage && now < outage.fromSeconds + outage.detectedAfterSeconds) return null
    const others = regions.map((_, step) => (home + step) % regions.length)
    return others.find((region) => !isDown(region)) ?? null
  }

  /** As many as the source allows a region's addresses in an hour, coming back evenly, a minute's worth at a time. */
  function takeLookup(region: number): boolean {
    stats.lookups += 1
    const allowance = allowances[region]!
    const { aMinute, left, seenAt } = allowance
    allowance.left = Math.min(aMinute, left + ((now - seenAt) / 60) * aMinute)
    allowance.seenAt = now
    if (allowance.left < 1) return false
    allowance.left -= 1
    return true
  }

  function join(cell: Cell, job: Job): void {
    put(cell.waiting, job.due, job)
    dispatch(cell)
  }

  function dispatch(cell: Cell): void {
    while (!cell.isDown && cell.waiting.length > 0) {
      const worker = cell.free.pop()
      if (!worker) return
      if (!cell.workers.has(worker)) continue
      const job = cell.waiting.pop()!.value
      if (job.tries === 0) stats.waits[job.plan].note(now - job.askedAt)
      job.tries += 1
      worker.running.add(job)
      cell.takenSlots += 1
      later(job.slotSeconds, () => end(worker, job))
    }
  }

  function end(worker: Worker, job: Job): void {
    // The worker died meanwhile, and another one has the job or will get it.
    if (!worker.running.delete(job)) return
    const { cell } = worker
    cell.takenSlots -= 1
    if (cell.workers.has(worker)) cell.free.push(worker)
    else if (worker.running.size === 0) remove(worker)
    stats.done[job.plan] += 1
    stats.turnarounds[job.plan].note(now - job.askedAt)
    dispatch(cell)
  }

  function look(cell: Cell): void {
    later(autoscaling.everySeconds, () => look(cell))
    const slots = cell.workers.size * workerKind.slots
    stats.slotSeconds += slots * autoscaling.everySeconds
    stats.takenSlotSeconds += Math.min(cell.takenSlots, slots) * autoscaling.everySeconds
    stats.mostWaiting = Math.max(stats.mostWaiting, cell.waiting.length)
    if (cell.isDown) return
    const workers = cell.workers.size + cell.starting
    const desired = desiredWorkers(cell, workers)
    startLater(cell, desired - workers)
    const tooMany = Math.min(workers - desired, cell.workers.size - 1)
    for (const worker of tooMany > 0 ? [...cell.workers].slice(-tooMany).reverse() : []) {
      cell.workers.delete(worker)
      cell.leaving.add(worker)
      if (worker.running.size === 0) remove(worker)
    }
  }

  function desiredWorkers(cell: Cell, workers: number): number {
    const age = cell.waiting.reduce((oldest, { value }) => Math.max(oldest, now - value.waitsSince), 0)
    const byAge = proportional(workers, age / autoscaling.targetAgeSeconds)
    const occupancy = cell.takenSlots / Math.max(1, workers * workerKind.slots)
    const { targetOccupancy, fewest, most } = autoscaling
    const byOccupancy = targetOccupancy === null ? 0 : proportional(workers, occupancy / targetOccupancy)
    const grown = Math.min(Math.max(byAge, byOccupancy), workers * MOST_GROWTH)
    const wanted = Math.min(most, Math.max(fewest, grown))
    cell.wanted = [...cell.wanted, { at: now, workers: wanted }].filter(({ at }) => at >= now - autoscaling.calmSeconds)
    return wanted >= workers ? wanted : Math.max(...cell.wanted.map((one) => one.workers))
  }

  function startLater(cell: Cell, workers: number): void {
    for (let more = 0; more < workers; more++) {
      cell.starting += 1
      later(autoscaling.startSeconds, () => {
        cell.starting -= 1
        if (cell.isDown) return
        startWorker(cell)
        dispatch(cell)
      })
    }
  }

  function startWorker(cell: Cell): void {
    const worker: Worker = { cell, startedAt: now, running: new Set() }
    cell.workers.add(worker)
    for (let slot = 0; slot < workerKind.slots; slot++) cell.free.push(worker)
    const all = cells.flat().reduce((sum, { workers }) => sum + workers.size, 0)
    stats.mostWorkers = Math.max(stats.mostWorkers, all)
    later(drawExponential(random, workerKind.meanLifeSeconds), () => {
      if (!cell.workers.has(worker) && !cell.leaving.has(worker)) return
      stats.workersDied += 1
      die(worker, workerKind.detectedAfterSeconds)
    })
  }

  /** Its jobs stay with it until the loss is noticed. */
  function die(worker: Worker, detectedAfterSeconds: number): void {
    const { cell } = worker
    remove(worker)
    cell.takenSlots -= worker.running.size
    for (const job of worker.running) {
      if (job.tries >= workerKind.mostTries) stats.failed[job.plan] += 1
      else
        later(detectedAfterSeconds, () => {
          stats.cutsBegunAgain += 1
          job.waitsSince = now
          join(cell, job)
        })
    }
    worker.running.clear()
  }

  function remove(worker: Worker): void {
    worker.cell.workers.delete(worker)
    worker.cell.leaving.delete(worker)
    stats.workerSeconds += now - worker.startedAt
  }

  /** A region loses its workers at once; what waits in its databases waits until they are back. */
  function beginOutage(region: number, outageSeconds: number): void {
    for (const cell of cells[region]!) {
      cell.isDown = true
      cell.workersBefore = cell.workers.size
      for (const worker of [...cell.workers, ...cell.leaving])
        die(worker, outageSeconds + workerKind.detectedAfterSeconds)
    }
  }

  /** The operator restarts as many as there were. */
  function endOutage(region: number): void {
    for (const cell of cells[region]!) {
      cell.isDown = false
      startLater(cell, Math.max(cell.workersBefore, autoscaling.fewest) - cell.starting)
    }
  }
}

function newCell(): Cell {
  return {
    waiting: [],
    workers: new Set(),
    leaving: new Set(),
    free: [],
    wanted: [],
    starting: 0,
    takenSlots: 0,
    isDown: false,
    workersBefore: 0,
  }
}

/** The lowest key is last; of equal ones what was put in first. */
function put<T>(queue: Queue<T>, key: number, value: T): void {
  let from = 0
  let to = queue.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (queue[middle]!.key > key) from = middle + 1
    else to = middle
  }
  queue.splice(from, 0, { key, value })
}

/** Millions of times in little space, to three digits. */
function createTimes() {
  const microseconds = createHistogram({ figures: 3 })
  return {
    note: (seconds: number) => microseconds.record(Math.max(1, Math.round(seconds * 1e6))),
    count: () => microseconds.count,
    mean: () => (microseconds.count === 0 ? 0 : microseconds.mean / 1e6),
    longest: () => microseconds.max / 1e6,
    /** The time within which this part of all were, 0 to 1. */
    quantile: (part: number) => microseconds.percentile(100 * part) / 1e6,
  }
}

function proportional(workers: number, ratio: number): number {
  return Math.abs(ratio - 1) <= TOLERANCE ? workers : Math.ceil(workers * ratio)
}

/** Of all visits, those of each plan: who asks for several clips at once comes so much more rarely. */
function visitShares({ plans }: Scenario) {
  return SIMULATED_PLANS.map((plan) => ({ plan, share: plans[plan].share / plans[plan].clipsPerVisit }))
}

const sumOf = (all: readonly { share: number }[]): number => all.reduce((sum, { share }) => sum + share, 0)

/** One of these, each as often as its share is of all. */
export function drawShare<T extends { share: number }>(random: Random, all: readonly T[]): T {
  let left = random() * sumOf(all)
  const drawn = all.find(({ share }) => {
    left -= share
    return left < 0
  })
  return drawn ?? all[0]!
}

/** Visits a second of one region at any time of the day: its share of the day's clips, by the local hour. */
function visitsPerSecond(scenario: Scenario, region: Region) {
  const { dayCurve, clips, seconds } = scenario
  const mean = dayCurve.reduce((sum, value) => sum + value, 0) / dayCurve.length
  const average = (clips * region.share * sumOf(visitShares(scenario))) / seconds
  const at = (now: number): number => {
    const place = (((now / HOUR_SECONDS + region.hoursAhead + 24) % 24) / 24) * dayCurve.length
    const index = Math.floor(place)
    const [from = 0, to = 0] = [dayCurve[index % dayCurve.length], dayCurve[(index + 1) % dayCurve.length]]
    return (average * (from + (to - from) * (place - index))) / mean
  }
  return { at, most: (average * Math.max(...dayCurve)) / mean }
}
