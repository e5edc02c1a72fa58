import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { BYTE_RANGE_SPAN_BYTES, HeldPacketReader, type HeldPackets } from '../common/held-packet-reader.ts'
import type { PacketScan } from '../common/packet-scan.ts'
import { SAME_FRAME_SECONDS } from '../common/shown-packets.ts'
import { demuxByteRange } from './demux-byte-range.ts'
import type { MetAudio } from './met-audio.ts'
import { assemblePes, TS_TIMESCALE } from './pes.ts'
import type { TsFile } from './ts-file.ts'
import type { TsPids } from './ts-program.ts'
import type { MetConfigurations } from './video-frames.ts'

/** Finds the packets of a transport stream. */
export interface TsPacketScan extends PacketScan {
  readonly endPlace: number
  /** Whether the stream ends in the middle of a frame, once its last place was read; absent: it does not. */
  isCutOff?(): boolean
  readonly reader: HeldPacketReader<HeldPackets>
}

const FIRST_EXTRA_BYTES = 32 * 1024
/** No frame is larger; streams that never end one are broken. */
const MOST_EXTRA_BYTES = 16 * 1024 * 1024
/** Audio comes at least this often. */
const MOST_AUDIO_EXTRA_BYTES = 1024 * 1024
/** Half a gigabyte without a keyframe. */
const MOST_PLACES_BACK = 4000

/** Demuxes a transport stream in one file, place by place. */
export function scanTsFile(
  file: TsFile,
  pids: TsPids,
  met: { configurations: MetConfigurations; metAudio: MetAudio },
): TsPacketScan {
  const reader = new HeldPacketReader(demux, file.endPlace)
  const { byteRanges } = reader
  let isCutOff = false

  async function demux(place: number, options: ReadOptions): Promise<HeldPackets> {
    for (let extra = FIRST_EXTRA_BYTES; ; extra *= 4) {
      const { bytes: read, ownedEnd, isWhole } = await file.read(place, extra, options)
      pids.learn(read, file.layout)
      const { units, following, isOpen, cutFrameAt, missingAudioBytes } = assemblePes(read, file.layout, pids, ownedEnd)
      const mayReadOn = !isWhole && extra < MOST_EXTRA_BYTES
      if (isOpen && mayReadOn) continue
      const demuxed = demuxByteRange(units, {
        pids,
        ...met,
        nearTick: file.nearTick(),
        baseOffset: place * BYTE_RANGE_SPAN_BYTES,
        following,
      })
      if (demuxed.isCut && mayReadOn && extra < MOST_AUDIO_EXTRA_BYTES) continue
      const { audio, bytes } = demuxed
      const isLastCut = isWhole && cutFrameAt < ownedEnd
      isCutOff ||= isLastCut || (isWhole && missingAudioBytes > 0 && missingAudioBytes < Infinity)
      // A frame that is not whole is no frame.
      const video = isLastCut ? demuxed.video.slice(0, -1) : demuxed.video
      if (bytes.length > BYTE_RANGE_SPAN_BYTES / 2) throw unsupportedMedia('A part of the stream is too large.')
      const last = video.length > 0 ? video : audio
      if (last.length > 0) {
        const latest = last.reduce((most, { pts }) => Math.max(most, pts), -Infinity)
        file.reaches(place, latest)
      }
      return { video, audio, bytes, heldBytes: bytes.length }
    }
  }

  /** Cached places need not be read. */
  async function bring(fromPlace: number, toPlace: number, options: ReadOptions): Promise<void> {
    let from = fromPlace
    let to = toPlace
    while (from < to && byteRanges.peek(from)) from += 1
    while (from < to && byteRanges.peek(to - 1)) to -= 1
    if (to - from > 1) await file.bring(from, to, options)
  }

  return {
    firstPlace: 0,
    endPlace: file.endPlace,
    isCutOff: () => isCutOff,
    arePlacesShort: true,
    reader,
    async load(place, options, untilSeconds) {
      file.want(place, byteRanges.peek(place + 1) ? undefined : untilSeconds)
      const { video, audio } = await byteRanges.get(place, options)
      return { video, audio, next: place + 1 < file.endPlace ? place + 1 : null }
    },
    async previous(place, options, kind, seconds, { steps, untilSeconds }) {
      const { step, way } = stepBack(steps, file.placesIn(untilSeconds - seconds))
      if (way > MOST_PLACES_BACK) throw unsupportedMedia('There is no frame to begin with nearby.')
      const from = Math.max(0, place - step)
      await bring(from, place, options)
      const lastTick = (seconds + SAME_FRAME_SECONDS) * TS_TIMESCALE
      for (let at = place - 1; at > from; at--) {
        const found = await byteRanges.get(at, options)
        if (found[kind].some(({ isSync, pts }) => isSync && pts <= lastTick)) return at
      }
      return from
    },
    placeBefore: (seconds, options) => file.placeBefore(seconds, options),
    /** The next places are requested together with the place before them. */
    ahead: () => [],
  }
}

/** Unneeded bytes before the keyframe are at most this share of all bytes read, and half of it on average. */
const SHARE_OF_READ = 1 / 12
/** Three megabytes, held in memory until they are demuxed. */
const LONGEST_STEP = 24

/**
 * How far to go back at once in the search for a keyframe, in a stream without an index. Each step is a round trip. The longer
 * the cut and the search, the less it matters to read a little too far.
 * @param steps the number of earlier steps
 * @param rangeByteRanges the number of byte ranges that the cut itself reads
 * @returns in byte ranges: this step, and the way of all steps so far
 */
export function stepBack(steps: number, rangeByteRanges: number): { step: number; way: number } {
  let step = 0
  let way = 0
  for (let taken = 0; taken <= steps; taken++) {
    step = Math.min(LONGEST_STEP, Math.max(1, Math.floor(SHARE_OF_READ * (rangeByteRanges + way))))
    way += step
  }
  return { step, way }
}
