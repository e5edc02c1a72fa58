import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { PacketScan } from '../common/packet-scan.ts'
import {
  BYTE_RANGE_SPAN_BYTES,
  type PacketsInMemory,
  ScatteredPacketReader,
} from '../common/scattered-packet-reader.ts'
import { FRAME_TIME_TOLERANCE_SECONDS } from '../common/shown-packets.ts'
import { demuxByteRange } from './demux-byte-range.ts'
import type { KnownAudioFormats } from './known-audio-formats.ts'
import { assemblePes, TS_TIMESCALE } from './pes.ts'
import type { TsFile } from './ts-file.ts'
import type { TsPids } from './ts-program.ts'
import type { KnownConfigurations } from './video-frames.ts'

/** Locates the packets of a transport stream. */
export interface TsPacketScan extends PacketScan {
  /** Number of scan positions. */
  readonly endPosition: number
  /** Whether the stream ends inside a frame, known after its last byte range was read. Absent for segments. */
  isCutOff?(): boolean
  readonly reader: ScatteredPacketReader<PacketsInMemory>
}

const FIRST_EXTRA_BYTES = 32 * 1024
/** Maximum number of bytes after a byte range that are read for the end of a frame. No frame is larger. */
const MAX_EXTRA_BYTES = 16 * 1024 * 1024
/** Maximum number of bytes after a byte range that are read for the end of an audio frame. */
const MAX_AUDIO_EXTRA_BYTES = 1024 * 1024
/** Maximum number of byte ranges in a search for a keyframe: half a gigabyte. */
const MAX_STEPS_BACK = 4000

/** Demuxes a transport stream in one file. A scan position is the number of a byte range. */
export function scanTsFile(
  file: TsFile,
  pids: TsPids,
  streamFormats: { configurations: KnownConfigurations; knownAudioFormats: KnownAudioFormats },
): TsPacketScan {
  const reader = new ScatteredPacketReader(demux, file.endPosition)
  const { byteRanges } = reader
  let isCutOff = false

  async function demux(position: number, options: ReadOptions): Promise<PacketsInMemory> {
    for (let extraBytes = FIRST_EXTRA_BYTES; ; extraBytes *= 4) {
      const { bytes: tsBytes, ownedEnd, isFileEnd } = await file.read(position, extraBytes, options)
      pids.learnPids(tsBytes, file.layout)
      const pes = assemblePes(tsBytes, file.layout, pids, ownedEnd)
      const { units, following, needsMoreBytes, cutFrameAt, missingAudioBytes } = pes
      const mayReadMore = !isFileEnd && extraBytes < MAX_EXTRA_BYTES
      if (needsMoreBytes && mayReadMore) continue
      const byteRange = demuxByteRange(units, {
        pids,
        ...streamFormats,
        nearTick: file.nearTick(),
        baseOffset: position * BYTE_RANGE_SPAN_BYTES,
        following,
      })
      if (byteRange.isLastAudioIncomplete && mayReadMore && extraBytes < MAX_AUDIO_EXTRA_BYTES) continue
      const { audio, bytes } = byteRange
      const isLastFrameIncomplete = isFileEnd && cutFrameAt < ownedEnd
      isCutOff ||= isLastFrameIncomplete || (isFileEnd && missingAudioBytes > 0 && missingAudioBytes < Infinity)
      // An incomplete frame at the end of the file is left out.
      const video = isLastFrameIncomplete ? byteRange.video.slice(0, -1) : byteRange.video
      if (bytes.length > BYTE_RANGE_SPAN_BYTES / 2) throw unsupportedMedia('A part of the stream is too large.')
      const mainPackets = video.length > 0 ? video : audio
      if (mainPackets.length > 0) {
        const latestTick = mainPackets.reduce((most, { pts }) => Math.max(most, pts), -Infinity)
        file.storeEnd(position, latestTick)
      }
      return { video, audio, bytes, memoryBytes: bytes.length }
    }
  }

  /** Reads several byte ranges with one request, without cached ones at both ends. */
  async function prefetch(fromPosition: number, toPosition: number, options: ReadOptions): Promise<void> {
    let from = fromPosition
    let to = toPosition
    while (from < to && byteRanges.peek(from)) from += 1
    while (from < to && byteRanges.peek(to - 1)) to -= 1
    if (to - from > 1) await file.prefetch(from, to, options)
  }

  return {
    firstPosition: 0,
    endPosition: file.endPosition,
    isCutOff: () => isCutOff,
    arePositionsShort: true,
    reader,
    async load(position, options, untilSeconds) {
      file.setWantedEnd(position, byteRanges.peek(position + 1) ? undefined : untilSeconds)
      const { video, audio } = await byteRanges.get(position, options)
      return { video, audio, nextPosition: position + 1 < file.endPosition ? position + 1 : null }
    },
    async previousPosition(position, options, kind, seconds, { steps, untilSeconds }) {
      const { step, total } = stepBack(steps, file.positionsIn(untilSeconds - seconds))
      if (total > MAX_STEPS_BACK) throw unsupportedMedia('There is no frame to begin with nearby.')
      const from = Math.max(0, position - step)
      await prefetch(from, position, options)
      const lastTick = (seconds + FRAME_TIME_TOLERANCE_SECONDS) * TS_TIMESCALE
      for (let at = position - 1; at > from; at--) {
        const range = await byteRanges.get(at, options)
        if (range[kind].some(({ isSync, pts }) => isSync && pts <= lastTick)) return at
      }
      return from
    },
    positionBefore: (seconds, options) => file.positionBefore(seconds, options),
    // Each read already fetches the next byte ranges, so none is loaded ahead.
    positionsAhead: () => [],
  }
}

/** Largest share of unneeded bytes before the keyframe among all read bytes. On average it is half of this. */
const MAX_UNNEEDED_SHARE = 1 / 12
/** Longest step in byte ranges: three megabytes, which are in memory until they are demuxed. */
const MAX_STEP = 24

/**
 * Length of a step back in the search for a keyframe, in a stream without an index. Each step is a round trip. A step
 * is longer if the cut is longer or more steps came before it, because its unneeded bytes are a smaller share of all.
 * @param steps number of earlier steps
 * @param rangeByteRanges number of byte ranges that the cut itself reads
 * @returns this step and the sum of all steps (`total`), in byte ranges
 */
export function stepBack(steps: number, rangeByteRanges: number): { step: number; total: number } {
  let step = 0
  let total = 0
  for (let index = 0; index <= steps; index++) {
    step = Math.min(MAX_STEP, Math.max(1, Math.floor(MAX_UNNEEDED_SHARE * (rangeByteRanges + total))))
    total += step
  }
  return { step, total }
}
