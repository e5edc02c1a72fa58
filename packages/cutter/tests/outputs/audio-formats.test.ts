import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { BufferSource, FLAC, Input, MP3, MP4, OGG, WAVE } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { cut, probe } from '../../src/index.ts'
import { memorySink } from '../../src/io/memory-sink.ts'
import { writeWav } from '../../src/mux/audio/write-wav.ts'
import { planCut } from '../../src/plan-cut.ts'
import { expectOwnTones } from '../support/expect-audio.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
const AUDIO_KINDS = ['m4a', 'opus', 'flac', 'wav', 'mp3'] as const
type AudioKind = (typeof AUDIO_KINDS)[number]
const specOf = (kind: AudioKind): ClipSpec => (kind === 'mp3' ? { kind, bitrate: 'v2' } : { kind })
/** Neither end is a round number of samples, packets or milliseconds. */
const RANGE = { startTime: 0.4567, endTime: 1.2345 }

type Recipe = Parameters<typeof smallRecipe>[0]
const sources = new Map<string, ReturnType<typeof make>>()
async function make(recipe: Recipe) {
  const source = await workshop.make(smallRecipe({ video: null, frames: 45, ...recipe }), `source-${sources.size}`)
  return { ...source, reading: await readStamps(source.path) }
}
function sourceOf(recipe: Recipe) {
  const key = JSON.stringify(recipe)
  if (!sources.has(key)) sources.set(key, make(recipe))
  return sources.get(key)!
}

const samplesOf = ({ startTime, endTime }: TimeRange, rate: number) =>
  Math.round(endTime * rate) - Math.round(startTime * rate)

/** Expects as many samples as the range has, the first of them in its place. */
function expectSamples(clip: StampedReading, range: TimeRange, label: string): void {
  const { sampleRate, channels } = clip.audio!
  expect(channels[0], label).toHaveLength(samplesOf(range, sampleRate))
  const offset = audioOffsetSeconds(clip.audio!, Math.round(range.startTime * sampleRate) / sampleRate)
  expect(Math.abs(offset ?? Infinity) * sampleRate, label).toBeLessThan(0.5)
}

