import { describe, expect, it } from 'vitest'
import { erlangC } from '../capacity/erlang-c.ts'
import { drawExponential, type Random } from './random-draws.ts'
import type { Scenario } from './scenario.ts'
import { type DrawCut, simulateDay } from './simulate-day.ts'

const MEAN_SECONDS = 2

/** One installation whose workers neither die nor change in number, and to which people come at any hour alike. */
function steady({ workers, load, clips }: { workers: number; load: number; clips: number }): Scenario {
  const plan = (share: number) => ({ share, clipsPerVisit: 1, kinds: [] })
  return {
    ...{ name: 'steady', clips, seconds: (clips * MEAN_SECONDS) / (workers * load), seed: 7 },
    plans: { anonymous: plan(0.5), free: plan(0.2), pro: plan(0.2), lifetime: plan(0.1) },
    regions: [{ name: 'here', share: 1, hoursAhead: 0, cells: 1, outgoingAddresses: 1 }],
    dayCurve: [1],
    worker: { slots: 1, cores: 1, meanLifeSeconds: 1e12, noticedAfterSeconds: 22, mostTries: 3 },
    autoscaling: {
      ...{ everySeconds: 60, targetAgeSeconds: 10, targetOccupancy: null, startSeconds: 0, calmSeconds: 0 },
      ...{ mostGrowth: 1, fewest: workers, most: workers },
    },
    lookups: { share: 0, perAddressHour: 1 },
    outage: null,
  }
}

const cut = (slotSeconds: number) => ({ slotSeconds, coreSeconds: slotSeconds, fetchedBytes: 0, writtenBytes: 0 })
const exponential: DrawCut = (random: Random) => cut(drawExponential(random, MEAN_SECONDS))

const total = (figures: Record<string, number>) => Object.values(figures).reduce((all, one) => all + one, 0)

function meanWait({ waits }: ReturnType<typeof simulateDay>): number {
  const all = Object.values(waits)
  return all.reduce((sum, { mean, count }) => sum + mean * count, 0) / all.reduce((sum, { count }) => sum + count, 0)
}

describe('a simulated day', () => {
  it.each([
    { workers: 1, load: 0.5, clips: 40_000 },
    { workers: 4, load: 0.6, clips: 50_000 },
    { workers: 20, load: 0.75, clips: 60_000 },
  ])('with $workers workers at a load of $load people wait as long as Erlang says', ({ workers, ...day }) => {
    const scenario = steady({ workers, ...day })
    const figures = simulateDay(scenario, exponential)
    // Of the jobs that came, which are a few more or fewer, longer or shorter, than were meant.
    const jobs = total(figures.done)
    const expected = erlangC(jobs / scenario.seconds, figures.coreSeconds / jobs, workers).meanWaitSeconds
    expect(Math.abs(meanWait(figures) / expected - 1)).toBeLessThan(0.05)
  })

  it('who pays waits less, and nobody is starved', () => {
    const { waits, asked, done } = simulateDay(steady({ workers: 4, load: 0.92, clips: 20_000 }), exponential)
    expect(waits.pro.mean).toBeLessThan(waits.anonymous.mean / 2)
    expect(waits.free.mean / waits.anonymous.mean).toBeCloseTo(1, 0)
    expect(done.anonymous).toBeGreaterThan(asked.anonymous * 0.99)
  })

  it('the same seed gives the same day, another seed another', () => {
    const scenario = steady({ workers: 4, load: 0.9, clips: 5_000 })
    const [one, again] = [simulateDay(scenario, exponential), simulateDay(scenario, exponential)]
    const other = simulateDay({ ...scenario, seed: 8 }, exponential)
    expect(meanWait(again)).toBe(meanWait(one))
    expect(again.events).toBe(one.events)
    expect(meanWait(other)).not.toBe(meanWait(one))
  })

  it('workers that die lose no clip: each is done or was tried three times', () => {
    const scenario = steady({ workers: 12, load: 0.5, clips: 20_000 })
    const mortal: Scenario = {
      ...scenario,
      worker: { ...scenario.worker, meanLifeSeconds: 60 },
      autoscaling: { ...scenario.autoscaling, everySeconds: 5 },
    }
    const day = simulateDay(mortal, exponential)
    expect(day.workersDied).toBeGreaterThan(100)
    expect(day.cutsBegunAgain).toBeGreaterThan(100)
    const unended = total(day.asked) - total(day.done) - total(day.failed)
    expect(unended).toBeGreaterThanOrEqual(0)
    expect(unended).toBeLessThan(total(day.asked) * 0.02)
  })

  it('a region that is down sends its visitors on, and cuts what waited there when it is back', () => {
    const scenario = steady({ workers: 8, load: 0.9, clips: 20_000 })
    const [region] = scenario.regions
    const day = simulateDay(
      {
        ...scenario,
        regions: [
          { ...region!, name: 'here', share: 0.5 },
          { ...region!, name: 'there', share: 0.5 },
        ],
        outage: { region: 'here', fromSeconds: 2000, seconds: 600, noticedAfterSeconds: 60 },
      },
      exponential,
    )
    expect(day.refusedByOutage).toBeGreaterThan(0)
    expect(day.refusedByOutage).toBeLessThan(300)
    expect(day.cutsBegunAgain).toBeGreaterThan(0)
    expect((total(day.asked) + day.refusedByOutage) / scenario.clips).toBeCloseTo(1, 1)
  })

  it('when the source has enough of the addresses, lookups beyond are refused and the rest go on', () => {
    const scenario = steady({ workers: 8, load: 0.4, clips: 20_000 })
    const perHour = (scenario.clips / scenario.seconds) * 3600
    const day = simulateDay({ ...scenario, lookups: { share: 1, perAddressHour: perHour / 2 } }, exponential)
    expect(day.refusedBySource / day.lookups).toBeCloseTo(0.5, 1)
  })
})
