import { box, fullBox, table, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { avcSampleEntry } from '../../src/bitstream/sample-entries.ts'
import { buildMovieHeader } from '../../src/mux/mp4/movie-header.ts'
import { frameSamples } from './odd-mp4.ts'
import { replaceBoxes } from './patched-mp4.ts'
import { type StampedWorkshop, smallRecipe } from './stamped-source.ts'

export interface FrameSample {
  data: Uint8Array
  /** Presentation time in ticks, after the edit list. */
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

/**
 * Builds an MP4 without audio from these samples and this codec configuration. Frame size and timescale come from
 * `video`.
 * @param chunks number of samples in each chunk
 */
export function rebuildMp4(
  video: Buffer,
  samples: readonly FrameSample[],
  configuration: Uint8Array,
  chunks: readonly number[] = [samples.length],
): Buffer {
  const { track } = frameSamples(video)
  const entry = track.entries[0]!
  const [width, height] = [entry.readUInt16BE(32), entry.readUInt16BE(34)]
  const sizes = samples.map(({ data }) => data.length)
  let chunkEnd = 0
  const chunkOffsets = chunks.map((count) => {
    chunkEnd += count
    return sizes.slice(0, chunkEnd - count).reduce((sum, size) => sum + size, 0)
  })
  const fileType = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomavc1'))
  const moov = buildMovieHeader(
    [
      {
        kind: 'video',
        timescale: track.timescale,
        endTick: endTickOf(samples),
        sampleEntry: avcSampleEntry(width, height, configuration, []),
        display: { width, height, matrix: null },
        chunkOffsets,
        chunkPackets: chunks,
        pts: samples.map(({ pts }) => pts),
        sizes,
        syncNumbers: samples.flatMap(({ isSync }, index) => (isSync ? [index + 1] : [])),
      },
    ],
    fileType.length + 8,
  )
  return Buffer.concat([fileType, box('mdat', ...samples.map(({ data }) => data)), moov])
}

/**
 * A video of two sample entries with 60 frames each, like a stream whose encoder was restarted.
 */
export async function videoOfTwoConfigurations(workshop: StampedWorkshop): Promise<Buffer> {
  const recipe = smallRecipe({ audio: null, bFrames: 0, frames: 60, gopFrames: 30 })
  const firstVideo = await workshop.video(recipe)
  const secondVideo = await workshop.video({ ...recipe, profile: 'main' })
  const [a, b] = [framesOf(firstVideo), framesOf(secondVideo)]
  const end = endTickOf(a.samples)
  const samples = [...a.samples, ...b.samples.map((sample) => ({ ...sample, pts: sample.pts + end }))]
  const joinedVideo = rebuildMp4(firstVideo, samples, a.configuration, [a.samples.length, b.samples.length])
  const entries = [firstVideo, secondVideo].map((video) => frameSamples(video).track.entries[0]!)
  const runs = [1, a.samples.length, 1, 2, b.samples.length, 2]
  return replaceBoxes(
    replaceBoxes(joinedVideo, 'stsd', () => fullBox('stsd', 0, 0, u32(2), ...entries)),
    'stsc',
    () => fullBox('stsc', 0, 0, table(2, runs)),
  )
}

function endTickOf(samples: readonly FrameSample[]): number {
  const sortedTimes = samples.map(({ pts }) => pts).sort((a, b) => a - b)
  return sortedTimes.at(-1)! + sortedTimes[1]! - sortedTimes[0]!
}
