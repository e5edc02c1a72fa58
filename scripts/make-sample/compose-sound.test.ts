import { describe, expect, it } from 'vitest'
import { composeSound } from './compose-sound.ts'
import { durationSeconds } from './film.ts'

const { left, right, sampleRate } = composeSound()

describe('the sound of the sample', () => {
  it('is as long as the film', () => {
    expect(left.length / sampleRate).toBe(durationSeconds)
    expect(right.length).toBe(left.length)
  })

  it('stays below full scale', () => {
    const loudest = left.reduce((most, value, index) => Math.max(most, Math.abs(value), Math.abs(right[index]!)), 0)
    expect(loudest).toBeLessThan(0.95)
    expect(loudest).toBeGreaterThan(0.3)
  })

  it('jumps at every full second, from one sample to the next, and nowhere else', () => {
    const jumps: number[] = []
    left.forEach((value, index) => {
      const before = left[index - 1] ?? 0
      if (Math.abs(value - before) > 0.15) jumps.push(index / sampleRate)
    })
    expect(jumps).toEqual(Array.from({ length: durationSeconds }, (_, second) => second))
  })
})
