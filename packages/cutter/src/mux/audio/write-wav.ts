import type { ClipSink } from '../../api/clip-sink.ts'
import type { ClipTags } from '../../api/clip-spec.ts'
import { CutterError } from '../../api/cutter-error.ts'
import { countedFrames, type WholeAudio } from '../../audio/audio-frames.ts'
import { integerSamples } from '../../codec/integer-samples.ts'
import { standardSpeakers } from '../../codec/speakers.ts'
import type { SampleBits } from '../../plan/sample-bits.ts'
import { id3Tag } from './id3-tag.ts'

/** Number of samples in one write. */
const WRITTEN_SAMPLES = 16_384
/** Largest WAV, whose sizes are 32-bit numbers. */
const MAX_BYTES = 0xffff_ffff
const PCM_FORMAT = 1
const EXTENSIBLE_FORMAT = 0xfffe
/** Last bytes of the format's GUID in EXTENSIBLE. Its first bytes are the format number. */
const GUID_END = Buffer.from('000000001000800000aa00389b71', 'hex')
const QUAD_SPEAKERS = 0x33

interface WavOptions {
  sampleRate: number
  channels: number
  bits: SampleBits
}

/**
 * Writes audio as a PCM WAV, with an ID3 chunk after the samples if there are tags.
 * @throws CutterError too_large, before the first write, if the WAV would exceed 4 GiB
 */
export async function writeWav(
  sink: ClipSink,
  audio: WholeAudio,
  { bits, tags }: { bits: SampleBits; tags: ClipTags | undefined },
): Promise<{ sizeBytes: number; samples: number }> {
  const options = { sampleRate: audio.sampleRate, channels: audio.channels, bits }
  const tag = id3Tag(tags)
  const tagBytes = tag.length > 0 ? Buffer.concat([riffChunk('id3 ', tag), Buffer.alloc(tag.length % 2)]) : tag
  const headerBytes = wavHeader(options, 0, 0).length
  if (headerBytes + dataBytesOf(options, audio.samples) + 1 + tagBytes.length > MAX_BYTES)
    throw new CutterError('too_large', 'A WAV cannot be larger than 4 GiB.')
  let samples = 0
  let sizeBytes = headerBytes
  for await (const { frame, count } of countedFrames(audio, WRITTEN_SAMPLES)) {
    const countedSamples = frame.map((channel) => channel.subarray(0, count))
    const bytes = integerSamples(countedSamples, { bits })
    await sink.write(sizeBytes, bytes)
    sizeBytes += bytes.length
    samples += count
  }
  const trailer = Buffer.concat([Buffer.alloc(sizeBytes % 2), tagBytes])
  if (trailer.length > 0) await sink.write(sizeBytes, trailer)
  await sink.write(0, wavHeader(options, samples, trailer.length))
  return { sizeBytes: sizeBytes + trailer.length, samples }
}

const dataBytesOf = ({ channels, bits }: WavOptions, samples: number): number => samples * channels * (bits / 8)

/** Builds all bytes before the samples. @param trailerBytes size of the bytes after the samples */
function wavHeader(options: WavOptions, samples: number, trailerBytes: number): Buffer {
  const dataBytes = dataBytesOf(options, samples)
  const format = riffChunk('fmt ', formatOf(options))
  return Buffer.concat([
    Buffer.from('RIFF', 'latin1'),
    u32(4 + format.length + 8 + dataBytes + trailerBytes),
    Buffer.from('WAVE', 'latin1'),
    format,
    Buffer.from('data', 'latin1'),
    u32(dataBytes),
  ])
}

/** Builds the contents of `fmt `. More than 16 bits or two channels need the extensible format. */
function formatOf({ sampleRate, channels, bits }: WavOptions): Buffer {
  const isExtensible = bits > 16 || channels > 2
  const frameBytes = channels * (bits / 8)
  const shortFormat = Buffer.alloc(16)
  shortFormat.writeUInt16LE(isExtensible ? EXTENSIBLE_FORMAT : PCM_FORMAT, 0)
  shortFormat.writeUInt16LE(channels, 2)
  shortFormat.writeUInt32LE(sampleRate, 4)
  shortFormat.writeUInt32LE(sampleRate * frameBytes, 8)
  shortFormat.writeUInt16LE(frameBytes, 12)
  shortFormat.writeUInt16LE(bits, 14)
  if (!isExtensible) return shortFormat
  const extension = Buffer.alloc(10)
  extension.writeUInt16LE(22, 0)
  extension.writeUInt16LE(bits, 2)
  extension.writeUInt32LE(channels === 4 ? QUAD_SPEAKERS : Number(standardSpeakers(channels)), 4)
  extension.writeUInt16LE(PCM_FORMAT, 8)
  return Buffer.concat([shortFormat, extension, GUID_END])
}

function riffChunk(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), u32(body.length), body])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
