import { CutterError, unsupportedMedia } from './api/cutter-error.ts'
import type { FramePlace } from './api/preview.ts'
import { type TimeRange, TYPED_TIME_TOLERANCE_SECONDS } from './api/time-range.ts'
import { av1Configuration } from './bitstream/av1/av1-configuration.ts'
import { readTemporalUnit } from './bitstream/av1/temporal-unit.ts'
import {
  av1SampleEntry,
  avcSampleEntry,
  coloursBox,
  hevcSampleEntry,
  vp9SampleEntry,
} from './bitstream/sample-entries.ts'
import { vp9Configuration } from './bitstream/vp9/vp9-configuration.ts'
import type { IndexedTrack } from './demux/common/indexed-track.ts'
import type { Media } from './demux/common/media.ts'
import type { OpenedVideo, TrackAccess } from './demux/common/opened-part.ts'
import { packetFetcher } from './demux/common/packet-fetcher.ts'
import type { PacketList } from './demux/common/packet-list.ts'
import type { LoadedPacket } from './io/packet-ref.ts'
import { newMeter, type ReadOptions } from './io/part-reader.ts'
import { videoFragment } from './mux/mp4/fragment.ts'
import { createStartReader, extendToCleanStart } from './plan/clean-start.ts'
import { withinOneRun } from './plan/edited-runs.ts'
import { divideRanges } from './plan/range-parts.ts'
import { loadPackets } from './preview/thumbnails.ts'

export interface GopOptions {
  signal?: AbortSignal | undefined
  maxBytes: number
}

/** A GOP as a fragmented MP4, with the start of its first frame and the end of its last one. */
export interface ReadGop extends TimeRange {
  bytes: Uint8Array
}

type IndexedAccess = Extract<TrackAccess, { kind: 'indexed' }>
type LibraryAccess = Extract<TrackAccess, { kind: 'library' }>

interface Gop {
  opened: OpenedVideo
  /** Presentation times in decode order. */
  pts: ArrayLike<number>
  /** End of the last frame. */
  endTick: number
  timescale: number
  load(): Promise<LoadedPacket[]>
}

/** Longest distance to the next keyframe that is searched. A longer GOP ends there. */
const MAX_GOP_SECONDS = 12
const FIRST_SEARCH_SECONDS = 2
/** Step back from a keyframe into the frame before it: less than a frame, and more than containers round. */
const BEFORE_KEYFRAME_SECONDS = 0.003

/**
 * Reads the GOP that is displayed at `atSeconds`, as a fragmented MP4 in the media's own codec, with its own
 * timestamps. A GOP larger than `maxBytes` is cut short; no frame before its new end is missing.
 * @throws CutterError unsupported_media, nothing_in_range, too_large (the packets up to the frame at that time exceed
 * maxBytes), broken_media, source_failed, cancelled
 */
export async function readGop(media: Media, atSeconds: number, options: GopOptions): Promise<ReadGop> {
  const { opened, endTick, timescale, load } = await gopAt(media, atSeconds, options)
  const packets = await load()
  const [first] = packets
  if (!first) throw noFrameError()
  const { width, height } = opened.description
  const sampleEntry = sampleEntryOf(opened, first)
  const display = { width, height, matrix: opened.matrix }
  const startTick = packets.reduce((least, { pts }) => Math.min(least, pts), endTick)
  return {
    bytes: videoFragment({ timescale, sampleEntry, display, packets, endTick }),
    startTime: startTick / timescale,
    endTime: endTick / timescale,
  }
}

/**
 * Finds the frame at a place relative to a time, and returns when its display starts and ends.
 * @throws CutterError unsupported_media, nothing_in_range, too_large, broken_media, source_failed, cancelled
 */
export async function frameRangeAt(
  media: Media,
  atSeconds: number,
  place: FramePlace,
  options: GopOptions,
): Promise<TimeRange> {
  return frameRange(media, atSeconds, place, options, true)
}

