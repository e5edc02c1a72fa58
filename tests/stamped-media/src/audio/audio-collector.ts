import {
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  AV_SAMPLE_FMT_S32,
  type AVSampleFormat,
} from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { MediaDecodeError } from '../decode-media.ts'
import { mapNumbers } from '../map-numbers.ts'

/** Collects decoded audio in the usual sample formats as one Float32Array (-1..1) per channel. */
export class AudioCollector {
  startSeconds: number | null = null
  #runs: Float32Array[][] = []

  add(frame: Frame, seconds: number): void {
    this.startSeconds ??= seconds
    this.#runs.push(channelsOf(frame))
  }

  /** All samples so far, at most `limit` per channel. */
  channels(limit = Number.POSITIVE_INFINITY): Float32Array[] {
    const count = this.#runs[0]?.length ?? 0
    return Array.from({ length: count }, (_, channel) => {
      const samples = joinSamples(this.#runs.map((run) => run[channel] ?? new Float32Array()))
      return samples.length > limit ? samples.subarray(0, limit) : samples
    })
  }
}

function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let position = 0
  for (const part of parts) {
    samples.set(part, position)
    position += part.length
  }
  return samples
}

const SAMPLE_FORMATS = new Map<AVSampleFormat, { planar: boolean; bytes: 2 | 4 }>([
  [AV_SAMPLE_FMT_FLTP, { planar: true, bytes: 4 }],
  [AV_SAMPLE_FMT_FLT, { planar: false, bytes: 4 }],
  [AV_SAMPLE_FMT_S16P, { planar: true, bytes: 2 }],
  [AV_SAMPLE_FMT_S16, { planar: false, bytes: 2 }],
  [AV_SAMPLE_FMT_S32, { planar: false, bytes: 4 }],
])

function channelsOf(frame: Frame): Float32Array[] {
  const format = SAMPLE_FORMATS.get(frame.format as AVSampleFormat)
  if (!format) throw new MediaDecodeError(`Unexpected sample format ${frame.format}`)
  const { planar, bytes } = format
  const planes = frame.extendedData ?? []
  return Array.from({ length: frame.channels }, (_, channel) => {
    const plane = planes[planar ? channel : 0]
    if (!plane) throw new MediaDecodeError('A frame of audio has no samples')
    const samples =
      frame.format === AV_SAMPLE_FMT_S32
        ? samplesOfInt32(plane)
        : bytes === 4
          ? samplesOfFloat32(plane)
          : samplesOfInt16(plane)
    if (planar) return samples.slice(0, frame.nbSamples)
    return Float32Array.from({ length: frame.nbSamples }, (_, index) => samples[index * frame.channels + channel] ?? 0)
  })
}

function samplesOfFloat32(plane: Buffer): Float32Array {
  return new Float32Array(plane.buffer, plane.byteOffset, Math.floor(plane.length / 4))
}

function samplesOfInt32(plane: Buffer): Float32Array {
  const integers = new Int32Array(plane.buffer, plane.byteOffset, Math.floor(plane.length / 4))
  return mapNumbers(new Float32Array(integers.length), integers, (value) => value / 2 ** 31)
}

function samplesOfInt16(plane: Buffer): Float32Array {
  const integers = new Int16Array(plane.buffer, plane.byteOffset, Math.floor(plane.length / 2))
  return mapNumbers(new Float32Array(integers.length), integers, (value) => value / 32768)
}
