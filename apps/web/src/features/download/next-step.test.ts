import { describe, expect, it } from 'vitest'
import { exampleDownload } from '../../data/downloads/example-download.ts'
import { nextStep } from './next-step.ts'

const locked = { quality: '2160p', action: { kind: 'locked', needs: 'plan' } } as const
const free = { quality: '360p', action: { kind: 'download' } } as const
const audio = { quality: 'audio', action: { kind: 'download' } } as const
const cutting = { quality: '360p', action: { kind: 'cutting', download: exampleDownload() } } as const
const WHOLE = { startTime: 0, endTime: 60 }
const PART = { startTime: 12, endTime: 20 }

describe('what waits at the thumb', () => {
  it('is nothing while the whole video is chosen, or a range that is not applied', () => {
    expect(nextStep({ ranges: [WHOLE], durationSeconds: 60, changed: false }, [free])).toBeNull()
    expect(nextStep({ ranges: [PART], durationSeconds: 60, changed: true }, [free])).toBeNull()
  })

  it('is the best quality that the viewer may take, and stays so while it is cut', () => {
    const applied = { ranges: [PART], durationSeconds: 60, changed: false }
    expect(nextStep(applied, [locked, free, audio])).toBe('360p')
    expect(nextStep(applied, [locked, cutting, audio])).toBe('360p')
    expect(nextStep(applied, [locked])).toBeNull()
  })
})