describe('audio only', () => {
  it.each<[string, Recipe, Partial<Record<AudioKind, string>>]>([
    ['AAC in an MP4 with frames', { video: 'h264', audio: 'aac' }, { m4a: 'aac spliced' }],
    ['AAC in an M4A', { audio: 'aac', layout: 'dash-pair' }, { m4a: 'aac spliced' }],
    ['Opus in a WebM', { audio: 'opus', layout: 'webm' }, { opus: 'opus spliced' }],
    ['Opus in an Ogg file', { audio: 'opus', layout: 'ogg', channels: 1 }, { opus: 'opus spliced' }],
    ['Vorbis in an Ogg file', { audio: 'vorbis', layout: 'ogg' }, {}],
    ['an MP3, without its padding', { audio: 'mp3', layout: 'mp3' }, {}],
    ['a FLAC', { audio: 'flac', layout: 'flac' }, { flac: 'flac encoded' }],
    ['a 24-bit WAV', { audio: 'pcm-s24', layout: 'wav', sampleRate: 48_000 }, { wav: 'pcm-s24 encoded' }],
  ])('from %s is exact to the sample in every format', async (sourceName, recipe, expectedAudio) => {
    const { media } = await sourceOf(recipe)
    for (const kind of AUDIO_KINDS) {
      const rangeFromZero = { startTime: 0, endTime: 0.7 }
      // Only copied audio is handled differently in a range that begins at zero.
      if (isAtLength || expectedAudio[kind]?.endsWith('spliced'))
        expectSamples(
          (await workshop.cut(media, rangeFromZero, specOf(kind))).clip,
          rangeFromZero,
          `${sourceName} as ${kind}, from zero`,
        )
      const { clip, path, plan, receipt } = await workshop.cut(media, RANGE, specOf(kind))
      expectSamples(clip, RANGE, `${sourceName} as ${kind}`)
      const { codec, how } = plan.audio!
      if (expectedAudio[kind]) expect(`${codec} ${how}`).toBe(expectedAudio[kind])
      const durationSeconds = samplesOf(RANGE, clip.audio!.sampleRate) / clip.audio!.sampleRate
      expect(receipt).toMatchObject({ way: kind, frames: 0 })
      expect(receipt.isAudioCopied).toBe(how === 'spliced' ? true : undefined)
      expect(receipt.durationSeconds).toBeCloseTo(durationSeconds, 6)
      const facts = await probe(path)
      expect(facts).toMatchObject({ hasAudio: true, frames: 0, sizeBytes: receipt.clipBytes })
      expect(facts.durationSeconds).toBeCloseTo(durationSeconds, 2)
    }
  })

  const LOSSLESS_CASES: [string, Recipe][] = [
    ['16 bits', { audio: 'pcm-s16', layout: 'wav' }],
    ['FLAC', { audio: 'flac', layout: 'flac' }],
    ['24 bits, 96 kHz and 5.1', { audio: 'pcm-s24', layout: 'wav', sampleRate: 96_000, channels: 6, hasTones: true }],
  ]
  const MORE_LOSSLESS_CASES: [string, Recipe][] = [
    ['24 bits at 192 kHz', { audio: 'pcm-s24', layout: 'wav', sampleRate: 192_000, channels: 1 }],
    ['four channels', { audio: 'flac', layout: 'flac', channels: 4, hasTones: true }],
  ]
  it.each(isAtLength ? [...LOSSLESS_CASES, ...MORE_LOSSLESS_CASES] : LOSSLESS_CASES)(
    'is bit-exact in FLAC, in WAV, and in one made of the other: %s',
    async (_, recipe) => {
      const { media, reading } = await sourceOf(recipe)
      const { sampleRate, channels } = reading.audio!
      const from = Math.round(RANGE.startTime * sampleRate)
      const sourceChannels = channels.map((samples) => samples.subarray(from, from + samplesOf(RANGE, sampleRate)))
      const flac = await workshop.cut(media, RANGE, { kind: 'flac' })
      const wav = await workshop.cut(media, RANGE, { kind: 'wav' })
      for (const { clip } of [flac, wav]) {
        expect(clip.audio!.sampleRate).toBe(sampleRate)
        expectSameSamples(clip.audio!.channels, sourceChannels)
      }
      expect(md5In(await readFile(flac.path))).toBe(await md5Of(wav.path))
      const { media: flacMedia } = await workshop.openClip(flac.path)
      const wholeRange = { startTime: 0, endTime: flacMedia.facts.durationSeconds }
      expectSameSamples(
        (await workshop.cut(flacMedia, wholeRange, { kind: 'wav' })).clip.audio!.channels,
        sourceChannels,
      )
    },
  )

  it('of joined ranges is as long as all of them, each in its place', async () => {
    const { media } = await sourceOf({ video: 'h264', audio: 'aac' })
    const ranges = [
      { startTime: 0.7345, endTime: 1.3 },
      { startTime: 0.1, endTime: 0.6111 },
    ]
    for (const kind of AUDIO_KINDS) {
      const { clip } = await workshop.cut(media, ranges, specOf(kind))
      const { sampleRate, channels } = clip.audio!
      expect(channels[0], kind).toHaveLength(Math.round((1.3 - 0.7345 + 0.6111 - 0.1) * sampleRate))
      const joint = Math.round((1.3 - 0.7345) * sampleRate)
      const parts = [
        channels.map((samples) => samples.subarray(0, joint)),
        channels.map((samples) => samples.subarray(joint)),
      ]
      for (const [index, part] of parts.entries()) {
        const offset = audioOffsetSeconds({ sampleRate, channels: part }, ranges[index]!.startTime)
        expect(Math.abs(offset ?? Infinity), kind).toBeLessThan(1 / sampleRate)
      }
    }
  })

  it('with 5.1 channels keeps them in an M4A, and is stereo in an Opus file', async () => {
    const { media } = await sourceOf({
      audio: 'pcm-s24',
      layout: 'wav',
      sampleRate: 96_000,
      channels: 6,
      hasTones: true,
    })
    const m4a = await workshop.cut(media, RANGE, { kind: 'm4a' })
    expect(m4a.plan.audio).toMatchObject({ sampleRate: 48_000, channels: 6 })
    expectOwnTones(m4a.clip.audio!)
    expect((await planCut(media, RANGE, { kind: 'opus' })).audio).toMatchObject({ sampleRate: 48_000, channels: 2 })
  })

  it('ends where the source ends', async () => {
    const { media } = await sourceOf({ audio: 'pcm-s16', layout: 'wav' })
    for (const kind of AUDIO_KINDS) {
      const { clip } = await workshop.cut(media, { startTime: 1, endTime: 2 }, specOf(kind))
      expect(clip.audio!.channels[0], kind).toHaveLength(clip.audio!.sampleRate / 2)
    }
  })

  it('is refused if the source has none, and above the largest size', async () => {
    const lateSource = await sourceOf({ video: 'h264', audio: 'aac', audioFromSeconds: 1 })
    const silentSource = await workshop.make(smallRecipe({ audio: null, frames: 30 }), 'silent')
    const { media } = await sourceOf({ audio: 'opus', layout: 'webm' })
    for (const kind of AUDIO_KINDS) {
      await expect(planCut(silentSource.media, { startTime: 0, endTime: 1 }, specOf(kind))).rejects.toMatchObject({
        code: 'unsupported_media',
        message: 'There is no audio to make a clip of.',
      })
      await expect(planCut(lateSource.media, { startTime: 0, endTime: 0.5 }, specOf(kind))).rejects.toMatchObject({
        code: 'nothing_in_range',
        message: 'There is no audio in the range.',
      })
      const sink = memorySink()
      const cutting = cut(await planCut(media, RANGE, specOf(kind)), sink, { limits: { maxClipBytes: 5000 } })
      await expect(cutting, kind).rejects.toMatchObject({ code: 'too_large' })
      expect(sink.bytes).toBeNull()
    }
  })

  it('reports its progress to the end, and can be cancelled', async () => {
    const { media } = await sourceOf({ audio: 'pcm-s16', layout: 'wav' })
    for (const kind of AUDIO_KINDS) {
      const shares: number[] = []
      await cut(await planCut(media, RANGE, specOf(kind)), memorySink(), {
        onProgress: ({ done }) => shares.push(done),
      })
      expect(shares.length, kind).toBeGreaterThan(2)
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect(shares.at(-1)).toBe(1)
      const controller = new AbortController()
      const cutting = cut(await planCut(media, RANGE, specOf(kind)), memorySink(), {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      })
      await expect(cutting, kind).rejects.toMatchObject({ code: 'cancelled' })
    }
  })

  it('has its title, artist and cover, and the same samples as without', async () => {
    const { media } = await sourceOf({ audio: 'pcm-s16', layout: 'wav' })
    // The cover is larger than an Ogg page.
    const cover = Buffer.concat([Buffer.of(0x89, 0x50, 0x4e, 0x47), Buffer.alloc(150_000, 7)])
    const artwork = { mimeType: 'image/png', bytes: Uint8Array.from(cover) } as const
    const tags = { title: 'Grüße, 世界', artist: 'Åse', language: 'de', artwork }
    for (const kind of AUDIO_KINDS) {
      const plainCut = await workshop.cut(media, RANGE, specOf(kind))
      const { clip, path } = await workshop.cut(media, RANGE, { ...specOf(kind), tags } as ClipSpec)
      expectSameSamples(clip.audio!.channels, plainCut.clip.audio!.channels)
      const source = new BufferSource(await readFile(path))
      const readTags = await new Input({ source, formats: [MP3, MP4, OGG, FLAC, WAVE] }).getMetadataTags()
      expect(readTags, kind).toMatchObject({ title: tags.title, artist: tags.artist })
      expect(Buffer.compare(Buffer.from(readTags.images![0]!.data), cover), kind).toBe(0)
    }
  })
})

