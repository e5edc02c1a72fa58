import { join } from 'node:path'
import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMeter } from './bytes/part-reader.ts'
import { openMedia } from './open-media.ts'
import { asMade, expectExact } from './testing/expect-exact.ts'
import { type Pictures, readPictures, signalToNoise } from './testing/picture-quality.ts'
import { StampedWorkshop, smallRecipe } from './testing/stamped-source.ts'

const LEAST_DECIBELS = 42
const GROUP = 40
const FRAME_RATE = 30
/** Ends in every place that a picture has among those that are shown before it and come behind it in the file. */
const FRAMES_SHOWN = [8, 9, 10, 11]

let workshop: StampedWorkshop
beforeAll(async () => {
  workshop = await StampedWorkshop.open()
})
afterAll(() => workshop.close())

describe('pictures at the end of a clip that cannot be copied', { timeout: 60_000 }, () => {
  it.each<[string, Partial<StampedRecipe>]>([
    ['three B-frames between others', { bFrames: 3 }],
    ['Main profile and strict pyramids', { bFrames: 3, profile: 'main', x264: 'b-pyramid=strict:ref=3' }],
    ['several slices, delimiters and no arithmetic coding', { x264: 'aud=1:slices=3:cabac=0:weightp=2' }],
  ])('go on from copied ones: %s', async (name, shape) => {
    const clips = await cutAtEachPlace(name, shape)
    const made = clips.flatMap(({ tail }) => tail)
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter(({ isSync }) => isSync)).toEqual([])
    expect(Math.min(...made.map(({ decibels }) => decibels))).toBeGreaterThanOrEqual(LEAST_DECIBELS)
    // Pictures of noise; one that stands by itself takes ten times as much.
    for (const { tail, keyBytes } of clips) {
      expect(tail.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThan(keyBytes)
    }
  })

  it('begin with one that stands by itself where the source may have fields', async () => {
    const clips = await cutAtEachPlace('fields', { bFrames: 2, height: 224, x264: 'tff=1' })
    const made = clips.flatMap(({ tail }) => tail.slice(0, 1))
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter(({ isSync }) => !isSync)).toEqual([])
  })
})

/** Clips that begin with a key picture and end behind so many pictures. */
async function cutAtEachPlace(name: string, shape: Partial<StampedRecipe>) {
  const recipe = smallRecipe({ audio: null, frames: 2 * GROUP, gopFrames: GROUP, videoBitrate: 700_000, ...shape })
  const file = name.replaceAll(/\W+/g, '-')
  const { media } = await workshop.make(recipe, file)
  const source = await readPictures(join(workshop.directory, `${file}.mp4`))
  const clips = []
  for (const frames of FRAMES_SHOWN) {
    const range = { startTime: GROUP / FRAME_RATE, endTime: (GROUP + frames) / FRAME_RATE }
    const judged = await expectExact(media, asMade(recipe), range, workshop.clipPath())
    clips.push(await tailOf(judged, source))
  }
  return clips
}

async function tailOf({ path, receipt }: Awaited<ReturnType<typeof expectExact>>, source: Pictures) {
  const file = await workshop.openFile(path)
  const { video } = await openMedia({ video: file, audio: null })
  if (video?.access.kind !== 'indexed') throw new Error('A clip is an MP4.')
  const { track } = video.access
  const packets = await track.covering(-Infinity, Infinity, { signal: undefined, meter: newMeter() })
  const clip = await readPictures(path)
  const tail = [...packets].slice(receipt.framesCopied).map(({ pts, isSync, sizeBytes }) => {
    const number = GROUP + Math.round((pts / track.timescale) * FRAME_RATE)
    return { isSync, sizeBytes, decibels: signalToNoise(source, clip, [number])[0]! }
  })
  return { tail, keyBytes: packets.at(0)!.sizeBytes }
}
