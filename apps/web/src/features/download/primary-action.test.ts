import { describe, expect, it } from 'vitest'
import { exampleDownload } from '../../data/downloads/testing/example-download.ts'
import { primaryAction } from './primary-action.ts'

const locked = { quality: '2160p', action: { kind: 'locked', needs: 'plan' } } as const
const free = { quality: '360p', action: { kind: 'download' } } as const
const audio = { quality: 'audio', action: { kind: 'download' } } as const
const cutting = { quality: '360p', action: { kind: 'cutting', download: exampleDownload() } } as const
const finished = { quality: '360p', action: { kind: 'save', download: exampleDownload() } } as const

describe('the primary button of the result screen', () => {
  it('is on Apply Trim while the range is not applied', () => {
    expect(primaryAction(true, [locked, finished, audio])).toEqual({ at: 'apply' })
  })

  it('is on the best quality the viewer may take, moves on while that is cut, and comes back to the finished clip', () => {
    expect(primaryAction(false, [locked, free, audio])).toEqual({ at: 'option', quality: '360p' })
    expect(primaryAction(false, [locked, cutting, audio])).toEqual({ at: 'option', quality: 'audio' })
    expect(primaryAction(false, [locked, finished, audio])).toEqual({ at: 'option', quality: '360p' })
    expect(primaryAction(false, [locked, cutting])).toEqual({ at: 'none' })
  })
})
