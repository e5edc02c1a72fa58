import { describe, expect, it } from 'vitest'
import { type BatchPart, batchState } from './describe-batch.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)

const part = (status: BatchPart['status'], change: Partial<BatchPart> = {}): BatchPart => ({
  status,
  progress: status === 'completed' ? 100 : 0,
  rangeSeconds: 10,
  etaSeconds: null,
  startedAt: null,
  finishedAt: null,
  ...change,
})
const running = (progress: number, change: Partial<BatchPart> = {}) =>
  part('processing', { progress, startedAt: NOON, ...change })
const finished = (change: Partial<BatchPart> = {}) =>
  part('completed', { startedAt: NOON, finishedAt: after(10), ...change })
const state = (parts: BatchPart[], now = after(20)) => batchState(parts, NOON, now)

describe('a batch', () => {
  it.each([
    [['processing', 'completed', 'failed', 'cancelled', 'expired'], 'processing'],
    [['failed', 'completed', 'cancelled', 'expired'], 'completed'],
    [['failed', 'expired', 'cancelled'], 'expired'],
    [['cancelled', 'failed'], 'failed'],
    [['cancelled', 'cancelled'], 'cancelled'],
    [[], 'expired'],
  ] as const)('of %j is %s', (statuses, status) => {
    const parts = statuses.map((each) => part(each))
    expect(state(parts)).toMatchObject({ status, total: parts.length })
  })

  it('counts what came out well and what failed', () => {
    expect(state([finished(), finished(), part('failed'), part('cancelled'), running(1)])).toMatchObject({
      completed: 2,
      failed: 1,
      total: 5,
    })
  })

  it('has come as far as its clips, the longer ones counting for more', () => {
    expect(state([running(50, { rangeSeconds: 30 }), running(0, { rangeSeconds: 10 })]).progress).toBe(37)
    expect(state([finished({ rangeSeconds: 1 }), part('processing', { rangeSeconds: 99 })]).progress).toBe(1)
  })

  it('is never at the end while anything is in work, and at the end of everything whatever became of it', () => {
    expect(state([...Array.from({ length: 19 }, () => finished({ rangeSeconds: 3600 })), running(98)]).progress).toBe(
      99,
    )
    expect(state([part('failed', { progress: 12 }), part('cancelled', { progress: 3 }), finished()]).progress).toBe(100)
    expect(state([]).progress).toBe(100)
  })
})

describe('the time that a batch has left', () => {
  const eta = (parts: BatchPart[], now?: Date) => state(parts, now).etaSeconds

  it('follows from how long it took to come this far, waiting clips included', () => {
    expect(eta([finished(), part('processing')])).toBe(20)
    expect(eta([finished(), part('processing'), part('processing'), part('processing')])).toBe(60)
  })

  it('is unknown before anything has begun, while there is too little to estimate from, and once nothing runs', () => {
    expect(eta([part('processing'), part('processing')])).toBeNull()
    expect(eta([running(4)])).toBeNull()
    expect(eta([finished(), part('failed')])).toBeNull()
  })

  it('is not made shorter by clips that were there before, or came to nothing', () => {
    const earlierPart = finished({ startedAt: after(-900), finishedAt: after(-600) })
    const work = [running(50), part('processing')]
    expect(eta([earlierPart, part('failed'), part('cancelled', { startedAt: after(-500) }), ...work])).toBe(eta(work))
  })

  it('is never shorter than that of the clip that takes longest', () => {
    expect(eta([finished(), running(90, { etaSeconds: 45 })])).toBe(45)
  })
})