async function frameRange(
  media: Media,
  atSeconds: number,
  place: FramePlace,
  options: GopOptions,
  mayLookBack: boolean,
): Promise<TimeRange> {
  const { pts, endTick, timescale } = await gopAt(media, atSeconds, options)
  const times = Array.from(pts)
    .filter((tick) => tick < endTick)
    .sort((a, b) => a - b)
    .map((tick) => tick / timescale)
  const [firstTime] = times
  if (firstTime === undefined) throw noFrameError()
  const index =
    place === 'start'
      ? times.findIndex((time) => time >= atSeconds - TYPED_TIME_TOLERANCE_SECONDS)
      : times.findLastIndex((time) => {
          return place === 'at'
            ? time <= atSeconds + TYPED_TIME_TOLERANCE_SECONDS
            : time < atSeconds - TYPED_TIME_TOLERANCE_SECONDS
        })
  const endSeconds = endTick / timescale
  if (index >= 0) return { startTime: times[index]!, endTime: times[index + 1] ?? endSeconds }
  const isLast = media.facts.durationSeconds <= endSeconds
  if (place === 'start' && !isLast) return frameRange(media, endSeconds, 'at', options, false)
  if (place !== 'start' && firstTime > BEFORE_KEYFRAME_SECONDS && mayLookBack)
    return frameRange(media, firstTime - BEFORE_KEYFRAME_SECONDS, 'at', options, false)
  return place === 'start'
    ? { startTime: times.at(-1)!, endTime: endSeconds }
    : { startTime: firstTime, endTime: times[1] ?? endSeconds }
}

const noFrameError = (): CutterError => new CutterError('nothing_in_range', 'There is no frame at that time.')

async function gopAt(media: Media, typedSeconds: number, { signal, maxBytes }: GopOptions): Promise<Gop> {
  const reading: ReadOptions = { signal, meter: newMeter() }
  const atSeconds = typedSeconds + TYPED_TIME_TOLERANCE_SECONDS
  const time = { startTime: atSeconds, endTime: atSeconds + 1e-3 }
  const [part] = await divideRanges(media, [time], reading)
  if (!part?.video) throw unsupportedMedia('There is no frame to show.')
  const opened = withinOneRun(part.video, time)
  const { access } = opened
  return access.kind === 'library'
    ? sequentialGop(opened, access, atSeconds, maxBytes, reading)
    : indexedGop(opened, access, atSeconds, maxBytes, reading)
}

async function indexedGop(
  opened: OpenedVideo,
  access: IndexedAccess,
  atSeconds: number,
  maxBytes: number,
  reading: ReadOptions,
): Promise<Gop> {
  const { track, reader } = access
  const { timescale } = track
  const lastTick = ((await track.endPts(reading)) ?? Infinity) - 1
  const requestedTick = Math.max(0, Math.min(atSeconds * timescale, lastTick))
  const span = await gopSpan(track, requestedTick, reading)
  // Where a container rounds timestamps, the frame of this time may be a keyframe up to two milliseconds later.
  const isRounded = span.covering.length === 0 && span.toTick <= lastTick
  const { tick, toTick, covering } = isRounded ? await gopSpan(track, span.toTick, reading) : span
  const cover = async (fromTick: number): Promise<PacketList> =>
    packetsBefore(await track.covering(fromTick, toTick, reading), toTick)
  const keyTick = covering.pts[0] ?? tick
  const startReader = createStartReader(access, opened.description, reading)
  const packets = withoutLeadingFrames(
    (await extendToCleanStart(covering, keyTick, timescale, startReader, cover)).packets,
    tick,
  )
  const length = lengthWithin(packets, maxBytes)
  const endTick = Math.min(...packets.slice(length).pts, endOfLastFrame(packets), toTick)
  if (endTick <= tick && length < packets.length) throw tooLargeError()
  const gopPackets = packets.slice(0, length)
  return {
    opened,
    pts: gopPackets.pts,
    endTick,
    timescale,
    async load() {
      const loadedPackets: LoadedPacket[] = []
      const fetcher = packetFetcher(reader, gopPackets, reading)
      for await (const packet of loadPackets(gopPackets, fetcher)) loadedPackets.push(packet)
      return loadedPackets
    },
  }
}

/** Finds the packets of the GOP around a tick, up to the next keyframe. */
async function gopSpan(track: IndexedTrack, tick: number, reading: ReadOptions) {
  const toTick = Math.min(await nextKeyTick(track, tick, reading), track.presentationEnd ?? Infinity)
  return { tick, toTick, covering: packetsBefore(await track.covering(tick, toTick, reading), toTick) }
}

/** Drops the packets after the last one, in decode order, that is shown before a tick. */
function packetsBefore(packets: PacketList, tick: number): PacketList {
  return packets.slice(0, packets.pts.findLastIndex((pts) => pts < tick) + 1)
}

