import { describe, expect, it } from 'vitest'
import type { PacketList } from '../../src/demux/common/packet-list.ts'
import { cut } from '../../src/index.ts'
import { fileSink } from '../../src/io/node/files.ts'
import type { SpliceVideoTask } from '../../src/plan/plan-video.ts'
import { type CutPlan, planCut } from '../../src/plan-cut.ts'
import { trackPackets } from '../support/clip-packets.ts'
import { openBytes } from '../support/counting-file.ts'
import { silenceErrors } from '../support/native-frames.ts'
import { frameSamples, withEmptySamples } from '../support/odd-mp4.ts'
import { framesOf } from '../support/rebuilt-mp4.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const recipe = smallRecipe({ frames: 90, gopFrames: 30, audio: null })
const range = { startTime: 1.2, endTime: 2.4 }

const workshop = stampedWorkshop()
// Decoder messages about broken bytes are long and useless here.
silenceErrors()

const spliceOf = ({ task }: CutPlan) => (task.video as { parts: SpliceVideoTask[] }).parts[0]!

it('a clip with fewer frames than planned is recut by re-encoding', async () => {
  const media = await openBytes(await workshop.video(recipe))
  const plan = await planCut(media, range, unscaledRequest)
  const frameCount = plan.video!.frames
  // The plan now expects one frame more than the decoder gives.
  spliceOf(plan).plan.head!.frames += 1
  const path = workshop.clipPath()
  const receipt = await cut(plan, fileSink(path))
  expect(receipt).toMatchObject({ way: 'transcoded', frames: frameCount, framesCopied: 0 })
  const secondReceipt = await cut(await planCut(media, range, unscaledRequest), fileSink(workshop.clipPath()))
  expect(secondReceipt).toMatchObject({ way: 'smart', frames: frameCount })
})

it('a range with a damaged frame gives no clip, spliced or re-encoded', async () => {
  const bytes = Buffer.from(await workshop.video(recipe))
  const { packets, plan } = spliceOf(await planCut(await openBytes(bytes), range, unscaledRequest))
  const damagedPacket = packets.at(plan.head!.decodeTo - 1)!
  bytes.fill(
    0x55,
    damagedPacket.offset + (damagedPacket.sizeBytes >> 1),
    damagedPacket.offset + damagedPacket.sizeBytes,
  )
  const sink = fileSink(workshop.clipPath())
  const cutting = cut(await planCut(await openBytes(bytes), range, unscaledRequest), sink)
  await expect(cutting).rejects.toMatchObject({
    code: 'broken_media',
    message: expect.stringMatching(/damaged|decoded/),
  })
})

describe('a frame before the range that', () => {
  const baseRecipe = smallRecipe({
    width: 160,
    height: 96,
    frames: 90,
    gopFrames: 30,
    bFrames: 0,
    audio: null,
    layout: 'moov-last',
  })
  const requests = [
    unscaledRequest,
    { kind: 'video', height: 48 },
    { kind: 'gif' },
    { kind: 'still', height: null },
  ] as const
  /** Frame 34, near the keyframe 30. */
  const DAMAGED_FRAME = 34

  it.each<[string, (video: Buffer) => Buffer]>([
    ['is damaged', (video) => overwriteSample(video, DAMAGED_FRAME, (sample) => fillWithNoise(sample.subarray(8)))],
    ['is all zeros', (video) => overwriteSample(video, DAMAGED_FRAME, (sample) => sample.fill(0))],
    ['has no bytes', (video) => withEmptySamples(video, 'vide', [DAMAGED_FRAME])],
  ])('%s and is referenced by the range prevents a clip; the next GOP is exact', async (_, damage) => {
    const video = damage(await workshop.video(baseRecipe))
    const media = await openBytes(video)
    for (const request of requests) {
      for (const damagedRange of [
        { startTime: 1.5, endTime: 2.4 },
        { startTime: 1.5, endTime: 1.9 },
      ])
        await expect(workshop.cutOnly(media, damagedRange, request)).rejects.toMatchObject({ code: 'broken_media' })
    }
    const nextGop = await workshop.cut(media, { startTime: 2.1, endTime: 2.9 })
    expect(nextGop.clip.frames.map(({ number }) => number)).toEqual(
      Array.from({ length: 24 }, (_, index) => 63 + index),
    )
  })

  it('is unreferenced, or precedes a later keyframe, does not matter', async () => {
    const reorderedRecipe = { ...baseRecipe, bFrames: 2 }
    const { samples } = frameSamples(await workshop.video(reorderedRecipe))
    const frames = framesOf(await workshop.video(reorderedRecipe)).samples
    const unreferredFrame = frames.findIndex(({ data }, index) => index > 31 && (data[4]! & 0x60) === 0)
    expect(samples.pts[unreferredFrame]).toBeLessThan(samples.pts[36]!)
    const media = await openBytes(
      overwriteSample(await workshop.video(reorderedRecipe), unreferredFrame, (sample) => sample.fill(0)),
    )
    for (const request of [unscaledRequest, { kind: 'video', height: 48 }] as const) {
      const { clip } = await workshop.cut(media, { startTime: 1.5, endTime: 1.9 }, request)
      expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => 45 + index))
    }
  })
})

