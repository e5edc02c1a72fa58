import { describe, expect, it } from 'vitest'
import { soundWaveform } from './sound-waveform.ts'

describe('the waveform of a sound', () => {
  it('is silent where the sound is, full where it is at its loudest, on either channel', () => {
    const sampleRate = 1000
    const left = new Float32Array(sampleRate)
    const right = new Float32Array(sampleRate)
    left.fill(-1, 200, 400)
    right.fill(0.5, 600, 800)
    const { peaksPerSecond, peaks } = soundWaveform({ sampleRate, left, right })
    const at = (seconds: number) => peaks[Math.floor(seconds * peaksPerSecond)]
    expect([at(0.1), at(0.3), at(0.5), at(0.7), at(0.9)]).toEqual([0, 100, 0, 50, 0])
  })
})
