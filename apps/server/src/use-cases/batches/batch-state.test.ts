import { describe, expect, it } from 'vitest'
import { type BatchPart, batchState } from './describe-batch.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const timeAfter = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)

const partOf = (status: BatchPart['status'], change: Partial<BatchPart> = {}): BatchPart => ({
  status,
  progress: status === 'completed' ? 100 : 0,
  rangeSeconds: 10,
  etaSeconds: null,
  startedAt: null,
  finishedAt: null,
  ...change,
})
const runningPart = (progress: number, change: Partial<BatchPart> = {}) =>
  partOf('processing', { progress, startedAt: NOON, ...change })
const finishedPart = (change: Partial<BatchPart> = {}) =>
  partOf('completed', { startedAt: NOON, finishedAt: timeAfter(10), ...change })
const stateOf = (parts: BatchPart[], now = timeAfter(20)) => batchState(parts, NOON, now)

describe('a batch', () => {
  it.each([
    [['processing', 'completed', 'failed', 'cancelled', 'expired'], 'processing'],
    [['failed', 'completed', 'cancelled', 'expired'], 'completed'],
    [['failed', 'expired', 'cancelled'], 'expired'],
    [['cancelled', 'failed'], 'failed'],
    [['cancelled', 'cancelled'], 'cancelled'],
    [[], 'expired'],
  ] as const)('of %j is %s', (statuses, status) => {
    const parts = statuses.map((partStatus) => partOf(partStatus))
    expect(stateOf(parts)).toMatchObject({ status, total: parts.length })
  })

  it('counts finished and failed clips', () => {
    expect(
      stateOf([finishedPart(), finishedPart(), partOf('failed'), partOf('cancelled'), runningPart(1)]),
    ).toMatchObject({
      completed: 2,
      failed: 1,
      total: 5,
    })
  })

  it('has the progress of its clips, weighted by their length', () => {
    expect(stateOf([runningPart(50, { rangeSeconds: 30 }), runningPart(0, { rangeSeconds: 10 })]).progress).toBe(37)
    expect(stateOf([finishedPart({ rangeSeconds: 1 }), partOf('processing', { rangeSeconds: 99 })]).progress).toBe(1)
  })

  it('is never at 100 percent while a clip is in work, and always is at the end', () => {
    expect(
      stateOf([...Array.from({ length: 19 }, () => finishedPart({ rangeSeconds: 3600 })), runningPart(98)]).progress,
    ).toBe(99)
    expect(
      stateOf([partOf('failed', { progress: 12 }), partOf('cancelled', { progress: 3 }), finishedPart()]).progress,
    ).toBe(100)
    expect(stateOf([]).progress).toBe(100)
  })
})

describe('the remaining time of a batch', () => {
  const etaOf = (parts: BatchPart[], now?: Date) => stateOf(parts, now).etaSeconds

  it('follows from its pace so far, including waiting clips', () => {
    expect(etaOf([finishedPart(), partOf('processing')])).toBe(20)
    expect(etaOf([finishedPart(), partOf('processing'), partOf('processing'), partOf('processing')])).toBe(60)
  })

  it('is unknown before the start, with too little data, and once nothing runs', () => {
    expect(etaOf([partOf('processing'), partOf('processing')])).toBeNull()
    expect(etaOf([runningPart(4)])).toBeNull()
    expect(etaOf([finishedPart(), partOf('failed')])).toBeNull()
  })

  it('ignores clips that existed before or failed', () => {
    const earlierPart = finishedPart({ startedAt: timeAfter(-900), finishedAt: timeAfter(-600) })
    const work = [runningPart(50), partOf('processing')]
    expect(etaOf([earlierPart, partOf('failed'), partOf('cancelled', { startedAt: timeAfter(-500) }), ...work])).toBe(
      etaOf(work),
    )
  })

  it('is never shorter than that of its longest clip', () => {
    expect(etaOf([finishedPart(), runningPart(90, { etaSeconds: 45 })])).toBe(45)
  })
})
