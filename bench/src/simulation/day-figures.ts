import { type Scenario, SIMULATED_PLANS, type SimulatedPlan } from './scenario.ts'
import { TimeHistogram } from './time-histogram.ts'

const HOUR_SECONDS = 3600

interface HourFigures {
  asked: number
  /** Of one region each, at the last look of the hour. */
  workers: number[]
  waiting: number
  slotSeconds: number
  takenSlotSeconds: number
  waits: TimeHistogram
}

/** Everything that a simulated day is asked afterwards. */
export class DayFigures {
  /** From the wish until a worker takes it for the first time. */
  readonly waits = recordOf(() => new TimeHistogram())
  /** From the wish until the clip is there. */
  readonly turnarounds = recordOf(() => new TimeHistogram())
  readonly asked = recordOf(() => 0)
  readonly done = recordOf(() => 0)
  readonly failed = recordOf(() => 0)
  /** Clips that were never asked for: the source had enough of the addresses, or nobody was there. */
  refusedBySource = 0
  refusedByOutage = 0
  workersDied = 0
  cutsBegunAgain = 0
  lookups = 0
  fetchedBytes = 0
  writtenBytes = 0
  coreSeconds = 0
  workerSeconds = 0
  slotSeconds = 0
  takenSlotSeconds = 0
  mostWorkers = 0
  mostWaiting = 0
  events = 0
  readonly hours: HourFigures[]

  constructor({ seconds, regions }: Scenario) {
    this.hours = Array.from({ length: Math.ceil(seconds / HOUR_SECONDS) }, () => ({
      ...{ asked: 0, workers: regions.map(() => 0), waiting: 0, slotSeconds: 0, takenSlotSeconds: 0 },
      waits: new TimeHistogram(),
    }))
  }

  hourAt(now: number): HourFigures {
    return this.hours[Math.min(this.hours.length - 1, Math.floor(now / HOUR_SECONDS))]!
  }
}

function recordOf<T>(make: () => T): Record<SimulatedPlan, T> {
  return Object.fromEntries(SIMULATED_PLANS.map((plan) => [plan, make()])) as Record<SimulatedPlan, T>
}
