import { AV_LOG_FATAL } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { expect, it } from 'vitest'
import { cut } from '../../src/cut-clip.ts'
import { fileSink } from '../../src/io/files.ts'
import type { SpliceVideoTask } from '../../src/plan/plan-video.ts'
import { type CutPlan, planCut } from '../../src/plan-cut.ts'
import { trackPackets } from '../support/clip-packets.ts'
import { openBytes } from '../support/counting-file.ts'
import { asItIs, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const recipe = smallRecipe({ frames: 90, gopFrames: 30, audio: null })
const range = { startTime: 1.2, endTime: 2.4 }

const workshop = stampedWorkshop()
// Decoder messages about broken bytes are long and useless here.
Log.setLevel(AV_LOG_FATAL)

const spliceOf = ({ task }: CutPlan) => (task.video as { parts: SpliceVideoTask[] }).parts[0]!

it('a clip with fewer frames than planned is cut again in the slow way', async () => {
  const media = await openBytes(await workshop.video(recipe))
  const plan = await planCut(media, range, asItIs)
  const planned = plan.video!.frames
  // As if the decoder gave one frame less than the packets promise.
  spliceOf(plan).plan.head!.frames += 1
  const path = workshop.clipPath()
  const receipt = await cut(plan, fileSink(path))
  expect(receipt).toMatchObject({ way: 'transcoded', frames: planned, framesCopied: 0 })
  const again = await cut(await planCut(media, range, asItIs), fileSink(workshop.clipPath()))
  expect(again).toMatchObject({ way: 'smart', frames: planned })
})

it('there is no clip of a range in which a frame is damaged, in either way', async () => {
  const bytes = Buffer.from(await workshop.video(recipe))
  const { packets, plan } = spliceOf(await planCut(await openBytes(bytes), range, asItIs))
  const damaged = packets.at(plan.head!.decodeTo - 1)!
  bytes.fill(0x55, damaged.offset + (damaged.sizeBytes >> 1), damaged.offset + damaged.sizeBytes)
  const sink = fileSink(workshop.clipPath())
  const cutting = cut(await planCut(await openBytes(bytes), range, asItIs), sink)
  await expect(cutting).rejects.toMatchObject({
    code: 'broken_media',
    message: expect.stringMatching(/damaged|decoded/),
  })
})

it.each(['vp8', 'vp9', 'av1'] as const)('there is no clip of %s that lacks a damaged frame', async (video) => {
  const form = { video, audio: null, frames: 60, gopFrames: 30, layout: 'webm' } as const
  const bytes = Buffer.from(await workshop.video(smallRecipe(form)))
  const { packets } = await trackPackets((await openBytes(bytes)).video?.access)
  const { data } = packets[39]!
  const at = bytes.indexOf(data)
  bytes.fill(0xff, at, at + data.length)
  const damaged = await openBytes(bytes)
  for (const request of [{ kind: 'original' }, asItIs] as const) {
    const cutting = async () =>
      cut(await planCut(damaged, { startTime: 1.2, endTime: 1.8 }, request), fileSink(workshop.clipPath()))
    await expect(cutting()).rejects.toMatchObject({
      code: 'broken_media',
      message: expect.stringMatching(/damaged|decoded/),
    })
  }
})

it('there is no clip of video whose audio cannot be decoded', async () => {
  const bytes = Buffer.from(await workshop.video({ ...recipe, audio: 'aac' }))
  const { audio } = (await planCut(await openBytes(bytes), range, asItIs)).task
  for (const { offset, sizeBytes } of audio!.parts[0]!.packets!) bytes.fill(0xff, offset, offset + sizeBytes)
  const cutting = cut(await planCut(await openBytes(bytes), range, asItIs), fileSink(workshop.clipPath()))
  await expect(cutting).rejects.toMatchObject({
    code: 'broken_media',
    message: expect.stringMatching(/audio .* cannot be decoded/),
  })
})