/** Overwrites bytes with noise. */
function fillWithNoise(bytes: Buffer): void {
  const random = seededRandom(1)
  for (const index of bytes.keys()) bytes[index] = Math.floor(random() * 256)
}

function overwriteSample(video: Buffer, sample: number, overwrite: (bytes: Buffer) => void): Buffer {
  const copy = Buffer.from(video)
  const { samples } = frameSamples(video)
  const start = samples.offsets[sample]!
  overwrite(copy.subarray(start, start + samples.sizes[sample]!))
  return copy
}

it.each(['vp8', 'vp9', 'av1'] as const)('%s with a damaged frame gives no clip', async (video) => {
  const recipeChanges = { video, audio: null, frames: 60, gopFrames: 30, layout: 'webm' } as const
  const bytes = Buffer.from(await workshop.video(smallRecipe(recipeChanges)))
  const { packets } = await trackPackets((await openBytes(bytes)).video?.access)
  const { data } = packets[39]!
  const at = bytes.indexOf(data)
  bytes.fill(0xff, at, at + data.length)
  const damagedMedia = await openBytes(bytes)
  for (const request of [{ kind: 'original' }, unscaledRequest] as const) {
    const cutting = async () =>
      cut(await planCut(damagedMedia, { startTime: 1.2, endTime: 1.8 }, request), fileSink(workshop.clipPath()))
    await expect(cutting()).rejects.toMatchObject({
      code: 'broken_media',
      message: expect.stringMatching(/damaged|decoded/),
    })
  }
})

it('video with undecodable audio gives no clip', async () => {
  const bytes = Buffer.from(await workshop.video({ ...recipe, audio: 'aac' }))
  const { audio } = (await planCut(await openBytes(bytes), range, unscaledRequest)).task
  for (const { offset, sizeBytes } of audio!.parts[0]!.packets!) bytes.fill(0xff, offset, offset + sizeBytes)
  const cutting = cut(await planCut(await openBytes(bytes), range, unscaledRequest), fileSink(workshop.clipPath()))
  await expect(cutting).rejects.toMatchObject({
    code: 'broken_media',
    message: expect.stringMatching(/audio .* cannot be decoded/),
  })
})

it('VP9 frames that refer to a damaged one give no clip', async () => {
  const vp9 = smallRecipe({ frames: 90, gopFrames: 30, audio: null, video: 'vp9', layout: 'webm' })
  const bytes = Buffer.from(await workshop.video(vp9))
  const plan = await planCut(await openBytes(bytes), { startTime: 1.5, endTime: 2.4 }, unscaledRequest)
  const { packets } = (plan.task.video as { parts: { packets: PacketList }[] }).parts[0]!
  const damagedPacket = packets.at(4)!
  expect(damagedPacket.isSync).toBe(false)
  fillWithNoise(bytes.subarray(damagedPacket.offset + 20, damagedPacket.offset + damagedPacket.sizeBytes))
  const media = await openBytes(bytes)
  for (const request of [unscaledRequest, { kind: 'still', height: null }] as const) {
    await expect(workshop.cutOnly(media, { startTime: 1.5, endTime: 2.4 }, request)).rejects.toMatchObject({
      code: 'broken_media',
    })
  }
})
