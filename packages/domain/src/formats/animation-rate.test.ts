import { describe, expect, it } from 'vitest'
import { animationRate, animationSources } from './animation-rate.ts'
import { audio, rendition } from './testing/renditions.ts'

describe('the frame rate of a GIF', () => {
  it.each([
    [60, 12],
    [50, 12.5],
    [30, 10],
    [29.97, 9.99],
    [25, 12.5],
    [24, 12],
    [15, 15],
    [1, 1],
  ])('is that of every nth frame by default: from %d it is %d', (sourceRate, rate) => {
    expect(animationRate(sourceRate)).toBeCloseTo(rate, 3)
  })

  it.each([
    [30, 20, 20],
    [29.97, 15, 14.985],
    [29.97, 10, 9.99],
    [24, 25, 24],
    [10, 25, 10],
  ])('from %d is limited by the video, if %d is requested: %d', (sourceRate, requestedRate, rate) => {
    expect(animationRate(sourceRate, requestedRate)).toBeCloseTo(rate, 3)
  })

  it('depends on the rendition that is wide enough', () => {
    const smallRendition = rendition('134', { width: 640, height: 360, frameRate: 30 })
    const wideRendition = rendition('298', { width: 1280, height: 720, frameRate: 60 })
    expect(animationSources([audio('140'), smallRendition, wideRendition])).toEqual([
      { upToWidth: 640, frameRate: 30 },
      { upToWidth: 720, frameRate: 60 },
    ])
    expect(animationSources([{ ...smallRendition, width: 854, height: 480 }, wideRendition])).toEqual([
      { upToWidth: 720, frameRate: 30 },
    ])
    expect(animationSources([audio('140')])).toEqual([])
  })
})