describe('a variable-bitrate MP3', () => {
  it('has a seek table, the number of its frames and their length in its header', async () => {
    // The audio is speech and silence, so that frames differ in size.
    const { media } = await sourceOf({ audio: 'pcm-s16', layout: 'wav', frames: 300, speech: { aheadSeconds: 0 } })
    const { path } = await workshop.cutOnly(media, { startTime: 0.5, endTime: 9.5 }, { kind: 'mp3', bitrate: 'v2' })
    const file = await readFile(path)
    const starts = frameStarts(file)
    const infoTag = 36
    expect(file.toString('latin1', infoTag, infoTag + 4)).toBe('Xing')
    expect(file.readUInt32BE(infoTag + 8)).toBe(starts.length - 1)
    expect(file.readUInt32BE(infoTag + 12)).toBe(file.length)
    expect(new Set(starts.slice(1).map((start) => file[start + 2]! >> 4)).size).toBeGreaterThan(3)
    for (let percent = 0; percent < 100; percent++) {
      const statedOffset = (file[infoTag + 16 + percent]! / 256) * file.length
      const start = starts[1 + Math.floor((percent * (starts.length - 1)) / 100)]!
      expect(Math.abs(statedOffset - start), `${percent} %`).toBeLessThanOrEqual(file.length / 256)
    }
  })
})

