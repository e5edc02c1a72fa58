import { writeFile } from 'node:fs/promises'
import type { StampedReading } from '@kerf/stamped-media/read-stamps'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { AudioFramer } from '../../src/demux/ts/audio-frames.ts'
import { assemblePes } from '../../src/demux/ts/pes.ts'
import { findTsLayout } from '../../src/demux/ts/ts-packets.ts'
import { findTsProgram, TsPids } from '../../src/demux/ts/ts-program.ts'
import { probe } from '../../src/index.ts'
import { type AacRun, aacRunOf, asAdts, asMp4, asTransportStream } from '../support/changing-audio.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const SAMPLE_RATE = 44_100
const FRAME_SECONDS = 1024 / SAMPLE_RATE
/** Packets of each form. The first packet of an encoder is left out, because it only primes a decoder. */
const PACKET_COUNT = 100
const CHANGE_SECONDS = PACKET_COUNT * FRAME_SECONDS
const AAC_STREAM_TYPE = 0x0f
const AC3 = 0x81
const M4A_REQUEST = { kind: 'm4a' } as const
const WAV_REQUEST = { kind: 'wav' } as const
const OPUS_REQUEST = { kind: 'opus' } as const

const adtsOf = (channels: 1 | 2 | 6) =>
  workshop.video(
    smallRecipe({ video: null, audio: 'aac', layout: 'adts', frames: 160, channels, audioBitrate: 96_000 * channels }),
  )

async function runsOf(first: 1 | 2 | 6, second: 1 | 2 | 6): Promise<[AacRun, AacRun]> {
  const [firstAdts, secondAdts] = [await adtsOf(first), await adtsOf(second)]
  return [
    aacRunOf(firstAdts, first, 1, PACKET_COUNT + 1),
    aacRunOf(secondAdts, second, PACKET_COUNT + 1, 2 * PACKET_COUNT + 1),
  ]
}

const CONTAINERS: [string, (runs: [AacRun, AacRun]) => Buffer][] = [
  ['a transport stream', (runs) => asTransportStream(asAdts(runs), (frame) => frame * FRAME_SECONDS, AAC_STREAM_TYPE)],
  ['an MP4 with two sample entries', (runs) => asMp4(runs, runs)],
  ['an MP4 with only its first sample entry', (runs) => asMp4(runs, runs.slice(0, 1))],
  ['a raw file', (runs) => Buffer.concat(asAdts(runs))],
]

/** Expects all audio of a range in the first two channels, before and after the change. */
function expectCompleteAudio(
  audio: StampedReading['audio'],
  { startTime, endTime }: { startTime: number; endTime: number },
) {
  const { channels, sampleRate } = audio!
  expect(channels[0]!.length / sampleRate).toBeCloseTo(endTime - startTime, 2)
  for (let at = startTime + 0.05; at + 0.4 < endTime; at += 0.3) {
    const isAtChange = at < CHANGE_SECONDS + 0.05 && at + 0.4 > CHANGE_SECONDS - 0.05
    const from = Math.round((at - startTime) * sampleRate)
    const part = channels.slice(0, 2).map((samples) => samples.subarray(from, from + 0.35 * sampleRate))
    if (!isAtChange) expectAudioFrom({ sampleRate, channels: part }, startTime + from / sampleRate, `at ${at} s`)
  }
}

describe('audio that changes from mono to stereo', () => {
  const rangeAcross = { startTime: 1.1, endTime: 3.6 }
  const rangeAfter = { startTime: 2.6, endTime: 4.1 }

  describe.each(CONTAINERS)('in %s', (_, make) => {
    it.each<ClipSpec>([M4A_REQUEST, mp3Request, WAV_REQUEST, OPUS_REQUEST])(
      'is complete in a clip across the change, in its first format: $kind',
      async (request) => {
        const media = await openBytes(make(await runsOf(1, 2)))
        const { clip, receipt, path } = await workshop.cut(media, rangeAcross, request)
        expectCompleteAudio(clip.audio, rangeAcross)
        expect(clip.audio!.channels).toHaveLength(1)
        expect(receipt.notes).toEqual([{ kind: 'audio_changes', seconds: expect.closeTo(CHANGE_SECONDS, 1) }])
        await probe(path)
      },
    )

    it('is stereo in a clip after the change', async () => {
      const media = await openBytes(make(await runsOf(1, 2)))
      const { clip, receipt, path } = await workshop.cut(media, rangeAfter, M4A_REQUEST)
      expectCompleteAudio(clip.audio, rangeAfter)
      expect(clip.audio!.channels).toHaveLength(2)
      expect(receipt.notes).toBeUndefined()
      await probe(path)
    })
  })

  it('is copied in a range with a single format', async () => {
    const runs = await runsOf(1, 2)
    for (const make of [CONTAINERS[0]![1], CONTAINERS[1]![1]]) {
      const { plan } = await workshop.cut(await openBytes(make(runs)), rangeAfter, M4A_REQUEST)
      expect(plan.audio).toMatchObject({ how: 'spliced', channels: 2 })
    }
  })

  it('is joined in the format of the first range', async () => {
    const media = await openBytes(CONTAINERS[0]![1](await runsOf(1, 2)))
    const ranges = [rangeAfter, { startTime: 0.5, endTime: 1.5 }]
    const { clip } = await workshop.cut(media, ranges, M4A_REQUEST)
    const { channels, sampleRate } = clip.audio!
    expect(channels).toHaveLength(2)
    expect(channels[0]!.length / sampleRate).toBeCloseTo(2.5, 2)
    expectAudioFrom({ sampleRate, channels: channels.map((samples) => samples.subarray(1.6 * sampleRate)) }, 0.6)
  })
})

