import { stampedAudioAt } from '@kerf/stamped-media/audio/stamped-audio'
import { describe, expect, it } from 'vitest'
import { parseAudioSpecificConfig } from '../../src/bitstream/aac/audio-specific-config.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import { probe } from '../../src/index.ts'
import { type AacRun, asAdts, asMp4, asTransportStream } from '../support/changing-audio.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { mp3Request, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const SAMPLE_RATE = 48_000
const AAC_STREAM_TYPE = 0x0f
const M4A_REQUEST = { kind: 'm4a' } as const
const range = { startTime: 1.1, endTime: 2.6 }

interface Layout {
  name: string
  /** Speakers for which our encoder writes the same elements. */
  speakers: bigint
  /** For each channel of the encoder, its number in the layout. */
  channelOrder: number[]
  /** The AudioSpecificConfig, in hexadecimal digits. */
  configuration: string
  /** Number of the LFE channel, if it is an element of its own. */
  lfeChannel?: number
}

const OLD_SIDE_LAYOUT: Layout = {
  name: '5.1(side) of FFmpeg up to 7',
  speakers: 0x137n,
  channelOrder: [0, 1, 2, 4, 5, 3],
  configuration: '118004c844002000c400',
}
const LAYOUTS: Layout[] = [
  OLD_SIDE_LAYOUT,
  {
    name: '7.1(wide) of FFmpeg up to 7',
    speakers: 0x737n,
    channelOrder: [0, 1, 2, 6, 7, 3, 4, 5],
    configuration: '118004c848002000c6400000',
  },
  {
    name: '5.1(side) of FFmpeg 8',
    speakers: 0x60fn,
    channelOrder: [0, 1, 2, 3, 4, 5],
    configuration: '118004c8050001088000',
    lfeChannel: 3,
  },
  {
    name: '6.1 of FFmpeg 8',
    speakers: 0x13fn,
    channelOrder: [0, 1, 2, 3, 4, 5, 6],
    configuration: '118004c809000108840000',
    lfeChannel: 3,
  },
]

const stampedSamples = Float32Array.from({ length: 3 * SAMPLE_RATE }, (_, index) => stampedAudioAt(index, SAMPLE_RATE))
/** Volume of a channel. Each channel is quieter than the previous one. */
const volumeOf = (channel: number) => 1 - channel / 10

const runs = new Map<Layout, Promise<AacRun>>()

function runOf(layout: Layout): Promise<AacRun> {
  const run = runs.get(layout) ?? encodeRun(layout)
  runs.set(layout, run)
  return run
}

async function encodeRun({ speakers, channelOrder, configuration }: Layout): Promise<AacRun> {
  const channels = channelOrder.length
  const encoder = await nativeCodecs.openAudioEncoder({
    codec: 'aac',
    sampleRate: SAMPLE_RATE,
    channels,
    speakers,
    bitrate: 128_000 * channels,
  })
  const packets: Buffer[] = []
  for (let at = 0; at + 1024 <= stampedSamples.length; at += 1024) {
    const frame = channelOrder.map((channel) =>
      stampedSamples.subarray(at, at + 1024).map((sample) => volumeOf(channel) * sample),
    )
    packets.push(...(await encoder.encode(frame)).map((data) => Buffer.from(data)))
  }
  encoder.close()
  // The first packet only primes a decoder.
  return {
    packets: packets.slice(1),
    sampleRate: SAMPLE_RATE,
    channels,
    configuration: Buffer.from(configuration, 'hex'),
  }
}

/** ADTS frames, of which the first contains the program config element, as FFmpeg writes it. */
function adtsFramesOf({ packets: [firstPacket, ...laterPackets], ...run }: AacRun): Buffer[] {
  const bits = [1, 0, 1, ...parseAudioSpecificConfig(run.configuration)!.program!.bits]
  // The element ends with an empty comment.
  const element = Buffer.alloc(Math.ceil(bits.length / 8) + 1)
  for (const [index, bit] of bits.entries()) element[index >> 3]! |= bit << (7 - (index & 7))
  return asAdts([{ ...run, packets: [Buffer.concat([element, firstPacket!]), ...laterPackets] }])
}

const toTransportStream = (run: AacRun) =>
  asTransportStream(adtsFramesOf(run), (frame) => (frame * 1024) / SAMPLE_RATE, AAC_STREAM_TYPE)

/** Volumes of the channels, relative to the first. */
function relativeVolumes(channels: readonly Float32Array[]): number[] {
  const power = channels.map((samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0)))
  return power.map((value) => value / power[0]!)
}

const SOURCES: [string, string, Layout, (run: AacRun) => Buffer][] = [
  ...LAYOUTS.map((layout): (typeof SOURCES)[number] => [layout.name, 'an MP4', layout, (run) => asMp4([run], [run])]),
  [OLD_SIDE_LAYOUT.name, 'a transport stream', OLD_SIDE_LAYOUT, toTransportStream],
  [OLD_SIDE_LAYOUT.name, 'a raw file', OLD_SIDE_LAYOUT, (run) => Buffer.concat(adtsFramesOf(run))],
]

describe('AAC with its layout in a program config element', () => {
  it.each(SOURCES)('is copied, each channel in its place: %s in %s', async (_, __, layout, make) => {
    const media = await openBytes(make(await runOf(layout)))
    const { plan, clip, path } = await workshop.cut(media, range, M4A_REQUEST)
    expect(plan.audio).toMatchObject({ how: 'spliced', channels: layout.channelOrder.length })
    const { channels } = clip.audio!
    expect(channels[0]!.length).toBe(1.5 * SAMPLE_RATE)
    expectAudioFrom({ sampleRate: SAMPLE_RATE, channels: channels.slice(0, 2) }, range.startTime)
    // Both edges are re-encoded; the middle is copied.
    for (const [from, to] of [
      [100, 4000],
      [20_000, 50_000],
      [68_000, 71_900],
    ]) {
      const partVolumes = relativeVolumes(channels.map((samples) => samples.subarray(from, to)))
      for (const [channel, volume] of partVolumes.entries()) {
        if (channel !== layout.lfeChannel) expect(volume).toBeCloseTo(volumeOf(channel), 1)
      }
    }
    await probe(path)
  })

  it('becomes stereo in an MP3, and 5.1 if it is re-encoded', async () => {
    for (const layout of [OLD_SIDE_LAYOUT, LAYOUTS.at(-1)!]) {
      const run = await runOf(layout)
      const media = await openBytes(asMp4([run], [run]))
      const { clip } = await workshop.cut(media, range, mp3Request)
      expect(clip.audio!.channels).toHaveLength(2)
      expectAudioFrom(clip.audio!, range.startTime)
      const fadedCut = await workshop.cut(media, range, { ...M4A_REQUEST, audioFade: 0.2 })
      expect(fadedCut.clip.audio!.channels).toHaveLength(6)
    }
  })
})
