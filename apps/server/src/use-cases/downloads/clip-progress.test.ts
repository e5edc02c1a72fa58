import { describe, expect, it } from 'vitest'
import { clipProgress, secondsLeft } from './clip-progress.ts'

function clockAt(start: number) {
  let now = start
  return { clock: { now: () => new Date(now) }, pass: (milliseconds: number) => (now += milliseconds) }
}

describe('the progress of a clip', () => {
  it('is written at intervals, not for every frame', async () => {
    const { clock, pass } = clockAt(1_000_000)
    const writtenChanges: unknown[] = []
    const progress = clipProgress(clock, async (change) => writtenChanges.push(change))
    for (let i = 0; i <= 100; i += 1) {
      progress.report({ done: i / 100, stage: 'encoding' })
      pass(20)
    }
    await progress.settle()
    expect(writtenChanges.length).toBeLessThanOrEqual(6)
    expect(writtenChanges.at(-1)).toMatchObject({ stage: 'encoding', progress: 98 })
  })

  it('never goes backwards, never reaches 100 by itself, and has the time left', async () => {
    const { clock, pass } = clockAt(1_000_000)
    const percents: number[] = []
    const progress = clipProgress(clock, async (change) => percents.push(change.progress ?? -1))
    for (const done of [0.5, 0.2, 1, 0.9]) {
      progress.report({ done, stage: 'reading' })
      pass(1000)
    }
    await progress.settle()
    expect(percents).toEqual([52, 52, 98, 98])
    expect(secondsLeft(1000, 0.01)).toBeNull()
    expect(secondsLeft(10_000, 0.5)).toBe(10)
    expect(secondsLeft(10_000, 0.999)).toBe(1)
  })

  it("estimates the time left from the work only, not from the source's response time", async () => {
    const { clock, pass } = clockAt(1_000_000)
    const writtenChanges: { etaSeconds?: number | null }[] = []
    const progress = clipProgress(clock, async (change) => writtenChanges.push(change))
    pass(20_000)
    for (const done of [0.2, 0.4, 0.6]) {
      progress.report({ done, stage: 'reading' })
      pass(1000)
    }
    await progress.settle()
    expect(writtenChanges.map(({ etaSeconds }) => etaSeconds)).toEqual([null, 3, 2])
  })

  it('survives a database that briefly does not respond', async () => {
    const { clock } = clockAt(1_000_000)
    const progress = clipProgress(clock, async () => {
      throw new Error('gone')
    })
    progress.report({ done: 0.5, stage: 'reading' })
    await expect(progress.settle()).resolves.toBeUndefined()
  })
})