it.each<[1 | 2 | 6, 1 | 2 | 6]>([
  [2, 1],
  [2, 6],
  [1, 6],
  [6, 2],
])('audio of %i channels is complete if it changes to %i under one header', async (first, second) => {
  const range = { startTime: 1.1, endTime: 3.6 }
  const media = await openBytes(asMp4(await runsOf(first, second), (await runsOf(first, second)).slice(0, 1)))
  const { clip, path } = await workshop.cut(media, range, M4A_REQUEST)
  expect(clip.audio!.channels).toHaveLength(first)
  expectCompleteAudio(clip.audio, range)
  await probe(path)
})

it.each(['a transport stream', 'a raw file'])(
  'audio that changes its sample rate in %s is complete and in sync',
  async (container) => {
    const runOfRate = async (sampleRate: number, from: number, to: number) => {
      const recipe = smallRecipe({ video: null, audio: 'aac', layout: 'adts', frames: 160, sampleRate })
      return aacRunOf(await workshop.video(recipe), 2, from + 1, to + 1, sampleRate)
    }
    const runs = [await runOfRate(48_000, 0, 108), await runOfRate(32_000, 72, 140)]
    const frames = asAdts(runs)
    const secondsOf = (frame: number) =>
      (Math.min(frame, 108) * 1024) / 48_000 + (Math.max(0, frame - 108) * 1024) / 32_000
    const bytes =
      container === 'a raw file' ? Buffer.concat(frames) : asTransportStream(frames, secondsOf, AAC_STREAM_TYPE)
    const range = { startTime: 1.1, endTime: 3.6 }
    for (const request of [M4A_REQUEST, WAV_REQUEST]) {
      const { clip } = await workshop.cut(await openBytes(bytes), range, request)
      expect(clip.audio!.sampleRate).toBe(48_000)
      expectCompleteAudio(clip.audio, range)
    }
    const cutBehind = await workshop.cut(await openBytes(bytes), { startTime: 2.6, endTime: 3.6 }, WAV_REQUEST)
    expect(cutBehind.clip.audio!.sampleRate).toBe(32_000)
  },
)

it('AC-3 that changes from stereo to 5.1 is complete', async () => {
  const frames = async (channels: 2 | 6) => {
    const recipe = smallRecipe({
      video: null,
      audio: 'ac3',
      channels,
      layout: 'ts',
      frames: 160,
      audioBitrate: 384_000,
    })
    return framesIn(await workshop.video(recipe))
  }
  const [stereo, surround] = [await frames(2), await frames(6)]
  const seconds = 1536 / SAMPLE_RATE
  const count = Math.round(CHANGE_SECONDS / seconds)
  const stream = asTransportStream(
    [...stereo.slice(0, count), ...surround.slice(count)],
    (frame) => frame * seconds,
    AC3,
  )
  const media = await openBytes(stream)
  const range = { startTime: 1.1, endTime: 3.6 }
  const { clip, receipt } = await workshop.cut(media, range, M4A_REQUEST)
  expect(clip.audio!.channels).toHaveLength(2)
  expect(clip.audio!.channels[0]!.length / SAMPLE_RATE).toBeCloseTo(2.5, 2)
  expect(receipt.notes).toEqual([{ kind: 'audio_changes', seconds: expect.closeTo(CHANGE_SECONDS, 1) }])
  const cutBehind = await workshop.cut(media, { startTime: 2.8, endTime: 4 }, M4A_REQUEST)
  expect(cutBehind.plan.audio).toMatchObject({ channels: 6 })
})

