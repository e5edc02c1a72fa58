import type { ClipSink } from '../../api/clip-sink.ts'
import type { ClipTags } from '../../api/clip-spec.ts'
import { countedFrames, type WholeAudio } from '../../audio/audio-frames.ts'
import { integerSamples } from '../../audio/integer-samples.ts'
import { standardLayout } from '../../codec/audio-converter.ts'
import type { SampleBits } from '../../plan/sample-bits.ts'
import { id3Tag } from './id3-tag.ts'

/** Samples that are written at once. */
const WRITTEN_SAMPLES = 16_384
/** Sizes have 32 bits; a larger file is an RF64 (EBU Tech 3306), which has them in a chunk of its own. */
const LARGEST_RIFF_BYTES = 0xffff_ffff
const UNKNOWN_SIZE = 0xffff_ffff
const PCM = 1
const EXTENSIBLE = 0xfffe
/** The rest of the identifier that EXTENSIBLE has instead of a number of 16 bits. */
const GUID_END = Buffer.from('000000001000800000aa00389b71', 'hex')
const QUAD = 0x33

export interface WavForm {
  sampleRate: number
  channels: number
  bits: SampleBits
}

/** Writes audio as PCM. Tags follow it, as ID3. */
export async function writeWav(
  sink: ClipSink,
  audio: WholeAudio,
  { bits, tags }: { bits: SampleBits; tags: ClipTags | undefined },
): Promise<{ sizeBytes: number; samples: number }> {
  const form = { sampleRate: audio.sampleRate, channels: audio.channels, bits }
  const tag = id3Tag(tags)
  const tagBytes = tag.length > 0 ? evenChunk('id3 ', tag) : Buffer.alloc(0)
  // The source may end before, but what kind of file it is must be known at its beginning.
  const isLarge = wavBytes(form, audio.samples, tagBytes.length) > LARGEST_RIFF_BYTES
  const headerBytes = wavHeader(form, { samples: 0, tagBytes: 0, isLarge }).length
  let samples = 0
  let sizeBytes = headerBytes
  for await (const { frame, count } of countedFrames(audio, WRITTEN_SAMPLES)) {
    const counted = frame.map((channel) => channel.subarray(0, count))
    const bytes = integerSamples(counted, { bits })
    await sink.write(sizeBytes, bytes)
    sizeBytes += bytes.length
    samples += count
  }
  const rest = Buffer.concat([Buffer.alloc(sizeBytes % 2), tagBytes])
  if (rest.length > 0) await sink.write(sizeBytes, rest)
  sizeBytes += rest.length
  await sink.write(0, wavHeader(form, { samples, tagBytes: tagBytes.length, isLarge }))
  return { sizeBytes, samples }
}

const dataBytesOf = ({ channels, bits }: WavForm, samples: number): number => samples * channels * (bits / 8)

function wavBytes(form: WavForm, samples: number, tagBytes: number): number {
  const header = wavHeader(form, { samples: 0, tagBytes: 0, isLarge: false })
  return header.length + dataBytesOf(form, samples) + 1 + tagBytes
}

/** All that precedes the samples; its length depends on the form and on `isLarge` alone. */
export function wavHeader(
  form: WavForm,
  { samples, tagBytes, isLarge }: { samples: number; tagBytes: number; isLarge: boolean },
): Buffer {
  const dataBytes = dataBytesOf(form, samples)
  const format = chunk('fmt ', formatOf(form))
  const sizes = isLarge ? 8 + 28 : 0
  const riffBytes = 4 + sizes + format.length + 8 + dataBytes + (dataBytes % 2) + tagBytes
  return Buffer.concat([
    Buffer.from(isLarge ? 'RF64' : 'RIFF', 'latin1'),
    u32(isLarge ? UNKNOWN_SIZE : riffBytes),
    Buffer.from('WAVE', 'latin1'),
    ...(isLarge ? [chunk('ds64', Buffer.concat([u64(riffBytes), u64(dataBytes), u64(samples), u32(0)]))] : []),
    format,
    Buffer.from('data', 'latin1'),
    u32(isLarge ? UNKNOWN_SIZE : dataBytes),
  ])
}

/** More than 16 bits, or than two channels, are said in the long form. */
function formatOf({ sampleRate, channels, bits }: WavForm): Buffer {
  const isLong = bits > 16 || channels > 2
  const frameBytes = channels * (bits / 8)
  const short = Buffer.alloc(16)
  short.writeUInt16LE(isLong ? EXTENSIBLE : PCM, 0)
  short.writeUInt16LE(channels, 2)
  short.writeUInt32LE(sampleRate, 4)
  short.writeUInt32LE(sampleRate * frameBytes, 8)
  short.writeUInt16LE(frameBytes, 12)
  short.writeUInt16LE(bits, 14)
  if (!isLong) return short
  const long = Buffer.alloc(10)
  long.writeUInt16LE(22, 0)
  long.writeUInt16LE(bits, 2)
  long.writeUInt32LE(channels === 4 ? QUAD : Number(standardLayout(channels).mask), 4)
  long.writeUInt16LE(PCM, 8)
  return Buffer.concat([short, long, GUID_END])
}

function chunk(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), u32(body.length), body])
}

const evenChunk = (type: string, body: Buffer): Buffer =>
  Buffer.concat([chunk(type, body), Buffer.alloc(body.length % 2)])

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
