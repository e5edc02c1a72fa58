import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWeights } from '../../src/preview/size-index.ts'
import { StampedWorkshop, smallRecipe } from '../support/stamped-source.ts'

let workshop: StampedWorkshop
beforeAll(async () => {
  workshop = await StampedWorkshop.open()
})
afterAll(() => workshop.close())

const film = (layout: 'plain' | 'dash-pair') =>
  smallRecipe({ width: 160, height: 96, frames: 105, gopFrames: 30, layout })
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('what a part of a film weighs', () => {
  it.each(['plain', 'dash-pair'] as const)(
    'adds up to the film, and is told by its index, with tables of a few fragments at most: %s',
    async (layout) => {
      const { media, files, bytesRead } = await workshop.make(film(layout), layout)
      const before = bytesRead()
      const weights = await readWeights(media, 240)
      expect(bytesRead() - before).toBeLessThanOrEqual(layout === 'plain' ? 0 : 12_000)
      expect(weights).toMatchObject({ secondsPerPiece: 0.1 })
      expect(weights.pictureBytes).toHaveLength(35)
      // Each second begins with a key picture, which all of it leans on.
      expect(weights.keySeconds).toEqual([0, 1, 2, 3])
      const [, key] = weights.keyBytes as [number, number]
      const leaning = sum(weights.pictureBytes.slice(10, 20))
      expect(key).toBeGreaterThan(0.1 * leaning)
      expect(key).toBeLessThan(10 * leaning)
      const sound = layout === 'plain' ? 3.5 * weights.soundBytesPerSecond : 0
      const all = sum(weights.pictureBytes) + sum(weights.keyBytes) + sound
      expect(all / files[0]!.sizeBytes).toBeCloseTo(1, 1)
    },
  )

  it('comes in no more pieces than were asked for', async () => {
    const { media } = await workshop.make(film('plain'), 'few')
    const { secondsPerPiece, pictureBytes } = await readWeights(media, 2)
    expect(pictureBytes).toHaveLength(2)
    expect(secondsPerPiece).toBeCloseTo(1.75, 1)
  })

  it('of pictures that all stand by themselves tells the first one of each piece, and adds up all the same', async () => {
    const { media, files } = await workshop.make({ ...film('plain'), gopFrames: 1, audio: null }, 'still')
    const { keySeconds, keyBytes, pictureBytes } = await readWeights(media, 7)
    expect(keySeconds).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3])
    expect((sum(keyBytes) + sum(pictureBytes)) / files[0]!.sizeBytes).toBeCloseTo(1, 1)
  })

  it('is not told of what has no pictures', async () => {
    const { media, bytesRead } = await workshop.make(smallRecipe({ video: null, frames: 60 }), 'sound')
    const before = bytesRead()
    await expect(readWeights(media, 240)).rejects.toMatchObject({ code: 'unsupported_media' })
    expect(bytesRead()).toBe(before)
  })
})
