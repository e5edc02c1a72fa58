import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { smallRecipe } from '@kerf/stamped-media/stamped-recipe'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { BitReader, withoutEmulationPrevention } from '../../src/bitstream/bit-reader.ts'
import { buildAvcConfiguration, parseAvcConfiguration } from '../../src/bitstream/h264/avc-configuration.ts'
import { codecPage } from '../support/codec-page/codec-page.ts'
import { type StreamPackets, streamPackets } from '../support/codec-page/stream-packets.ts'

const directory = temporaryDirectory()
const page = codecPage()
const FRAMES = 75

async function streamOf(recipe: Partial<StampedRecipe>, name: string): Promise<StreamPackets> {
  const whole = smallRecipe({ frames: FRAMES, gopFrames: 25, audio: null, ...recipe })
  const { videoPath } = await makeStampedMedia(whole, directory, name)
  return streamPackets(videoPath!, 'video')
}

it.each<[string, Partial<StampedRecipe>]>([
  ['H.264 with B-frames', { bFrames: 3 }],
  ['H.264 with an open GOP', { bFrames: 3, openGop: true }],
  ['H.264 without the reordering in its header', { bFrames: 3, x264: 'bframes=3:b-pyramid=strict:nal-hrd=none' }],
  ['H.264 from an MPEG transport stream', { bFrames: 3, layout: 'ts' }],
  ['H.264 at 29.97 frames per second', { frameRate: [30_000, 1001] }],
  ['H.264 in the baseline profile', { bFrames: 0, profile: 'baseline' }],
  ['10-bit H.264', { pixelFormat: 'yuv420p10' }],
  ['VP8', { video: 'vp8', layout: 'webm' }],
  ['VP9', { video: 'vp9', layout: 'webm' }],
  ['AV1', { video: 'av1', layout: 'webm' }],
])('a browser decodes every frame of %s in order', async (name, recipe) => {
  const stream = await streamOf(recipe, name.replaceAll(/\W/g, ''))
  const { frames, refusedTicks } = await (await page()).run('decodeVideo', stream)
  const is10Bit = recipe.pixelFormat === 'yuv420p10'
  expect(refusedTicks).toEqual([])
  expect(frames.map(({ timestamp }) => timestamp)).toEqual(stream.packets.map(({ pts }) => pts).sort((a, b) => a - b))
  if (!is10Bit) expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: FRAMES }, (_, index) => index))
})

it('a damaged keyframe is refused with its frames, and decoding continues at the next keyframe', async () => {
  const stream = await streamOf({ bFrames: 0 }, 'damaged')
  const packets = stream.packets.map((packet, index) => {
    const bytes = Buffer.from(packet.data, 'base64')
    return index === 25 ? { ...packet, data: bytes.fill(0xa5, 4).toString('base64') } : packet
  })
  const { frames, refusedTicks } = await (await page()).run('decodeVideo', { ...stream, packets })
  const numbers = frames.map(({ number }) => number)
  expect(refusedTicks).toContain(packets[25]!.pts)
  expect(numbers.slice(-25)).toEqual(Array.from({ length: 25 }, (_, index) => 50 + index))
  expect(new Set([...refusedTicks, ...frames.map(({ timestamp }) => timestamp)]).size).toBe(FRAMES)
})

it.each<[string, Partial<StampedRecipe>]>([
  ['MP4', {}],
  ['MP4 with five references and a pyramid', { x264: 'ref=5:b-pyramid=normal:weightp=1' }],
  ['MP4 without arithmetic coding', { x264: 'cabac=0', profile: 'main' }],
])('a browser starts at the second keyframe of an open GOP in %s', async (name, recipe) => {
  const stream = await streamOf({ bFrames: 3, openGop: true, ...recipe }, `open${name.length}`)
  const from = stream.packets.findIndex(({ isSync }, index) => isSync && index > 0)
  const packets = stream.packets.slice(from)
  const { frames } = await (await page()).run('decodeVideo', { ...stream, packets })
  const needed = frames.filter(({ timestamp }) => timestamp >= packets[0]!.pts)
  const firstNumber = needed[0]!.number!
  expect(firstNumber).toBeGreaterThan(0)
  expect(needed.map(({ number }) => number)).toEqual(
    Array.from({ length: FRAMES - firstNumber }, (_, index) => firstNumber + index),
  )
})

it.each([1, 2, 3])('a stream with %i B-frames and no stated reordering loses no frame', async (bFrames) => {
  const stream = await streamOf({ bFrames, x264: 'b-pyramid=normal:ref=4' }, `silent${bFrames}`)
  const description = withoutVui(Buffer.from(stream.description!, 'base64')).toString('base64')
  const { frames, refusedTicks } = await (await page()).run('decodeVideo', { ...stream, description })
  expect(refusedTicks).toEqual([])
  expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: FRAMES }, (_, index) => index))
})

/** Removes the last part of the SPS in an avcC, which may state the reordering. */
function withoutVui(description: Buffer): Buffer {
  const { sps, ...others } = parseAvcConfiguration(description)
  const payload = withoutEmulationPrevention(sps[0]!)
  const bits = new BitReader(payload, 8)
  bits.readBits(24)
  bits.readExpGolomb()
  for (let number = 0; number < 3; number++) bits.readExpGolomb() // chroma format, bit depths
  bits.readBits(2)
  for (let number = 0; number < 4; number++) bits.readExpGolomb() // frame number, order type and bits, references
  bits.readBits(1)
  for (let number = 0; number < 2; number++) bits.readExpGolomb() // columns, rows
  bits.readBits(2)
  if (bits.readBits(1) === 1) for (let side = 0; side < 4; side++) bits.readExpGolomb()
  const text = [...payload].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const shortened = `${text.slice(0, bits.position)}01`
  const bytes = Uint8Array.from({ length: Math.ceil(shortened.length / 8) }, (_, index) =>
    Number.parseInt(shortened.slice(8 * index, 8 * index + 8).padEnd(8, '0'), 2),
  )
  return buildAvcConfiguration({ ...others, sps: [bytes] })
}

it('a codec that the browser lacks is refused with a sentence', async () => {
  const stream = await streamOf({ video: 'hevc' }, 'hevc')
  await expect((await page()).run('decodeVideo', stream)).rejects.toThrow(
    'unsupported_media: This browser cannot decode this HEVC video.',
  )
})
