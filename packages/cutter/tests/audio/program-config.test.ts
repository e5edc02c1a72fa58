import { stampedAudioAt } from '@kerf/stamped-media/audio/stamped-audio'
import { describe, expect, it } from 'vitest'
import { openAudioEncoder } from '../../src/audio/audio-encoder.ts'
import { parseAudioSpecificConfig } from '../../src/bitstream/aac/audio-specific-config.ts'
import { probe } from '../../src/probe-clip.ts'
import { type AacRun, asAdts, asMp4, asTransportStream } from '../support/changing-audio.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { asMp3, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const RATE = 48_000
const AAC = 0x0f
const AS_M4A = { kind: 'm4a' } as const
const range = { startTime: 1.1, endTime: 2.6 }

interface Layout {
  name: string
  /** Speakers for which our encoder writes the same elements. */
  speakers: bigint
  /** For each channel of the encoder, its number in the layout. */
  order: number[]
  /** The AudioSpecificConfig, in hexadecimal digits. */
  program: string
  /** Number of the LFE channel, if it is an element of its own. */
  bass?: number
}

const OLD_SIDE: Layout = {
  name: '5.1(side) of FFmpeg up to 7',
  speakers: 0x137n,
  order: [0, 1, 2, 4, 5, 3],
  program: '118004c844002000c400',
}
const LAYOUTS: Layout[] = [
  OLD_SIDE,
  {
    name: '7.1(wide) of FFmpeg up to 7',
    speakers: 0x737n,
    order: [0, 1, 2, 6, 7, 3, 4, 5],
    program: '118004c848002000c6400000',
  },
  {
    name: '5.1(side) of FFmpeg 8',
    speakers: 0x60fn,
    order: [0, 1, 2, 3, 4, 5],
    program: '118004c8050001088000',
    bass: 3,
  },
  {
    name: '6.1 of FFmpeg 8',
    speakers: 0x13fn,
    order: [0, 1, 2, 3, 4, 5, 6],
    program: '118004c809000108840000',
    bass: 3,
  },
]

const stampedSamples = Float32Array.from({ length: 3 * RATE }, (_, index) => stampedAudioAt(index, RATE))
/** Volume of a channel: each is quieter than the one before. */
const volumeOf = (channel: number) => 1 - channel / 10

const runs = new Map<Layout, Promise<AacRun>>()

function runOf(layout: Layout): Promise<AacRun> {
  const run = runs.get(layout) ?? encodeRun(layout)
  runs.set(layout, run)
  return run
}

async function encodeRun({ speakers, order, program }: Layout): Promise<AacRun> {
  const channels = order.length
  const encoder = await openAudioEncoder({
    codec: 'aac',
    sampleRate: RATE,
    channels,
    speakers,
    bitrate: 128_000 * channels,
  })
  const packets: Buffer[] = []
  for (let at = 0; at + 1024 <= stampedSamples.length; at += 1024) {
    const frame = order.map((channel) =>
      stampedSamples.subarray(at, at + 1024).map((sample) => volumeOf(channel) * sample),
    )
    packets.push(...(await encoder.encode(frame)).map((data) => Buffer.from(data)))
  }
  encoder.close()
  // The first packet only primes a decoder.
  return { packets: packets.slice(1), sampleRate: RATE, channels, configuration: Buffer.from(program, 'hex') }
}

/** ADTS frames, of which the first contains the program config element, as FFmpeg writes it. */
function framesOf({ packets: [firstPacket, ...laterPackets], ...run }: AacRun): Buffer[] {
  const bits = [1, 0, 1, ...parseAudioSpecificConfig(run.configuration)!.program!.bits]
  // The element ends with an empty comment.
  const element = Buffer.alloc(Math.ceil(bits.length / 8) + 1)
  for (const [index, bit] of bits.entries()) element[index >> 3]! |= bit << (7 - (index & 7))
  return asAdts([{ ...run, packets: [Buffer.concat([element, firstPacket!]), ...laterPackets] }])
}

const asStream = (run: AacRun) => asTransportStream(framesOf(run), (frame) => (frame * 1024) / RATE, AAC)

/** Volumes of the channels, relative to the first. */
function volumes(channels: readonly Float32Array[]): number[] {
  const power = channels.map((samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0)))
  return power.map((value) => value / power[0]!)
}

const SOURCES: [string, string, Layout, (run: AacRun) => Buffer][] = [
  ...LAYOUTS.map((layout): (typeof SOURCES)[number] => [layout.name, 'an MP4', layout, (run) => asMp4([run], [run])]),
  [OLD_SIDE.name, 'a transport stream', OLD_SIDE, asStream],
  [OLD_SIDE.name, 'a raw file', OLD_SIDE, (run) => Buffer.concat(framesOf(run))],
]

describe('AAC whose layout is in a program config element', () => {
  it.each(SOURCES)('is copied, each channel in its place: %s in %s', async (_, __, layout, make) => {
    const media = await openBytes(make(await runOf(layout)))
    const { plan, clip, path } = await workshop.cut(media, range, AS_M4A)
    expect(plan.audio).toMatchObject({ how: 'spliced', channels: layout.order.length })
    const { channels } = clip.audio!
    expect(channels[0]!.length).toBe(1.5 * RATE)
    expectAudioFrom({ sampleRate: RATE, channels: channels.slice(0, 2) }, range.startTime)
    // Both edges are re-encoded; the middle is copied.
    for (const [from, to] of [
      [100, 4000],
      [20_000, 50_000],
      [68_000, 71_900],
    ]) {
      const part = volumes(channels.map((samples) => samples.subarray(from, to)))
      for (const [channel, volume] of part.entries()) {
        if (channel !== layout.bass) expect(volume).toBeCloseTo(volumeOf(channel), 1)
      }
    }
    await probe(path)
  })

  it('becomes stereo in an MP3, and 5.1 where it is re-encoded', async () => {
    for (const layout of [OLD_SIDE, LAYOUTS.at(-1)!]) {
      const run = await runOf(layout)
      const media = await openBytes(asMp4([run], [run]))
      const { clip } = await workshop.cut(media, range, asMp3)
      expect(clip.audio!.channels).toHaveLength(2)
      expectAudioFrom(clip.audio!, range.startTime)
      const fadedCut = await workshop.cut(media, range, { ...AS_M4A, audioFade: 0.2 })
      expect(fadedCut.clip.audio!.channels).toHaveLength(6)
    }
  })
})
