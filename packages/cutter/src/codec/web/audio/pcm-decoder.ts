import { brokenMedia } from '../../../api/cutter-error.ts'
import { type AudioCodecName, type PcmCodecName, pcmSampleBytes } from '../../../bitstream/codec-names.ts'
import type { AudioDecoder, AudioDecoderConfig } from '../../audio-codecs.ts'
import { PlainAudio } from './plain-audio.ts'

type SampleReader = (view: DataView, at: number) => number

const scaledReader =
  (bits: number, read: SampleReader): SampleReader =>
  (view, at) =>
    read(view, at) / 2 ** (bits - 1)

/** Readers of one sample, from -1 to 1, by codec. */
const READERS: Record<PcmCodecName, SampleReader> = {
  'pcm-u8': scaledReader(8, (view, at) => view.getUint8(at) - 128),
  'pcm-s8': scaledReader(8, (view, at) => view.getInt8(at)),
  'pcm-s16': scaledReader(16, (view, at) => view.getInt16(at, true)),
  'pcm-s16be': scaledReader(16, (view, at) => view.getInt16(at)),
  'pcm-s24': scaledReader(24, (view, at) => (view.getInt8(at + 2) << 16) | view.getUint16(at, true)),
  'pcm-s24be': scaledReader(24, (view, at) => (view.getInt8(at) << 16) | view.getUint16(at + 1)),
  'pcm-s32': scaledReader(32, (view, at) => view.getInt32(at, true)),
  'pcm-s32be': scaledReader(32, (view, at) => view.getInt32(at)),
  'pcm-f32': (view, at) => view.getFloat32(at, true),
  'pcm-f32be': (view, at) => view.getFloat32(at),
  'pcm-f64': (view, at) => view.getFloat64(at, true),
  'pcm-f64be': (view, at) => view.getFloat64(at),
  ulaw: scaledReader(16, (view, at) => muLawValue(view.getUint8(at))),
  alaw: scaledReader(16, (view, at) => aLawValue(view.getUint8(at))),
}

export function isPcm(codec: AudioCodecName): codec is PcmCodecName {
  return pcmSampleBytes(codec) !== null
}

/** Opens a decoder of uncompressed audio. */
export function pcmDecoder({ channels, sampleRate }: AudioDecoderConfig, codec: PcmCodecName): AudioDecoder {
  const sampleBytes = pcmSampleBytes(codec)!
  const read = READERS[codec]
  if (channels < 1) throw brokenMedia('The audio has no channels.')
  return {
    decode({ data, timestamp }) {
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
      const length = Math.floor(data.byteLength / (sampleBytes * channels))
      if (length === 0) return []
      const samples = Array.from({ length: channels }, (_, channel) =>
        Float32Array.from({ length }, (_sample, index) => read(view, (index * channels + channel) * sampleBytes)),
      )
      return [new PlainAudio(samples, sampleRate, timestamp)]
    },
    flush: () => [],
    close() {},
  }
}

/** The 16-bit value of a byte of mu-law (ITU-T G.711). */
function muLawValue(byte: number): number {
  const inverted = ~byte & 0xff
  const magnitude = ((((inverted & 15) << 3) + 0x84) << ((inverted >> 4) & 7)) - 0x84
  return inverted & 0x80 ? -magnitude : magnitude
}

/** The 16-bit value of a byte of A-law (ITU-T G.711). */
function aLawValue(byte: number): number {
  const toggled = byte ^ 0x55
  const exponent = (toggled >> 4) & 7
  const mantissa = ((toggled & 15) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return toggled & 0x80 ? magnitude : -magnitude
}
