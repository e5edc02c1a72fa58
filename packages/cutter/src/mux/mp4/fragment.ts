import { box, fullBox, u32, u64, zeros } from '../../bitstream/mp4-boxes.ts'
import { assignDecodeTimes, buildMovieHeader } from './movie-header.ts'

export interface FragmentPacket {
  /** Presentation timestamp in ticks, 0 or later. */
  pts: number
  isSync: boolean
  data: Uint8Array
}

/** A video track with one fragment. */
export interface VideoFragment {
  timescale: number
  sampleEntry: Buffer
  display: { width: number; height: number; matrix: Buffer | null }
  /** Packets in decode order. */
  packets: readonly FragmentPacket[]
  /** End of the last frame in ticks. */
  endTick: number
}

const FILE_TYPE = box('ftyp', Buffer.from('iso6'), u32(0), Buffer.from('iso6mp41'))
const TRACK_ID = 1
const DEFAULT_BASE_IS_MOOF = 0x020000
const DATA_OFFSET = 0x1
const DURATION_SIZE_FLAGS_AND_OFFSET = 0xf00
const SYNC_SAMPLE = 0x0200_0000
const NON_SYNC_SAMPLE = 0x0101_0000
const BOX_HEADER_BYTES = 8

/**
 * Builds a fragmented MP4: `moov`, one `moof`, one `mdat`. Timestamps of frames do not change. The durations add up to
 * the time from the first frame to the end of the last.
 */
export function videoFragment({ timescale, sampleEntry, display, packets, endTick }: VideoFragment): Buffer {
  const firstTick = packets.reduce((earliest, { pts }) => Math.min(earliest, pts), endTick)
  const times = assignDecodeTimes(
    packets.map(({ pts }) => pts - firstTick),
    endTick - firstTick,
  )
  const samples = packets.map(({ isSync, data }, index) =>
    u32(
      Math.max(0, times.durations[index]!),
      data.length,
      isSync ? SYNC_SAMPLE : NON_SYNC_SAMPLE,
      times.reorderTicks[index]!,
    ),
  )
  const buildMoof = (dataOffset: number): Buffer =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(1)),
      box(
        'traf',
        fullBox('tfhd', 0, DEFAULT_BASE_IS_MOOF, u32(TRACK_ID)),
        fullBox('tfdt', 1, 0, u64(firstTick)),
        fullBox('trun', 0, DATA_OFFSET | DURATION_SIZE_FLAGS_AND_OFFSET, u32(packets.length, dataOffset), ...samples),
      ),
    )
  const dataOffset = buildMoof(0).length + BOX_HEADER_BYTES
  return Buffer.concat([
    FILE_TYPE,
    emptyMovie({ timescale, sampleEntry, display }, times.delayTicks),
    buildMoof(dataOffset),
    box('mdat', ...packets.map(({ data }) => data)),
  ])
}

/** Builds `moov` of a track whose samples are all in fragments. */
function emptyMovie(track: Omit<VideoFragment, 'packets' | 'endTick'>, delayTicks: number): Buffer {
  const emptyTables = { chunkOffsets: [], chunkPackets: [], pts: [], sizes: [], syncNumbers: [] }
  const header = buildMovieHeader([{ ...track, ...emptyTables, kind: 'video', endTick: 0, delayTicks }], 0)
  const defaults = fullBox('trex', 0, 0, u32(TRACK_ID, 1), zeros(12))
  return box('moov', header.subarray(BOX_HEADER_BYTES), box('mvex', defaults))
}
