import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { composeSound } from './compose-sound.ts'
import { durationSeconds } from './film.ts'
import { soundWaveform, waveformFile } from './sound-waveform.ts'

const sound = composeSound()
const { left, right, sampleRate } = sound

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

  it('looks like the waveform that is committed', () => {
    const path = join(import.meta.dirname, '../../apps/server/sample', waveformFile)
    const committed = JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof soundWaveform>
    const made = soundWaveform(sound)
    expect(committed.peaksPerSecond).toBe(made.peaksPerSecond)
    expect(committed.peaks).toHaveLength(durationSeconds * made.peaksPerSecond)
    // Another machine's sine may round to the other side.
    expect(made.peaks.every((peak, index) => Math.abs(peak - committed.peaks[index]!) <= 1)).toBe(true)
  })
})
