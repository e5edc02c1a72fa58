import { describe, expect, it } from 'vitest'
import { readSizeIndex } from '../../src/preview/size-index.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const recipeWith = (layout: 'plain' | 'dash-pair') =>
  smallRecipe({ width: 160, height: 96, frames: 105, gopFrames: 30, layout })
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('the size of each part of a video', () => {
  it.each(['plain', 'dash-pair'] as const)(
    'adds up to the video, and is read from the index and a few fragments: %s',
    async (layout) => {
      const { media, files, bytesRead } = await workshop.make(recipeWith(layout), layout)
      const bytesBefore = bytesRead()
      const sizeIndex = await readSizeIndex(media, 240)
      expect(bytesRead() - bytesBefore).toBeLessThanOrEqual(layout === 'plain' ? 0 : 12_000)
      expect(sizeIndex).toMatchObject({ secondsPerPiece: 0.1 })
      expect(sizeIndex.frameBytes).toHaveLength(35)
      // Each second begins with a keyframe, on which its other frames depend.
      expect(sizeIndex.keySeconds).toEqual([0, 1, 2, 3])
      const [, keyBytes] = sizeIndex.keyBytes as [number, number]
      const otherBytes = sum(sizeIndex.frameBytes.slice(10, 20))
      expect(keyBytes).toBeGreaterThan(0.1 * otherBytes)
      expect(keyBytes).toBeLessThan(10 * otherBytes)
      const audio = layout === 'plain' ? 3.5 * sizeIndex.audioBytesPerSecond : 0
      const totalBytes = sum(sizeIndex.frameBytes) + sum(sizeIndex.keyBytes) + audio
      expect(totalBytes / files[0]!.sizeBytes).toBeCloseTo(1, 1)
    },
  )

  it('comes in no more pieces than requested', async () => {
    const { media } = await workshop.make(recipeWith('plain'), 'few')
    const { secondsPerPiece, frameBytes } = await readSizeIndex(media, 2)
    expect(frameBytes).toHaveLength(2)
    expect(secondsPerPiece).toBeCloseTo(1.75, 1)
  })

  it('adds up even if every frame is a keyframe, with only the first keyframe of each piece listed', async () => {
    const { media, files } = await workshop.make({ ...recipeWith('plain'), gopFrames: 1, audio: null }, 'still')
    const { keySeconds, keyBytes, frameBytes } = await readSizeIndex(media, 7)
    expect(keySeconds).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3])
    expect((sum(keyBytes) + sum(frameBytes)) / files[0]!.sizeBytes).toBeCloseTo(1, 1)
  })

  it('is not available for media without frames', async () => {
    const { media, bytesRead } = await workshop.make(smallRecipe({ video: null, frames: 60 }), 'audio')
    const bytesBefore = bytesRead()
    await expect(readSizeIndex(media, 240)).rejects.toMatchObject({ code: 'unsupported_media' })
    expect(bytesRead()).toBe(bytesBefore)
  })
})
