import type { ByteSource } from '../../src/api/byte-source.ts'
import { box, u32, u64 } from '../../src/bitstream/mp4-boxes.ts'
import { aacSampleEntry, avcSampleEntry } from '../../src/bitstream/sample-entries.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { buildMovieHeader } from '../../src/mux/mp4/movie-header.ts'
import { trackPackets } from './clip-packets.ts'

export interface RepeatedVideo extends ByteSource {
  /** Offset of the first repetition. */
  dataStart: number
  roundBytes: number
}

/**
 * An MP4 that repeats a small video this many times. Its index is complete; its media data is put together when it is
 * read. The video must be one closed GOP, and its audio must be exactly as long as its frames.
 */
export async function repeatVideo(
  { video, audio }: Media,
  rounds: number,
  indexPlace: 'start' | 'end' = 'start',
): Promise<RepeatedVideo> {
  const frames = await trackPackets(video!.access)
  const packets = (await trackPackets(audio!.access)).packets.filter(({ pts }) => pts >= 0)
  const roundTicks = frames.packets.reduce((sum, { duration }) => sum + duration, 0)
  const { sampleRate, channels, configuration } = audio!.description
  const roundSamples = (roundTicks / frames.timescale) * sampleRate
  const audioPackets = packets.slice(0, roundSamples / 1024)
  if (audioPackets.length * 1024 !== roundSamples) {
    throw new Error('The audio of a round is no whole number of packets.')
  }
  const frameBytes = frames.packets.reduce((sum, { data }) => sum + data.length, 0)
  const round = Buffer.concat([...frames.packets, ...audioPackets].map(({ data }) => data))
  const everyRound = <Value>(values: readonly Value[], valueAt: (value: Value, round: number) => number) =>
    Float64Array.from({ length: values.length * rounds }, (_, index) =>
      valueAt(values[index % values.length]!, Math.floor(index / values.length)),
    )
  const { width, height, configurations } = video!.description
  const header = (dataStart: number) =>
    buildMovieHeader(
      [
        {
          kind: 'video',
          timescale: frames.timescale,
          endTick: rounds * roundTicks,
          sampleEntry: avcSampleEntry(width, height, configurations[0]!, []),
          display: { width, height, matrix: null },
          chunkOffsets: everyRound([0], (_, index) => index * round.length),
          chunkPackets: everyRound([frames.packets.length], (count) => count),
          pts: everyRound(frames.packets, ({ pts }, index) => pts + index * roundTicks),
          sizes: everyRound(frames.packets, ({ data }) => data.length),
          syncNumbers: everyRound([1], (first, index) => first + index * frames.packets.length),
        },
        {
          kind: 'audio',
          timescale: sampleRate,
          endTick: rounds * roundSamples,
          sampleEntry: aacSampleEntry(channels, sampleRate, configuration!),
          display: null,
          chunkOffsets: everyRound([frameBytes], (offset, index) => offset + index * round.length),
          chunkPackets: everyRound([audioPackets.length], (count) => count),
          pts: Float64Array.from({ length: audioPackets.length * rounds }, (_, index) => index * 1024),
          sizes: everyRound(audioPackets, ({ data }) => data.length),
          syncNumbers: [],
        },
      ],
      dataStart,
    )
  const fileType = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomavc1'))
  const dataHeader = Buffer.concat([u32(1), Buffer.from('mdat'), u64(16 + rounds * round.length)])
  const indexBytes = indexPlace === 'start' ? header(0).length : 0
  const dataStart = fileType.length + indexBytes + dataHeader.length
  const index = header(dataStart)
  const front = Buffer.concat(indexPlace === 'start' ? [fileType, index, dataHeader] : [fileType, dataHeader])
  const back = indexPlace === 'end' ? index : Buffer.alloc(0)
  const dataEnd = dataStart + rounds * round.length
  return {
    dataStart,
    roundBytes: round.length,
    sizeBytes: dataEnd + back.length,
    async read(start, end) {
      const bytes = Buffer.allocUnsafe(end - start)
      for (let at = start; at < end; ) {
        const part =
          at < dataStart
            ? front.subarray(at, end)
            : at < dataEnd
              ? round.subarray((at - dataStart) % round.length)
              : back.subarray(at - dataEnd)
        at += part.copy(bytes, at - start, 0, Math.min(part.length, end - at))
      }
      return bytes
    },
  }
}
