import { describe, expect, it } from 'vitest'
import { planCut } from '../../src/plan-cut.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

const source = await workshop.make(smallRecipe({ gopFrames: 60 }), 'source')
const media = source.media

describe('planCut', () => {
  it('lists the copied, encoded and fetched parts as plain data', async () => {
    const plan = await planCut(media, { startTime: 1.5, endTime: 4 }, unscaledRequest)
    expect(JSON.parse(JSON.stringify(plan))).toEqual({
      way: 'smart',
      container: 'mp4',
      ranges: [{ startTime: 1.5, endTime: 4 }],
      clip: { startTime: 1.5, endTime: 4, durationSeconds: 2.5 },
      video: {
        codec: 'h264',
        width: 384,
        height: 216,
        frames: 75,
        pieces: [
          { how: 'encode', fromSeconds: 1.5, toSeconds: 2, frames: 15 },
          { how: 'copy', fromSeconds: 2, toSeconds: 4, frames: 60 },
        ],
      },
      audio: { codec: 'aac', how: 'spliced', sampleRate: 44_100, channels: 2 },
      neededBytes: expect.any(Number),
    })
  })

  it('reads very little', async () => {
    const bytesBefore = source.bytesRead()
    await planCut(media, { startTime: 1.5, endTime: 4 }, unscaledRequest)
    expect(source.bytesRead() - bytesBefore).toBeLessThanOrEqual(4096)
  })

  it.each([
    ['begins before the media', -1, 2],
    ['begins behind its end', 6, 6.5],
    ['ends far behind its end', 1, 60],
    ['ends before it begins', 3, 2],
    ['is empty', 2, 2],
    ['is not a number', Number.NaN, 2],
  ])('refuses a range that %s', async (_, startTime, endTime) => {
    await expect(planCut(media, { startTime, endTime }, unscaledRequest)).rejects.toMatchObject({
      code: 'range_outside',
    })
  })

  it('accepts a duration that a site rounded up to whole seconds as the end', async () => {
    const plan = await planCut(media, { startTime: 5, endTime: 6.9 }, unscaledRequest)
    expect(plan.clip).toMatchObject({ startTime: 5, endTime: 6 })
  })

  it('is cancelled by its signal', async () => {
    const planning = planCut(media, { startTime: 1, endTime: 2 }, unscaledRequest, { signal: AbortSignal.abort() })
    await expect(planning).rejects.toMatchObject({ code: 'cancelled' })
  })
})
