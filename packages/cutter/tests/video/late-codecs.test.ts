import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { CutMethod } from '../../src/api/cut-plan.ts'
import type { Codecs } from '../../src/codec/codecs.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import type { VideoDecoder, VideoEncoder } from '../../src/codec/video-codecs.ts'
import type { EncodedChunk, VideoFrame } from '../../src/codec/video-frame.ts'
import { openMedia } from '../../src/open-media.ts'
import { bytesAsSource } from '../support/counting-file.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

/**
 * Native codecs with the timing that a browser's codecs may have: audio as promises, frames one call later, chunks at
 * the end.
 */
const lateCodecs: Codecs = {
  ...nativeCodecs,
  openVideoDecoder: async (config) => oneFrameLater(await nativeCodecs.openVideoDecoder(config)),
  async openAudioDecoder(config) {
    const { decode, flush, close } = await nativeCodecs.openAudioDecoder(config)
    return { decode: async (chunk) => decode(chunk), flush: async () => flush(), close }
  },
  h264Encoder(config) {
    const encoder = nativeCodecs.h264Encoder(config)
    return { ...encoder, ...chunksAtTheEnd(encoder) }
  },
  videoEncoder: (config) => chunksAtTheEnd(nativeCodecs.videoEncoder(config)),
}

function oneFrameLater(decoder: VideoDecoder): VideoDecoder {
  let heldFrame: VideoFrame | null = null
  async function* delayedFrames(frames: AsyncIterable<VideoFrame>) {
    for await (const frame of frames) {
      const previousFrame = heldFrame
      heldFrame = frame.clone()
      if (previousFrame) yield previousFrame
      previousFrame?.close()
    }
  }
  return {
    decode: (chunk) => delayedFrames(decoder.decode(chunk)),
    async *flush() {
      yield* delayedFrames(decoder.flush())
      if (heldFrame) yield heldFrame
    },
    close() {
      heldFrame?.close()
      decoder.close()
    },
  }
}

function chunksAtTheEnd({ encode, flush, close }: VideoEncoder): VideoEncoder {
  const chunks: EncodedChunk[] = []
  return {
    async encode(frame, timestamp) {
      chunks.push(...(await encode(frame, timestamp)))
      return []
    },
    flush: async () => [...chunks, ...(await flush())],
    close,
  }
}

it.each<[string, Partial<StampedRecipe>, ClipSpec, CutMethod]>([
  ['is copied but for its edges', {}, unscaledRequest, 'smart'],
  ['is scaled down', {}, { kind: 'video', height: 90 }, 'transcoded'],
  ['stays VP9', { video: 'vp9', audio: 'opus', layout: 'webm', bFrames: 0 }, { kind: 'original' }, 'smart'],
])('a clip with late codec output is as exact if it %s', async (_, changes, request, way) => {
  const recipe = smallRecipe({ frames: 90, gopFrames: 30, ...changes })
  const source = bytesAsSource(await workshop.video(recipe))
  const media = await openMedia({ video: source, audio: source }, lateCodecs)
  const video = { ...uneditedVideo(recipe), ...(recipe.layout === 'webm' && { roundedToSeconds: 0.001 }) }
  const { receipt } = await expectExact(media, video, { startTime: 0.71, endTime: 2.43 }, workshop, request)
  expect(receipt.way).toBe(way)
})
