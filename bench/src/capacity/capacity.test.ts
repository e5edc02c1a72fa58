import { describe, expect, it } from 'vitest'
import { clipsPerHour, closedThroughput, meanWaitSeconds, splitRoles, workersForWait } from './capacity-report.ts'
import { clipDemand, readCosts } from './costs.ts'
import type { Scenario } from './day-scenario.ts'
import { type DrawCut, drawExponential, simulateDay } from './simulate-day.ts'

describe('the capacity model', () => {
  it('knows the waits that books give for queues before one worker and before five', () => {
    expect(meanWaitSeconds(0.5, 1, 1)).toBe(1)
    // a = 4 erlangs, c = 5: C = 0.5541
    expect(meanWaitSeconds(4, 1, 5)).toBeCloseTo(0.5541, 4)
    expect(meanWaitSeconds(3, 1, 3)).toBe(Number.POSITIVE_INFINITY)
    expect(workersForWait(10, 1, 0.01, 3)).toBeGreaterThan(workersForWait(10, 1, 0.01))
  })

  it('two cuts that also wait keep two cores less than busy, and many keep them busy', () => {
    expect(closedThroughput(2, 1, 0, 2)).toBe(2)
    expect(closedThroughput(2, 1, 1, 2)).toBeCloseTo(1, 10)
    // One core, two jobs, as long away as on it: states 1, 2, 2 to 5 of all; busy for four fifths of the time.
    expect(closedThroughput(2, 1, 1, 1)).toBeCloseTo(0.8, 10)
    expect(closedThroughput(50, 1, 1, 2)).toBeCloseTo(2, 6)
  })

  it('takes more of everything for more clips and costlier ones, and refuses kinds that were not measured', () => {
    const costs = readCosts()
    expect(clipsPerHour(costs, 4, 0)).toBeGreaterThan(clipsPerHour(costs, 2, 0))
    expect(clipsPerHour(costs, 2, 1)).toBeLessThan(clipsPerHour(costs, 2, 0))
    expect(splitRoles(costs, 10_000).workers).toBeLessThan(splitRoles(costs, 100_000).workers)
    expect(splitRoles(costs, 10_000).addresses).toBe(20)
    expect(() => clipDemand(costs, 'no such kind', 1)).toThrow('not measured')
  })
})

const MEAN_SECONDS = 2

/** One installation whose workers neither die nor change in number, and to which people come at any hour alike. */
function steady({ workers, load, clips }: { workers: number; load: number; clips: number }): Scenario {
  const plan = (share: number) => ({ share, clipsPerVisit: 1, clips: [] })
  return {
    name: 'steady',
    clips,
    seconds: (clips * MEAN_SECONDS) / (workers * load),
    seed: 7,
    plans: { anonymous: plan(0.5), free: plan(0.2), pro: plan(0.3) },
    regions: [{ name: 'here', share: 1, hoursAhead: 0, cells: 1, addresses: 1 }],
    dayCurve: [1],
    worker: { slots: 1, meanLifeSeconds: 1e12, detectedAfterSeconds: 22, mostTries: 3 },
    autoscaling: {
      everySeconds: 60,
      targetAgeSeconds: 10,
      targetOccupancy: null,
      startSeconds: 0,
      calmSeconds: 0,
      fewest: workers,
      most: workers,
    },
    lookups: { share: 0, perAddressHour: 1 },
    outage: null,
  }
}

const exponential: DrawCut = (random) => {
  const slotSeconds = drawExponential(random, MEAN_SECONDS)
  return { slotSeconds, coreSeconds: slotSeconds }
}
const total = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
function meanWait({ waits }: ReturnType<typeof simulateDay>): number {
  const all = Object.values(waits)
  return all.reduce((sum, one) => sum + one.mean() * one.count(), 0) / all.reduce((sum, one) => sum + one.count(), 0)
}

describe('a simulated day', () => {
  it('with four workers lets people wait as long as Erlang says', () => {
    const scenario = steady({ workers: 4, load: 0.6, clips: 50_000 })
    const stats = simulateDay(scenario, exponential)
    const jobs = total(stats.done)
    const expected = meanWaitSeconds(jobs / scenario.seconds, stats.coreSeconds / jobs, 4)
    expect(Math.abs(meanWait(stats) / expected - 1)).toBeLessThan(0.05)
    expect(meanWait(simulateDay(scenario, exponential))).toBe(meanWait(stats))
  })

  it('lets payers wait less, and starves nobody', () => {
    const { waits, asked, done } = simulateDay(steady({ workers: 4, load: 0.92, clips: 20_000 }), exponential)
    expect(waits.pro.mean()).toBeLessThan(waits.anonymous.mean() / 2)
    expect(done.anonymous).toBeGreaterThan(asked.anonymous * 0.99)
  })

  it('loses no clip to workers that die: each is done or was tried three times', () => {
    const scenario = steady({ workers: 12, load: 0.5, clips: 20_000 })
    const day = simulateDay(
      {
        ...scenario,
        worker: { ...scenario.worker, meanLifeSeconds: 60 },
        autoscaling: { ...scenario.autoscaling, everySeconds: 5 },
      },
      exponential,
    )
    expect(day.workersDied).toBeGreaterThan(100)
    expect(day.cutsBegunAgain).toBeGreaterThan(100)
    const unended = total(day.asked) - total(day.done) - total(day.failed)
    expect(unended).toBeGreaterThanOrEqual(0)
    expect(unended).toBeLessThan(total(day.asked) * 0.02)
  })

  it('sends the visitors of a region that is down to another, and refuses lookups that the source does not allow', () => {
    const scenario = steady({ workers: 8, load: 0.4, clips: 20_000 })
    const half = { ...scenario.regions[0]!, share: 0.5 }
    const perHour = (scenario.clips / scenario.seconds) * 3600
    const day = simulateDay(
      {
        ...scenario,
        regions: [half, half],
        lookups: { share: 1, perAddressHour: perHour / 4 },
        outage: { region: 0, fromSeconds: 2000, seconds: 600, detectedAfterSeconds: 60 },
      },
      exponential,
    )
    expect(day.refusedByOutage).toBeGreaterThan(0)
    expect(day.refusedByOutage).toBeLessThan(300)
    expect(day.refusedBySource / day.lookups).toBeCloseTo(0.5, 1)
  })
})
