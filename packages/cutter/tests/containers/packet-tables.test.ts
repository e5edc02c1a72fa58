import { expect, it } from 'vitest'
import { open, plan } from '../../src/index.ts'
import { repeatVideo } from '../support/repeated-video.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { usedMemoryBytes } from '../support/used-memory.ts'

/** Number of frames in each repetition: 96 frames at 60 fps last as long as 75 packets of AAC at 48 kHz. */
const FRAMES = 96
const FRAME_RATE = 60
const HOUR_SECONDS = 3600
const PACKETS = HOUR_SECONDS * (FRAME_RATE + 48_000 / 1024)
/**
 * Memory limit per packet for the sample table, a list that shares most of its columns, and the columns that the plan
 * changes. One object per packet would take 300 bytes.
 */
const MAX_BYTES_A_PACKET = 72

const workshop = stampedWorkshop()

it('the tables of a long video stay columns of numbers, from the index to the plan', async () => {
  const recipe = smallRecipe({
    width: 64,
    height: 64,
    frameRate: [FRAME_RATE, 1],
    frames: FRAMES,
    gopFrames: FRAMES,
    sampleRate: 48_000,
  })
  const { media } = await workshop.make(recipe, 'video')
  const video = await repeatVideo(media, (HOUR_SECONDS * FRAME_RATE) / FRAMES)
  const bytesBefore = usedMemoryBytes()
  const longMedia = await open(video)
  const range = { startTime: 0.5, endTime: HOUR_SECONDS - 0.5 }
  const cutPlan = await plan(longMedia, range, { kind: 'video', height: null })
  const bytesPerPacket = (usedMemoryBytes() - bytesBefore) / PACKETS
  expect(cutPlan.video?.frames).toBe((HOUR_SECONDS - 1) * FRAME_RATE)
  expect(bytesPerPacket).toBeLessThan(MAX_BYTES_A_PACKET)
})
