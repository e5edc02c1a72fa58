import { describe, expect, it } from 'vitest'
import { CLIP_KINDS, type ClipCost, type MeasuredCosts } from '../cost/measured-costs.ts'
import { closedThroughput } from './closed-network.ts'
import { erlangC, workersForWait } from './erlang-c.ts'
import { machineCapacity } from './machine-capacity.ts'
import { clipBill, EXAMPLE_PRICES } from './prices.ts'
import { splitCapacity } from './split-capacity.ts'
import { clipDemand, mixOf, ORDINARY_MIX } from './wish-mix.ts'

const flat = (each: number) => ({ each, aSecond: 0 })
const clip = (kind: ClipCost['kind']): ClipCost => ({
  ...{ kind, lengths: [1, 2], media: flat(0.9), server: flat(0.05), fetched: flat(2e6), written: flat(1e6) },
  ...{ requests: flat(4), wall: flat(1), mediaMegabytes: 100 },
})
const COSTS: MeasuredCosts = {
  ...{ measuredAt: '2026-11-22', machine: 'a made-up one', clips: CLIP_KINDS.map(clip), queue: [] },
  calls: {
    ...{ statusPoll: 0.0002, page: 0.001, firstVisit: 0.008, firstVisitRequests: 7, wish: 0.03 },
    ...{ fileMegabyte: 0.02, idleSecond: 0.01, serverMegabytes: 400 },
  },
  lookups: { mediaLink: 0.5, youtube: null },
  database: null,
}
const MACHINE = { cores: 2, cutsAtOnce: 2, roundTripSeconds: 0.05, pollers: 0, newLinkShare: 0, lookupSeconds: 0 }

describe('the capacity model', () => {
  it('knows the waits that books give for queues before one worker and before five', () => {
    expect(erlangC(0.5, 1, 1)).toEqual({ utilisation: 0.5, waitingShare: 0.5, meanWaitSeconds: 1 })
    // a = 4 erlangs, c = 5: C = 0.5541
    expect(erlangC(4, 1, 5).waitingShare).toBeCloseTo(0.5541, 4)
    expect(erlangC(3, 1, 3).meanWaitSeconds).toBe(Number.POSITIVE_INFINITY)
    expect(() => erlangC(1, 1, 0)).toThrow(RangeError)
  })

  it('asks for more workers where clips may wait less, or take times that vary more', () => {
    const patient = workersForWait(10, 1, 5)
    expect(patient).toBeGreaterThan(10)
    expect(workersForWait(10, 1, 0.01)).toBeGreaterThan(patient)
    expect(workersForWait(10, 1, 0.01, 3)).toBeGreaterThan(workersForWait(10, 1, 0.01))
  })

  it('two cuts that also wait keep two cores less than busy, and many keep them busy', () => {
    expect(closedThroughput(2, 1, 0, 2)).toBe(2)
    expect(closedThroughput(2, 1, 1, 2)).toBeCloseTo(1, 10)
    // One core, two jobs, as long away as on it: states 1, 2, 2 to 5 of all; busy for four fifths of the time.
    expect(closedThroughput(2, 1, 1, 1)).toBeCloseTo(0.8, 10)
    expect(closedThroughput(50, 1, 1, 2)).toBeCloseTo(2, 6)
  })

  it('says how many clips a machine cuts: what its cores have, by what a clip takes, less what waiting leaves idle', () => {
    const { clipsPerHour, utilisation, coreSecondsPerClip } = machineCapacity(COSTS, ORDINARY_MIX, MACHINE)
    expect(coreSecondsPerClip).toBeCloseTo(0.9 + 0.05 + 0.03 + 0.02, 10)
    expect(clipsPerHour).toBeCloseTo((1.99 * utilisation * 3600) / coreSecondsPerClip, 6)
    expect(machineCapacity(COSTS, ORDINARY_MIX, { ...MACHINE, pollers: 5000 }).clipsPerHour).toBeLessThan(
      clipsPerHour * 0.6,
    )
  })

  it('refuses a mix that is not all of it, and kinds that were not measured', () => {
    expect(() => clipDemand(COSTS, [{ kind: 'MP3', share: 0.5, meanSeconds: 1 }])).toThrow(RangeError)
    expect(() => clipDemand({ ...COSTS, clips: [] }, ORDINARY_MIX)).toThrow('bench:cost')
    expect(mixOf(0.2).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10)
  })

  it('counts workers, web processes and addresses for so many clips an hour', () => {
    const split = splitCapacity(COSTS, {
      ...{ clipsPerHour: 3600, mix: ORDINARY_MIX, coresPerWorker: 2, roundTripSeconds: 0.05, mostWaitSeconds: 1 },
      ...{ variation: 1, polledSeconds: 10, newLinkShare: 0.5, lookupSeconds: 1, lookupsPerAddressHour: 300 },
      mostBusy: 0.5,
    })
    expect(split.workers).toBe(1)
    expect(split.webProcesses).toBe(2)
    expect(split.addresses).toBe(6)
    expect(split.sentMegabitsPerSecond).toBeCloseTo(8, 10)
    expect(split.transactionsPerSecond).toBeNaN()
  })

  it('makes out a bill by the prices it is given', () => {
    const bill = clipBill(EXAMPLE_PRICES, {
      ...{ coreSeconds: 3600, utilisation: 0.5, fetchedBytes: 1e9, sentBytes: 1e9, storedBytes: 1e9, storedHours: 730 },
      ...{ storeWrites: 1e6, storeReads: 0, lookups: 300, lookupsPerAddressHour: 300 },
    })
    expect(bill.cores).toBeCloseTo(0.06, 10)
    expect(bill.total).toBeCloseTo(0.06 + 0.01 + 0.02 + 5 + 0.005, 10)
  })
})
