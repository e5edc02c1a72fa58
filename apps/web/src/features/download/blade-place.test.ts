import { describe, expect, it } from 'vitest'
import { exampleDownload } from '../../data/downloads/example-download.ts'
import { bladePlace } from './blade-place.ts'

const locked = { quality: '2160p', action: { kind: 'locked', needs: 'plan' } } as const
const free = { quality: '360p', action: { kind: 'download' } } as const
const audio = { quality: 'audio', action: { kind: 'download' } } as const
const cutting = { quality: '360p', action: { kind: 'cutting', download: exampleDownload() } } as const
const finished = { quality: '360p', action: { kind: 'save', download: exampleDownload() } } as const

describe('the blade of the result screen', () => {
  it('is on Apply Trim while the range is not applied', () => {
    expect(bladePlace(true, [locked, finished, audio])).toEqual({ at: 'apply' })
  })

  it('is on the best quality the viewer may take once it is', () => {
    expect(bladePlace(false, [locked, free, audio])).toEqual({ at: 'option', quality: '360p' })
  })

  it('moves on while that one is being cut, and comes back to the finished clip', () => {
    expect(bladePlace(false, [locked, cutting, audio])).toEqual({ at: 'option', quality: 'audio' })
    expect(bladePlace(false, [locked, finished, audio])).toEqual({ at: 'option', quality: '360p' })
  })

  it('is nowhere when there is nothing left to press', () => {
    expect(bladePlace(false, [locked, cutting])).toEqual({ at: 'none' })
  })
})