/** Drops leading frames: they follow the keyframe in decode order, but refer to the GOP before. */
function withoutLeadingFrames(packets: PacketList, tick: number): PacketList {
  const keyTick = packets.pts[0] ?? 0
  return tick < keyTick ? packets : packets.filter(({ pts }) => pts >= keyTick)
}

/** Finds the first keyframe after a tick. @returns its tick, or the end of the search if there is none */
async function nextKeyTick(track: IndexedTrack, tick: number, reading: ReadOptions): Promise<number> {
  for (let seconds = FIRST_SEARCH_SECONDS; ; seconds *= 2) {
    const end = tick + Math.min(seconds, MAX_GOP_SECONDS) * track.timescale
    const packetsAhead = await track.covering(tick, end, reading)
    const next = packetsAhead.pts.reduce((least, pts, index) => {
      return packetsAhead.syncs[index] === 1 && pts > tick && pts < least ? pts : least
    }, Infinity)
    if (next < Infinity || seconds >= MAX_GOP_SECONDS) return Math.min(next, end)
  }
}

/**
 * Length of the longest run of packets within `maxBytes` that is closed: no frame before its end is missing.
 */
function lengthWithin(packets: PacketList, maxBytes: number): number {
  let bytes = 0
  let latestTick = -Infinity
  let length = 0
  const earliestAfter = Float64Array.from(packets.pts)
  for (let index = earliestAfter.length - 2; index >= 0; index--)
    earliestAfter[index] = Math.min(earliestAfter[index]!, earliestAfter[index + 1]!)
  for (const [index, pts] of packets.pts.entries()) {
    bytes += packets.sizes[index]!
    if (bytes > maxBytes) break
    latestTick = Math.max(latestTick, pts)
    if (latestTick < (earliestAfter[index + 1] ?? Infinity)) length = index + 1
  }
  return length
}

function endOfLastFrame({ pts, durations }: PacketList): number {
  const last = pts.reduce((latest, time, index) => (time > pts[latest]! ? index : latest), 0)
  return (pts[last] ?? 0) + (durations[last] ?? 0)
}

/** Reads the GOP of a track without an index: its packets up to the first keyframe after the time. */
async function sequentialGop(
  opened: OpenedVideo,
  access: LibraryAccess,
  atSeconds: number,
  maxBytes: number,
  reading: ReadOptions,
): Promise<Gop> {
  const track = await access.open(reading)
  const { timescale } = track
  const tick = Math.max(0, atSeconds * timescale)
  const packets: LoadedPacket[] = []
  let bytes = 0
  let endTick = 0
  for await (const packet of track.packets(tick, tick + MAX_GOP_SECONDS * timescale)) {
    if (packet.isSync && packet.pts > tick) {
      endTick = packet.pts
      break
    }
    bytes += packet.data.length
    if (bytes > maxBytes) throw tooLargeError()
    packets.push(packet)
    endTick = Math.max(endTick, packet.pts + packet.duration)
  }
  return { opened, pts: packets.map(({ pts }) => pts), endTick, timescale, load: async () => packets }
}

const tooLargeError = (): CutterError => new CutterError('too_large', 'The frames before that time are too large.')

function sampleEntryOf({ description, frameRate }: OpenedVideo, first: LoadedPacket): Buffer {
  const { codec, width, height, configurations, displayBoxes, colours } = description
  const configuration = configurations[first.entryIndex] ?? null
  const isColoured = displayBoxes.some((box) => box.toString('latin1', 4, 8) === 'colr')
  const boxes = [...displayBoxes, ...(colours && !isColoured ? [coloursBox(colours)] : [])]
  const size = { width, height }
  if (codec === 'h264' && configuration) return avcSampleEntry(width, height, configuration, boxes)
  if (codec === 'hevc' && configuration) return hevcSampleEntry(size, configuration, boxes)
  if (codec === 'vp9') return vp9SampleEntry(size, vp9Configuration(first.data, { ...size, frameRate, colours }), boxes)
  if (codec === 'av1') {
    const { sequenceHeader } = readTemporalUnit(first.data)
    if (sequenceHeader) return av1SampleEntry(size, Buffer.from(av1Configuration(sequenceHeader)), boxes)
  }
  throw unsupportedMedia(`${codec} without its configuration has no place in an MP4.`)
}