it('a WAV above 4 GiB is refused before anything is read or written', async () => {
  const audio = { sampleRate: 192_000, channels: 2, samples: 4 * 3600 * 192_000, signal: undefined }
  const failOnTouch = () => {
    throw new Error('touched')
  }
  const sink = { ...memorySink(), write: failOnTouch }
  const blocks = { [Symbol.asyncIterator]: failOnTouch }
  const writing = writeWav(sink, { ...audio, blocks, onSample: failOnTouch }, { bits: 24, tags: undefined })
  await expect(writing).rejects.toMatchObject({ code: 'too_large' })
})

function expectSameSamples(actual: readonly Float32Array[], expected: readonly Float32Array[]): void {
  expect(actual.map(({ length }) => length)).toEqual(expected.map(({ length }) => length))
  // Bytes are compared, because a difference of hundreds of thousands of numbers makes no readable message.
  for (const [channel, samples] of actual.entries())
    expect(Buffer.compare(sampleBytes(samples), sampleBytes(expected[channel]!)), `channel ${channel}`).toBe(0)
}

const sampleBytes = (samples: Float32Array): Buffer =>
  Buffer.from(Float32Array.from(samples, (value) => value + 0).buffer)

/** The MD5 in the header of a FLAC. It is taken over all samples, interleaved and little-endian. */
const md5In = (flac: Buffer): string => flac.toString('hex', 8 + 18, 8 + 34)

/** The MD5 of a WAV's samples. The MD5 in a FLAC header is taken over the same bytes. */
async function md5Of(path: string): Promise<string> {
  const wav = await readFile(path)
  const data = wav.indexOf('data')
  const samples = wav.subarray(data + 8, data + 8 + wav.readUInt32LE(data + 4))
  return createHash('md5').update(samples).digest('hex')
}

/** Offsets of the frames of an MP3, found through their headers. The first frame is the info frame. */
function frameStarts(file: Buffer): number[] {
  const KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  const starts: number[] = []
  for (let at = 0; at + 4 <= file.length; ) {
    starts.push(at)
    at += Math.floor((144_000 * KBPS[file[at + 2]! >> 4]!) / 44_100) + ((file[at + 2]! >> 1) & 1)
  }
  return starts
}