describe('audio that changes its codec in a transport stream', () => {
  const STREAM_TYPES = { mp2: 0x03, aac: AAC_STREAM_TYPE, ac3: AC3, eac3: 0x87 }
  /** Samples of a frame, and the delay of the encoder in samples. */
  const FRAME_AND_DELAY_SAMPLES = { mp2: [1152, 481], aac: [1024, 1024], ac3: [1536, 256], eac3: [1536, 256] } as const
  type Codec = keyof typeof STREAM_TYPES

  /** A transport stream of the stamped audio between two times, with its own tables. */
  async function streamOf(audio: Codec, fromSeconds: number, toSeconds: number): Promise<Buffer> {
    const layout = audio === 'aac' ? 'adts' : 'ts'
    const recipe = smallRecipe({ video: null, audio, layout, frames: 160, audioBitrate: 192_000 })
    const bytes = await workshop.video(recipe)
    const frames = audio === 'aac' ? asAdts([aacRunOf(bytes, 2, 0, Infinity)]) : framesIn(bytes)
    const [samples, delay] = FRAME_AND_DELAY_SAMPLES[audio]
    const from = Math.round((fromSeconds * SAMPLE_RATE + delay) / samples)
    const to = Math.round((toSeconds * SAMPLE_RATE + delay) / samples)
    const secondsOf = (frame: number) => ((from + frame) * samples - delay) / SAMPLE_RATE
    return asTransportStream(frames.slice(from, to), secondsOf, STREAM_TYPES[audio])
  }

  it.each<[Codec, Codec]>([
    ['mp2', 'aac'],
    ['aac', 'ac3'],
    ['ac3', 'eac3'],
    ['eac3', 'mp2'],
  ])('is complete before the change and after it: %s, %s', async (first, second) => {
    const parts = [await streamOf(first, 0, CHANGE_SECONDS), await streamOf(second, CHANGE_SECONDS, 5)]
    const media = await openBytes(Buffer.concat(parts))
    const [samples, delay] = FRAME_AND_DELAY_SAMPLES[first]
    /** Start of the stream in seconds. Its first frame is the frame that begins nearest to zero. */
    const streamStartSeconds = (Math.round(delay / samples) * samples - delay) / SAMPLE_RATE
    const inSourceTime = (startTime: number, endTime: number) => ({
      startTime: startTime + streamStartSeconds,
      endTime: endTime + streamStartSeconds,
    })
    for (const request of [M4A_REQUEST, mp3Request]) {
      const { clip, receipt } = await workshop.cut(media, { startTime: 1.1, endTime: 3.6 }, request)
      expectCompleteAudio(clip.audio, inSourceTime(1.1, 3.6))
      expect(receipt.notes).toEqual([{ kind: 'audio_changes', seconds: expect.closeTo(CHANGE_SECONDS, 1) }])
      const cutBehind = await workshop.cut(media, { startTime: 2.6, endTime: 4.1 }, request)
      expectCompleteAudio(cutBehind.clip.audio, inSourceTime(2.6, 4.1))
      expect(cutBehind.receipt.notes).toBeUndefined()
    }
  })
})

it('a clip whose packets do not match its header is broken', async () => {
  const runs = await runsOf(1, 2)
  const path = workshop.clipPath('m4a')
  await writeFile(path, asMp4(runs, runs.slice(0, 1)))
  await expect(probe(path)).rejects.toMatchObject({ code: 'broken_media' })
})

it('audio with a third of undecodable packets gives no clip', async () => {
  const [run] = await runsOf(2, 2)
  const damagedRun = {
    ...run,
    packets: run.packets.map((packet, index) => (index % 3 ? packet : packet.map(() => 0xff))) as Buffer[],
  }
  const media = await openBytes(asMp4([damagedRun], [damagedRun]))
  for (const request of [M4A_REQUEST, WAV_REQUEST, mp3Request]) {
    await expect(workshop.cutOnly(media, { startTime: 0.3, endTime: 1.8 }, request)).rejects.toMatchObject({
      code: 'broken_media',
    })
  }
})

function framesIn(stream: Buffer): Buffer[] {
  const layout = findTsLayout(stream)!
  const { units } = assemblePes(stream, layout, new TsPids(findTsProgram(stream, layout)!), stream.length)
  const framer = new AudioFramer()
  return framer.frames(Buffer.concat(units.map(({ data }) => data)), 0).map(({ data }) => data)
}
