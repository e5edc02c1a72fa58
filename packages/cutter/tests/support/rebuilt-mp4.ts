import { box, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { avcSampleEntry } from '../../src/bitstream/sample-entries.ts'
import { buildMovieHeader } from '../../src/mux/mp4/movie-header.ts'
import { frameSamples } from './odd-mp4.ts'

export interface FrameSample {
  data: Uint8Array
  /** In ticks, edit list applied. */
  pts: number
  isSync: boolean
}

/** The frames of a video, in decode order, and its codec configuration (the contents of avcC). */
export function framesOf(video: Buffer): { samples: FrameSample[]; configuration: Uint8Array } {
  const { track, samples } = frameSamples(video)
  const entry = track.entries[0]!
  const avcC = entry.indexOf('avcC')
  const sync = samples.syncSamples && new Set(samples.syncSamples)
  return {
    configuration: entry.subarray(avcC + 4, avcC - 4 + entry.readUInt32BE(avcC - 4)),
    samples: Array.from(samples.pts, (pts, index) => ({
      data: video.subarray(samples.offsets[index]!, samples.offsets[index]! + samples.sizes[index]!),
      pts,
      isSync: sync?.has(index) ?? true,
    })),
  }
}

/** A silent video of other samples, under another configuration, at the times of an existing one. */
export function rebuilt(video: Buffer, samples: readonly FrameSample[], configuration: Uint8Array): Buffer {
  const { track } = frameSamples(video)
  const entry = track.entries[0]!
  const [width, height] = [entry.readUInt16BE(32), entry.readUInt16BE(34)]
  const times = samples.map(({ pts }) => pts).sort((a, b) => a - b)
  const fileType = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomavc1'))
  const moov = buildMovieHeader(
    [
      {
        kind: 'video',
        timescale: track.timescale,
        endTick: times.at(-1)! + times[1]! - times[0]!,
        sampleEntry: avcSampleEntry(width, height, configuration, []),
        display: { width, height, matrix: null },
        chunkOffsets: [0],
        chunkPackets: [samples.length],
        pts: samples.map(({ pts }) => pts),
        sizes: samples.map(({ data }) => data.length),
        syncNumbers: samples.flatMap(({ isSync }, index) => (isSync ? [index + 1] : [])),
      },
    ],
    fileType.length + 8,
  )
  return Buffer.concat([fileType, box('mdat', ...samples.map(({ data }) => data)), moov])
}
