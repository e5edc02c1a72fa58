import { stampedAudioAt } from '@kerf/stamped-media/audio/stamped-audio'
import { describe, expect, it } from 'vitest'
import { type AudioBlock, decodeAudio } from '../codec/decode-audio.ts'
import { nativeCodecs } from '../codec/native/native-codecs.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import { edgeAacBitrate } from './edge-bitrate.ts'
import { encodedAudio } from './encoded-audio.ts'
import { joinedAudio } from './joined-audio.ts'

const SAMPLE_RATE = 44_100
const AAC_FRAME = 1024
const config = { codec: 'aac', sampleRate: SAMPLE_RATE, channels: 1, bitrate: edgeAacBitrate(1) } as const

/** Audio that begins and ends in the middle of a wave, so that it would click without a fade. */
async function* loudAudio(samples: number): AsyncGenerator<AudioBlock, void> {
  yield {
    startSample: 0,
    channels: [Float32Array.from({ length: samples }, (_, at) => stampedAudioAt(at, SAMPLE_RATE))],
  }
}

async function encodedPackets(samples: number): Promise<ClipPacket[]> {
  const parts = [{ fromSample: 0, toSample: samples, blocks: () => loudAudio(samples) }]
  const track = encodedAudio({ codecs: nativeCodecs, config, blocks: joinedAudio(parts), samples, onSample: () => {} })
  const packets: ClipPacket[] = []
  for await (const packet of track.packets) packets.push(packet)
  return packets
}

async function decodedBefore(packets: readonly ClipPacket[]): Promise<number[]> {
  const encoder = await nativeCodecs.openAudioEncoder(config)
  const stream = { ...config, timescale: SAMPLE_RATE, configuration: encoder.configuration }
  encoder.close()
  const loadedPackets = packets.map(({ pts, data }) => ({
    pts,
    data,
    duration: AAC_FRAME,
    isSync: true,
    entryIndex: 0,
  }))
  const samples: number[] = []
  for await (const { startSample, channels } of decodeAudio(nativeCodecs, stream, stream, loadedPackets, undefined)) {
    samples.push(...channels[0]!.subarray(0, Math.max(0, -startSample)))
  }
  return samples
}

describe('audio that is encoded as a whole', () => {
  it.each([1024, 1025, 5000, 8192])('of %i samples ends exactly with its last packet', async (samples) => {
    const packets = await encodedPackets(samples)
    expect(packets.at(-1)!.pts + AAC_FRAME).toBe(samples)
    expect(packets[0]!.pts).toBeLessThanOrEqual(-AAC_FRAME)
    expect(packets).toHaveLength(Math.ceil(samples / AAC_FRAME) + 1)
  })

  it('starts with a whole packet even if it is shorter, because players would hide all of it', async () => {
    expect((await encodedPackets(400)).map(({ pts }) => pts)).toEqual([-AAC_FRAME, 0])
  })

  it('is silent before its start', async () => {
    const earlySamples = await decodedBefore(await encodedPackets(5000))
    expect(earlySamples.length).toBeGreaterThan(AAC_FRAME)
    expect(Math.max(...earlySamples.slice(0, -48).map(Math.abs))).toBeLessThan(0.002)
  })
})
