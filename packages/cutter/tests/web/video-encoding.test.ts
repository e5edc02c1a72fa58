import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { smallRecipe } from '@kerf/stamped-media/stamped-recipe'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import type { H264EncoderConfig } from '../../src/codec/video-codecs.ts'
import { codecPage } from '../support/codec-page/codec-page.ts'
import { asClipStream, decodedLuma, frameQualities } from '../support/codec-page/decoded-luma.ts'
import { type StreamPackets, streamPackets } from '../support/codec-page/stream-packets.ts'

const directory = temporaryDirectory()
const page = codecPage()
const FRAMES = 60
const NUMBERS = Array.from({ length: FRAMES }, (_, index) => index)
/** From here on a difference is hard to see. */
const CLEAN_PSNR = 38

async function streamOf(recipe: Partial<StampedRecipe>, name: string): Promise<StreamPackets> {
  const { videoPath } = await makeStampedMedia(smallRecipe({ frames: FRAMES, audio: null, ...recipe }), directory, name)
  return streamPackets(videoPath!, 'video')
}

const seamConfig = (timescale: number, profile: string | null): H264EncoderConfig => ({
  timescale,
  frameRate: 30,
  preset: 'superfast',
  tune: 'psnr',
  rate: { crf: 20 },
  maxBitrate: null,
  gopFrames: 25,
  bFrames: 0,
  lookaheadFrames: 0,
  profile,
  threads: 2,
})

it.each([
  ['high', 100],
  ['main', 77],
  ['baseline', 66],
] as const)('a browser encodes every frame as clean %s-profile H.264', async (profile, profileCode) => {
  const stream = await streamOf({}, profile)
  const encoded = await (await page()).run('encodeH264', stream, seamConfig(stream.timescale, profile))
  const source = await decodedLuma(stream)
  const decoded = await decodedLuma(asClipStream(encoded, stream))
  expect(decoded.map(({ number }) => number)).toEqual(NUMBERS)
  expect(decoded.map(({ tick }) => tick)).toEqual(source.map(({ tick }) => tick))
  expect(Math.min(...frameQualities(source, decoded))).toBeGreaterThan(CLEAN_PSNR)
  expect(encoded.packets.flatMap(({ isSync }, index) => (isSync ? [index] : []))).toEqual([0, 25, 50])
  expect(encoded.sps.map((sps) => Buffer.from(sps, 'base64')[1])).toEqual([profileCode])
  expect(encoded.pps).toHaveLength(1)
  expect(encoded.look?.colours).toEqual({ primaries: 1, transfer: 1, matrix: 1, isFullRange: false })
})

it('frames at uneven times keep their ticks', async () => {
  const shownAt = NUMBERS.map((number) => (number < 30 ? number : number * 3))
  const stream = await streamOf({ shownAt }, 'uneven')
  const encoded = await (await page()).run('encodeH264', stream, seamConfig(stream.timescale, 'high'))
  const decoded = await decodedLuma(asClipStream(encoded, stream))
  expect(decoded.map(({ number }) => number)).toEqual(NUMBERS)
  expect(decoded.map(({ tick }) => tick)).toEqual(stream.packets.map(({ pts }) => pts).sort((a, b) => a - b))
})

it('a bitrate limit is kept without dropping a frame', async () => {
  const stream = await streamOf({}, 'limited')
  const maxBitrate = 200_000
  const config = { ...seamConfig(stream.timescale, 'high'), maxBitrate }
  const encoded = await (await page()).run('encodeH264', stream, config)
  const decoded = await decodedLuma(asClipStream(encoded, stream))
  const bits = 8 * encoded.packets.reduce((sum, { data }) => sum + Buffer.from(data, 'base64').length, 0)
  expect(decoded.map(({ number }) => number)).toEqual(NUMBERS)
  // The one-second buffer may be used in addition.
  expect(bits).toBeLessThan(maxBitrate * (FRAMES / 30 + 1))
})

it.each(['vp8', 'vp9', 'av1'] as const)('a browser encodes every frame as %s', async (codec) => {
  const stream = await streamOf({}, codec)
  const config = { codec, timescale: stream.timescale, frameRate: 30, maxBitrate: null, threads: 2 }
  const { packets } = await (await page()).run('encodeVideo', stream, config)
  const decoded = await decodedLuma({ ...stream, codec, description: null, packets })
  expect(decoded.map(({ number }) => number)).toEqual(NUMBERS)
  expect(Math.min(...frameQualities(await decodedLuma(stream), decoded))).toBeGreaterThan(CLEAN_PSNR)
})

it('an encoder that blurs is known before a cut, and a good one is not refused', async () => {
  const video = { width: 1280, height: 720, frameRate: 30, profile: null }
  const { run } = await page()
  expect(await run('missingWithBlurringEncoder', { encodedVideo: { codec: 'vp8', ...video } })).toEqual([
    'faithfulVideo',
  ])
  expect(await run('missingCodecs', { encodedVideo: { codec: 'vp9', ...video } })).toEqual([])
})

it.each<[string, Partial<StampedRecipe>, string | null, string]>([
  ['10-bit video', { pixelFormat: 'yuv420p10' }, null, 'the pixel format I420P10'],
  ['HDR', { video: 'vp9', layout: 'webm', hdr: 'pq' }, null, 'cannot encode HDR video'],
  ['a 10-bit profile', {}, 'high10', 'of the profile high10'],
])('%s is refused with a sentence', async (name, recipe, profile, sentence) => {
  const stream = await streamOf(recipe, name.replaceAll(' ', ''))
  // A VP9 stream does not state its transfer function, so the container does.
  const colours = recipe.hdr ? { primaries: 9, transfer: 16, matrix: 9, isFullRange: false } : null
  const encoding = (await page()).run('encodeH264', { ...stream, colours }, seamConfig(stream.timescale, profile))
  await expect(encoding).rejects.toThrow(sentence)
})

it('a second pass is refused', async () => {
  const stream = await streamOf({}, 'passes')
  const rate = { pass: 1, bitrate: 500_000, statisticsPath: '' } as const
  const encoding = (await page()).run('encodeH264', stream, { ...seamConfig(stream.timescale, 'high'), rate })
  await expect(encoding).rejects.toThrow('unsupported_media')
})
