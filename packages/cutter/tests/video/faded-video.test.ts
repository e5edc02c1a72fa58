import { describe, expect, it } from 'vitest'
import { type LumaFrame, lumaFrames } from '../support/luma-frames.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 160, height: 96, frames: 120, gopFrames: 30 })
const { media } = await workshop.make(recipe, 'source')
const BLACK_LUMA = 16

const meanLuma = ({ luma }: LumaFrame) => luma.reduce((sum, value) => sum + value, 0) / luma.length

async function measureGains(ranges: Parameters<typeof workshop.cutOnly>[1], videoFade: number) {
  const fadedCut = await workshop.cutOnly(media, ranges, { ...unscaledRequest, videoFade })
  const plainFrames = await lumaFrames((await workshop.cutOnly(media, ranges)).path)
  const frames = await lumaFrames(fadedCut.path)
  expect(frames.map(({ seconds }) => seconds)).toEqual(plainFrames.map(({ seconds }) => seconds))
  return {
    ...fadedCut,
    gains: frames.map((frame, index) => (meanLuma(frame) - BLACK_LUMA) / (meanLuma(plainFrames[index]!) - BLACK_LUMA)),
  }
}

const closeToGains = (expected: number[]) => expected.map((gain) => expect.closeTo(gain, 1))

describe('video that fades', () => {
  it('rises from black and falls to it, each frame by its time', async () => {
    const { plan, receipt, gains: measuredGains } = await measureGains({ startTime: 1, endTime: 2 }, 10 / 30)
    const risingGains = Array.from({ length: 10 }, (_, frame) => frame / 10)
    expect(measuredGains).toEqual(closeToGains([...risingGains, ...Array(10).fill(1), ...risingGains.toReversed()]))
    expect(measuredGains[0]).toBeCloseTo(0, 2)
    expect(measuredGains.at(-1)).toBeCloseTo(0, 2)
    expect(plan).toMatchObject({ way: 'transcoded', video: { pieces: [{ how: 'encode', frames: 30 }] } })
    expect(receipt.framesCopied).toBe(0)
  })

  it('fades at the ends of the clip, not where ranges join', async () => {
    const ranges = [
      { startTime: 2, endTime: 2.4 },
      { startTime: 1, endTime: 1.4 },
    ]
    const { gains: measuredGains } = await measureGains(ranges, 0.1)
    expect(measuredGains.slice(3, -3)).toEqual(closeToGains(Array(18).fill(1)))
    expect(measuredGains.slice(0, 3)).toEqual(closeToGains([0, 1 / 3, 2 / 3]))
  })

  it('fades over half of a short clip, and leaves a single frame', async () => {
    expect((await measureGains({ startTime: 1, endTime: 1.1667 }, 2)).gains).toEqual(closeToGains([0, 0.5, 1, 0.5, 0]))
    expect((await measureGains({ startTime: 1, endTime: 1.02 }, 2)).gains).toEqual(closeToGains([1]))
  })
})
