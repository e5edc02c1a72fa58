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

/** Locates the packets of a transport stream. */
export interface TsPacketScan extends PacketScan {
  /** Number of places. */
  readonly endPlace: number
  /** Whether the stream ends inside a frame, known after a read of its last place. Absent for segments. */
  isCutOff?(): boolean
  readonly reader: HeldPacketReader<HeldPackets>
}

const FIRST_EXTRA_BYTES = 32 * 1024
/** Most bytes after a place that are read for the end of a frame. No frame is larger. */
const MOST_EXTRA_BYTES = 16 * 1024 * 1024
/** Most bytes after a place that are read for the end of an audio frame. */
const MOST_AUDIO_EXTRA_BYTES = 1024 * 1024
/** Most places of a search for a keyframe: half a gigabyte. */
const MOST_PLACES_BACK = 4000

/** Demuxes a transport stream in one file, place by place. */
export function scanTsFile(
  file: TsFile,
  pids: TsPids,
  streamForms: { configurations: MetConfigurations; metAudio: MetAudio },
): TsPacketScan {
  const reader = new HeldPacketReader(demux, file.endPlace)
  const { byteRanges } = reader
  let isCutOff = false

  async function demux(place: number, options: ReadOptions): Promise<HeldPackets> {
    for (let extra = FIRST_EXTRA_BYTES; ; extra *= 4) {
      const { bytes: tsBytes, ownedEnd, isWhole } = await file.read(place, extra, options)
      pids.learn(tsBytes, file.layout)
      const pes = assemblePes(tsBytes, file.layout, pids, ownedEnd)
      const { units, following, isOpen, cutFrameAt, missingAudioBytes } = pes
      const mayReadOn = !isWhole && extra < MOST_EXTRA_BYTES
      if (isOpen && mayReadOn) continue
      const byteRange = demuxByteRange(units, {
        pids,
        ...streamForms,
        nearTick: file.nearTick(),
        baseOffset: place * BYTE_RANGE_SPAN_BYTES,
        following,
      })
      if (byteRange.isCut && mayReadOn && extra < MOST_AUDIO_EXTRA_BYTES) continue
      const { audio, bytes } = byteRange
      const isLastCut = isWhole && cutFrameAt < ownedEnd
      isCutOff ||= isLastCut || (isWhole && missingAudioBytes > 0 && missingAudioBytes < Infinity)
      // An incomplete frame at the end of the file is left out.
      const video = isLastCut ? byteRange.video.slice(0, -1) : byteRange.video
      if (bytes.length > BYTE_RANGE_SPAN_BYTES / 2) throw unsupportedMedia('A part of the stream is too large.')
      const mainPackets = video.length > 0 ? video : audio
      if (mainPackets.length > 0) {
        const latestTick = mainPackets.reduce((most, { pts }) => Math.max(most, pts), -Infinity)
        file.reaches(place, latestTick)
      }
      return { video, audio, bytes, heldBytes: bytes.length }
    }
  }

  /** Reads several places with one request, without cached places at both ends. */
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
        const range = await byteRanges.get(at, options)
        if (range[kind].some(({ isSync, pts }) => isSync && pts <= lastTick)) return at
      }
      return from
    },
    placeBefore: (seconds, options) => file.placeBefore(seconds, options),
    // Each read already fetches the next places, so none is loaded ahead.
    ahead: () => [],
  }
}

/** Largest share of unneeded bytes before the keyframe among all read bytes. On average it is half of this. */
const SHARE_OF_READ = 1 / 12
/** Longest step in byte ranges: three megabytes, which are in memory until they are demuxed. */
const LONGEST_STEP = 24

/**
 * Length of a step back in the search for a keyframe, in a stream without an index. Each step is a round trip. Steps
 * become longer with the cut and the search, because unneeded bytes are then a smaller share.
 * @param steps number of earlier steps
 * @param rangeByteRanges number of byte ranges that the cut itself reads
 * @returns this step and the sum of all steps (`way`), in byte ranges
 */
export function stepBack(steps: number, rangeByteRanges: number): { step: number; way: number } {
  let step = 0
  let way = 0
  for (let index = 0; index <= steps; index++) {
    step = Math.min(LONGEST_STEP, Math.max(1, Math.floor(SHARE_OF_READ * (rangeByteRanges + way))))
    way += step
  }
  return { step, way }
}
