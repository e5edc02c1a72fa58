import { readFile } from 'node:fs/promises'
import { readStamp } from '@kerf/stamped-media/stamp'
import { describe, expect, it } from 'vitest'
import { decodeImages, readImageFile } from '../../src/image-files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { lumaOf } from '../support/luma-frames.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
/** A slide every four seconds. */
const slides = await workshop.make(
  smallRecipe({ width: 160, height: 96, frameRate: [1, 4], frames: 8, gopFrames: 2, bFrames: 0 }),
  'slides',
)

describe('a clip of slides', () => {
  it('begins when it is asked to, with the slide that is shown then and what is said meanwhile', async () => {
    const { receipt, clip } = await workshop.cut(slides.media, { startTime: 5.5, endTime: 18 })
    expect(clip.frames.map(({ number, seconds }) => [number, seconds])).toEqual([
      [1, 0],
      [2, expect.closeTo(2.5, 3)],
      [3, expect.closeTo(6.5, 3)],
      [4, expect.closeTo(10.5, 3)],
    ])
    expect(receipt).toMatchObject({
      firstFrameSeconds: expect.closeTo(5.5, 3),
      durationSeconds: expect.closeTo(12.5, 3),
    })
    expect(receipt.framesCopied).toBeGreaterThan(0)
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(12.5, 2)
    expectAudioFrom(clip.audio!, 5.5)
  })

  it('may lie within a single slide', async () => {
    const { clip } = await workshop.cut(slides.media, { startTime: 9, endTime: 10.25 })
    expect(clip.frames).toEqual([{ number: 2, seconds: 0 }])
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(1.25, 2)
    expectAudioFrom(clip.audio!, 9)
  })

  it('joins ranges without losing the beginning of the second one', async () => {
    const ranges = [
      { startTime: 0, endTime: 4 },
      { startTime: 13, endTime: 17 },
    ]
    const { clip } = await workshop.cut(slides.media, ranges)
    expect(clip.frames.map(({ number, seconds }) => [number, Math.round(seconds * 1000)])).toEqual([
      [0, 0],
      [3, 4000],
      [4, 7000],
    ])
  })

  it('shows the same slide in a GIF and as a still', async () => {
    const range = { startTime: 5.5, endTime: 9 }
    const gif = await workshop.cutOnly(slides.media, range, { kind: 'gif', frameRate: 5 })
    expect(gif.receipt.durationSeconds).toBeCloseTo(3.5, 2)
    const still = await workshop.cutOnly(slides.media, range, { kind: 'still', height: null })
    const { frames } = readImageFile('png', await readFile(still.path))
    const numbers: (number | null)[] = []
    for await (const frame of decodeImages('png', frames)) {
      const { width, height, luma } = lumaOf(frame, 3)
      numbers.push(readStamp({ width, height }, (x, y) => luma[y * width + x]!))
    }
    expect(numbers).toEqual([1])
  })

  it('needs a slide: where only audio is left, nothing stands', async () => {
    const { media } = await workshop.make({ ...slides.recipe, audioToSeconds: 36 }, 'talkative')
    const planning = planCut(media, { startTime: 33, endTime: 35 }, { kind: 'video', height: null })
    await expect(planning).rejects.toMatchObject({ code: 'nothing_in_range' })
  })
})
