import { AudioSample, AudioSampleSource, MkvOutputFormat, NullTarget, Output } from 'mediabunny'
import { AAC_LAYOUTS, AAC_RATES } from '../../../bitstream/aac/audio-specific-config.ts'
import type { AudioEncoder, AudioEncoderConfig, Samples } from '../../audio-codecs.ts'
import { integerSamples } from '../../integer-samples.ts'
import { flacHeader } from './flac-header.ts'

type LibraryCodec = 'aac' | 'mp3' | 'flac'

interface LibraryEncoderConfig extends AudioEncoderConfig {
  codec: LibraryCodec
}

/** Each encoder is a chunk of its own, up to a megabyte of WebAssembly. */
const LOADERS: Record<LibraryCodec, () => Promise<void>> = {
  aac: async () => (await import('@mediabunny/aac-encoder')).registerAacEncoder(),
  mp3: async () => (await import('@mediabunny/mp3-encoder')).registerMp3Encoder(),
  flac: async () => (await import('@mediabunny/flac-encoder')).registerFlacEncoder(),
}

/** Samples of a frame. MP3 has half as many below the rates of MPEG-1. */
const FRAME_SAMPLES: Record<LibraryCodec, number> = { aac: 1024, mp3: 1152, flac: 4096 }
const MIN_MPEG1_RATE = 32_000
/** Constant bitrates instead of LAME's quality 2, which takes about as much. */
const QUALITY_2_BITRATE = { full: 224_000, half: 128_000 } as const
const AAC_LC = 2

/**
 * Opens an encoder of mediabunny: FFmpeg's AAC, LAME or libFLAC as WebAssembly. The packets are taken on their way to a
 * file that nobody writes.
 */
export async function openLibraryEncoder(config: LibraryEncoderConfig): Promise<AudioEncoder> {
  const { codec, sampleRate, channels, bits = 16 } = config
  await LOADERS[codec]()
  let packets: Uint8Array[] = []
  const packetSizes = { least: Number.POSITIVE_INFINITY, most: 0 }
  const source = new AudioSampleSource({
    codec,
    ...(codec !== 'flac' && { bitrate: bitrateOf(config) }),
    onEncodedPacket({ data }) {
      packetSizes.least = Math.min(packetSizes.least, data.length)
      packetSizes.most = Math.max(packetSizes.most, data.length)
      packets.push(data)
    },
  })
  const output = new Output({ format: new MkvOutputFormat({ appendOnly: true }), target: new NullTarget() })
  output.addAudioTrack(source)
  await output.start()
  let position = 0
  const takePackets = (): Uint8Array[] => {
    const readyPackets = packets
    packets = []
    return readyPackets
  }
  const streamOf = (samples: number) => ({ sampleRate, channels, bits, blockSamples: FRAME_SAMPLES.flac, samples })
  const configuration =
    codec === 'aac' ? aacConfiguration(config) : codec === 'flac' ? flacHeader(streamOf(0), null) : new Uint8Array(0)
  return {
    frameSamples: codec === 'mp3' && sampleRate < MIN_MPEG1_RATE ? FRAME_SAMPLES.mp3 / 2 : FRAME_SAMPLES[codec],
    configuration,
    finalConfiguration: () => (codec === 'flac' ? flacHeader(streamOf(position), packetSizes) : configuration),
    async encode(samples) {
      const sample = new AudioSample({
        ...dataOf(samples, codec === 'flac' ? bits : null),
        numberOfChannels: channels,
        sampleRate,
        timestamp: position / sampleRate,
      })
      position += samples[0]!.length
      try {
        await source.add(sample)
      } finally {
        sample.close()
      }
      return takePackets()
    },
    async flush() {
      if (position > 0) {
        source.close()
        await output.finalize()
      }
      return takePackets()
    },
    close() {
      // A finished output cannot be cancelled, and needs not be.
      output.cancel().catch(() => {})
    },
  }
}

function bitrateOf({ codec, bitrate, sampleRate }: LibraryEncoderConfig): number {
  if (typeof bitrate === 'number') return bitrate
  if (codec !== 'mp3') throw new Error(`${codec} needs a bitrate.`)
  return sampleRate < MIN_MPEG1_RATE ? QUALITY_2_BITRATE.half : QUALITY_2_BITRATE.full
}

/** The configuration of AAC LC: object type, index of the rate, and channels (ISO/IEC 14496-3, 1.6.2.1). */
function aacConfiguration({ sampleRate, channels }: AudioEncoderConfig): Uint8Array {
  const [layout] = AAC_LAYOUTS.find(([, layoutChannels]) => layoutChannels === channels)!
  const bits = (AAC_LC << 11) | (AAC_RATES.indexOf(sampleRate) << 7) | (layout << 3)
  return Uint8Array.of(bits >> 8, bits & 0xff)
}

/** @param bits bit depth of integers; null: floats */
function dataOf(samples: Samples, bits: 16 | 24 | null) {
  if (bits === 16) return { format: 's16', data: integerSamples(samples, { bits }) } as const
  if (bits === 24) return { format: 's32', data: integerSamples(samples, { bits, bytes: 4 }) } as const
  const length = samples[0]!.length
  const data = new Float32Array(length * samples.length)
  for (const [channel, plane] of samples.entries()) data.set(plane, channel * length)
  return { format: 'f32-planar', data } as const
}
