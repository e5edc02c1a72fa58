import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { smallRecipe } from '@kerf/stamped-media/stamped-recipe'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import type { AudioEncoderConfig } from '../../src/codec/audio-codecs.ts'
import { codecPage } from '../support/codec-page/codec-page.ts'
import {
  bestShift,
  decodedNatively,
  encodedNatively,
  samplesOfText,
  signalToDifferenceDb,
  textOfSamples,
} from '../support/codec-page/native-audio.ts'
import { streamPackets } from '../support/codec-page/stream-packets.ts'

const directory = temporaryDirectory()
const page = codecPage()
/** A difference of one in ten thousand of the signal. */
const EQUAL_DB = 80
/** Samples in the middle, which no edge of a filter reaches. */
const MIDDLE = [40_000, 80_000] as const

it.each([
  ['aac', 'plain', 44_100, 2],
  ['aac', 'plain', 48_000, 6],
  ['he-aac', 'plain', 44_100, 2],
  ['opus', 'webm', 48_000, 2],
  ['mp3', 'mp3', 44_100, 2],
  ['flac', 'flac', 44_100, 2],
  ['vorbis', 'webm', 44_100, 2],
  ['pcm-s16', 'mov', 44_100, 2],
] as const)(
  'a browser decodes %s in %s at %i Hz with %i channels like FFmpeg',
  async (audio, layout, sampleRate, channels) => {
    const recipe = smallRecipe({ frames: 90, video: null, audio, layout, sampleRate, channels, hasTones: true })
    const { audioPath } = await makeStampedMedia(recipe, directory, `${audio}${channels}`)
    const stream = await streamPackets(audioPath!, 'audio')
    for (const output of [
      { sampleRate: stream.sampleRate, channels },
      { sampleRate: 48_000, channels: 2 },
    ]) {
      const decoded = await (await page()).run('decodeAudio', stream, output)
      const native = await decodedNatively(stream, output)
      const channelsOfPage = decoded.channels.map(samplesOfText)
      // FFmpeg leaves out the delay of Opus at the beginning, and moves the first time by it.
      const shift = audio === 'opus' ? 312 : 0
      expect(Math.abs(channelsOfPage[0]!.length - shift - native[0]!.length)).toBeLessThanOrEqual(1)
      for (const [channel, samples] of native.entries())
        expect(signalToDifferenceDb(samples, channelsOfPage[channel]!, ...MIDDLE, shift)).toBeGreaterThan(EQUAL_DB)
    }
  },
)

it.each([
  ['one chunk later', 'aac'],
  ['late once', 'aac'],
  ['one chunk later', 'vorbis'],
] as const)('audio that a browser returns %s keeps its time: %s', async (lateness, audio) => {
  const layout = audio === 'aac' ? 'plain' : 'webm'
  const recipe = smallRecipe({ frames: 60, video: null, audio, layout, channels: 1 })
  const { audioPath } = await makeStampedMedia(recipe, directory, `late-${lateness.replaceAll(' ', '-')}-${audio}`)
  const stream = await streamPackets(audioPath!, 'audio')
  const output = { sampleRate: stream.sampleRate, channels: 1 }
  const decoded = await (await page()).run('decodeAudio', stream, output)
  const late = await (await page()).run('decodeLateAudio', lateness, stream, output)
  expect(late.timestamps).toEqual(decoded.timestamps)
  const [samples, lateSamples] = [decoded, late].map(({ channels }) => samplesOfText(channels[0]!))
  expect(lateSamples).toHaveLength(samples!.length)
  expect(signalToDifferenceDb(samples!, lateSamples!, 0, samples!.length)).toBeGreaterThan(EQUAL_DB)
})

it.each<[AudioEncoderConfig, number]>([
  [{ codec: 'aac', sampleRate: 44_100, channels: 2, bitrate: 256_000 }, 35],
  [{ codec: 'aac', sampleRate: 48_000, channels: 1, bitrate: 128_000 }, 35],
  [{ codec: 'opus', sampleRate: 48_000, channels: 2, bitrate: 256_000 }, 20],
  [{ codec: 'mp3', sampleRate: 44_100, channels: 2, bitrate: 192_000 }, 20],
  [{ codec: 'flac', sampleRate: 44_100, channels: 2, bits: 16 }, 60],
])("a browser encodes %o with FFmpeg's packet times", async (config, leastLikeness) => {
  const { codec, sampleRate, channels } = config
  const length = 2 * sampleRate
  const samples = Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length }, (_sample, at) => {
      const sweep = 0.3 * Math.sin(at * 0.01 * (channel + 1) * (1 + at / length))
      return sweep + 0.1 * Math.sin(at * at * 1e-6 + channel)
    }),
  )
  const encoded = await (await page()).run(
    'encodeAudio',
    config,
    samples.map(textOfSamples),
    codec === 'opus' ? 960 : 1024,
  )
  const nativePackets = await encodedNatively(config, samples)
  const asStream = (packets: string[]) => ({
    codec,
    width: 0,
    height: 0,
    sampleRate,
    channels,
    timescale: sampleRate,
    description: encoded.finalConfiguration || null,
    packets: packets.map((data, index) => ({ isSync: true, pts: index * encoded.frameSamples, data })),
  })
  const decoded = await decodedNatively(asStream(encoded.packets), config)
  const native = await decodedNatively(
    asStream(nativePackets.map((packet) => Buffer.from(packet).toString('base64'))),
    config,
  )
  const shift = bestShift(samples[0]!, decoded[0]!, 40_000, 44_000)
  expect(shift).toBe(bestShift(samples[0]!, native[0]!, 40_000, 44_000))
  for (const [channel, plane] of samples.entries())
    expect(signalToDifferenceDb(plane, decoded[channel]!, ...MIDDLE, shift)).toBeGreaterThan(leastLikeness)
  if (codec !== 'flac') expect(encoded.packets).toHaveLength(nativePackets.length)
})

it('encoders are loaded from the page’s own address', async () => {
  const { requests } = await page()
  const origins = new Set(requests.map((address) => new URL(address.replace(/^blob:/, '')).origin))
  expect(origins.size).toBe(1)
})
