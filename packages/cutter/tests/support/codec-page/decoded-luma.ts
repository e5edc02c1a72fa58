import { readStamp } from '@kerf/stamped-media/stamp'
import { buildAvcConfiguration, configurationFromSets } from '../../../src/bitstream/h264/avc-configuration.ts'
import type { FrameStream } from '../../../src/codec/decode-video.ts'
import type { LoadedPacket } from '../../../src/io/packet-ref.ts'
import { toClipPacket } from '../../../src/video/seam.ts'
import { lumaOf } from '../luma-frames.ts'
import { decodeToPixels } from '../native-frames.ts'
import type { StreamPackets } from './stream-packets.ts'

export interface DecodedLuma {
  tick: number
  number: number | null
  luma: Uint8Array
}

const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))

/** Decodes a stream with FFmpeg. */
export async function decodedLuma(stream: Omit<StreamPackets, 'sampleRate' | 'channels'>): Promise<DecodedLuma[]> {
  const { codec, width, height, timescale, description, packets } = stream
  const configurations = [description === null ? null : Buffer.from(description, 'base64')]
  const frameStream = { codec, width, height, timescale, configurations, colours: null } as unknown as FrameStream
  const loadedPackets = packets.map(({ isSync, pts, data }): LoadedPacket => {
    return { pts, duration: 0, isSync, entryIndex: 0, data: bytesOfBase64(data) }
  })
  const frames: DecodedLuma[] = []
  for await (const frame of decodeToPixels(frameStream, loadedPackets)) {
    const { luma } = lumaOf(frame)
    const number = readStamp(frame, (x, y) => luma[y * frame.width + x]!)
    frames.push({ tick: Number(frame.pts), number, luma })
  }
  return frames
}

interface EncodedH264 {
  packets: StreamPackets['packets']
  sps: string[]
  pps: string[]
}

/** Encoded H.264 as a clip has it: NAL units after their lengths, and parameter sets in the header. */
export function asClipStream({ packets, sps, pps }: EncodedH264, source: StreamPackets): StreamPackets {
  const configuration = configurationFromSets(sps.map(bytesOfBase64), pps.map(bytesOfBase64))
  const clipPackets = packets.map(({ isSync, pts, data }) => {
    const packet = toClipPacket({ type: isSync ? 'key' : 'delta', timestamp: pts, data: bytesOfBase64(data) }, 0)
    return { isSync, pts, data: Buffer.from(packet.data).toString('base64') }
  })
  const description = Buffer.from(buildAvcConfiguration(configuration)).toString('base64')
  return { ...source, description, packets: clipPackets }
}

/** The peak signal-to-noise ratio of luma in dB, frame by frame. */
export function frameQualities(source: readonly DecodedLuma[], copy: readonly DecodedLuma[]): number[] {
  return copy.map(({ tick, luma }) => {
    const original = source.find((frame) => frame.tick === tick)!.luma
    const squares = original.reduce((sum, value, at) => sum + (value - luma[at]!) ** 2, 0)
    return 10 * Math.log10(255 ** 2 / (squares / luma.length))
  })
}
