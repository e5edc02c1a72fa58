import { CutterError, unsupportedMedia } from './api/cutter-error.ts'
import type { FramePlace } from './api/preview.ts'
import type { TimeRange } from './api/time-range.ts'
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
import { fromCleanStart, startPeek } from './plan/clean-start.ts'
import { withinOneRun } from './plan/edited-runs.ts'
import { TYPED_TIME_TOLERANCE_SECONDS } from './plan/frame-window.ts'
import { partsOf } from './plan/range-parts.ts'
import { loaded } from './preview/thumbnails.ts'

export interface GopOptions {
  signal?: AbortSignal | undefined
  mostBytes: number
}

/** A GOP as a fragmented MP4, and the time from its first frame to the end of its last. */
export interface ReadGop extends TimeRange {
  bytes: Uint8Array
}

type IndexedAccess = Extract<TrackAccess, { kind: 'indexed' }>
type LibraryAccess = Extract<TrackAccess, { kind: 'library' }>

interface Gop {
  opened: OpenedVideo
  /** Presentation times in decode order. */
  pts: ArrayLike<number>
  /** When its last frame ends. */
  endTick: number
  timescale: number
  load(): Promise<LoadedPacket[]>
}

/** How far the next keyframe is searched for; a longer GOP is cut short. */
const LONGEST_GOP_SECONDS = 12
const FIRST_LOOK_SECONDS = 2
/** Within the last frame before a keyframe, and farther from that than containers round. */
const BEFORE_KEYFRAME_SECONDS = 0.003

/**
 * The GOP that shows a time, as a fragmented MP4 in the media's own codec and with its own times. Where it is larger than
 * `mostBytes`, it ends earlier: every frame up to its end is in it.
 * @throws CutterError unsupported_media, nothing_in_range, too_large (the frame at that time alone), broken_media, source_failed, cancelled
 */
export async function readGop(media: Media, atSeconds: number, options: GopOptions): Promise<ReadGop> {
  const { opened, endTick, timescale, load } = await gopAt(media, atSeconds, options)
  const packets = await load()
  const [first] = packets
  if (!first) throw nothingThere()
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
 * From when to when a frame is shown.
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
    .sort((one, other) => one - other)
    .map((tick) => tick / timescale)
  const [first] = times
  if (first === undefined) throw nothingThere()
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
  if (place !== 'start' && first > BEFORE_KEYFRAME_SECONDS && mayLookBack)
    return frameRange(media, first - BEFORE_KEYFRAME_SECONDS, 'at', options, false)
  return place === 'start'
    ? { startTime: times.at(-1)!, endTime: endSeconds }
    : { startTime: first, endTime: times[1] ?? endSeconds }
}

const nothingThere = (): CutterError => new CutterError('nothing_in_range', 'There is no frame at that time.')

async function gopAt(media: Media, typedSeconds: number, { signal, mostBytes }: GopOptions): Promise<Gop> {
  const reading: ReadOptions = { signal, meter: newMeter() }
  const atSeconds = typedSeconds + TYPED_TIME_TOLERANCE_SECONDS
  const time = { startTime: atSeconds, endTime: atSeconds + 1e-3 }
  const [part] = await partsOf(media, [time], reading)
  if (!part?.video) throw unsupportedMedia('There is no frame to show.')
  const opened = withinOneRun(part.video, time)
  const { access } = opened
  return access.kind === 'library'
    ? sequentialGop(opened, access, atSeconds, mostBytes, reading)
    : indexedGop(opened, access, atSeconds, mostBytes, reading)
}

async function indexedGop(
  opened: OpenedVideo,
  access: IndexedAccess,
  atSeconds: number,
  mostBytes: number,
  reading: ReadOptions,
): Promise<Gop> {
  const { track, reader } = access
  const { timescale } = track
  const lastTick = ((await track.endPts(reading)) ?? Infinity) - 1
  const asked = Math.max(0, Math.min(atSeconds * timescale, lastTick))
  const span = await gopSpan(track, asked, reading)
  // Containers that round times take a keyframe up to two milliseconds ahead for the frame of this time.
  const isRounded = span.covering.length === 0 && span.toTick <= lastTick
  const { tick, toTick, covering } = isRounded ? await gopSpan(track, span.toTick, reading) : span
  const cover = async (fromTick: number): Promise<PacketList> =>
    untilTick(await track.covering(fromTick, toTick, reading), toTick)
  const keyTick = covering.pts[0] ?? tick
  const peek = startPeek(access, opened.description, reading)
  const packets = withoutLeading((await fromCleanStart(covering, keyTick, timescale, peek, cover)).packets, tick)
  const length = lengthWithin(packets, mostBytes)
  const endTick = Math.min(...packets.slice(length).pts, lastEnd(packets), toTick)
  if (endTick <= tick && length < packets.length) throw tooLarge()
  const chosen = packets.slice(0, length)
  return {
    opened,
    pts: chosen.pts,
    endTick,
    timescale,
    async load() {
      const packets: LoadedPacket[] = []
      for await (const packet of loaded(chosen, packetFetcher(reader, chosen, reading))) packets.push(packet)
      return packets
    },
  }
}

/** The packets around a tick, up to the next keyframe. */
async function gopSpan(track: IndexedTrack, tick: number, reading: ReadOptions) {
  const toTick = Math.min(await nextKeyTick(track, tick, reading), track.presentationEnd ?? Infinity)
  return { tick, toTick, covering: untilTick(await track.covering(tick, toTick, reading), toTick) }
}

/** Up to the last packet in decode order that is shown before a tick. */
function untilTick(packets: PacketList, tick: number): PacketList {
  return packets.slice(0, packets.pts.findLastIndex((pts) => pts < tick) + 1)
}

/** Frames shown before the keyframe that they follow refer to the GOP before. */
function withoutLeading(packets: PacketList, tick: number): PacketList {
  const keyTick = packets.pts[0] ?? 0
  return tick < keyTick ? packets : packets.filter(({ pts }) => pts >= keyTick)
}

/** The time of the first keyframe after a tick; else how far was searched. */
async function nextKeyTick(track: IndexedTrack, tick: number, reading: ReadOptions): Promise<number> {
  for (let seconds = FIRST_LOOK_SECONDS; ; seconds *= 2) {
    const end = tick + Math.min(seconds, LONGEST_GOP_SECONDS) * track.timescale
    const ahead = await track.covering(tick, end, reading)
    const next = ahead.pts.reduce((least, pts, index) => {
      return ahead.syncs[index] === 1 && pts > tick && pts < least ? pts : least
    }, Infinity)
    if (next < Infinity || seconds >= LONGEST_GOP_SECONDS) return Math.min(next, end)
  }
}

/** How many of the packets fit, so that no frame before their end is missing. */
function lengthWithin(packets: PacketList, mostBytes: number): number {
  let bytes = 0
  let latest = -Infinity
  let length = 0
  const earliestAfter = Float64Array.from(packets.pts)
  for (let index = earliestAfter.length - 2; index >= 0; index--)
    earliestAfter[index] = Math.min(earliestAfter[index]!, earliestAfter[index + 1]!)
  for (const [index, pts] of packets.pts.entries()) {
    bytes += packets.sizes[index]!
    if (bytes > mostBytes) break
    latest = Math.max(latest, pts)
    if (latest < (earliestAfter[index + 1] ?? Infinity)) length = index + 1
  }
  return length
}

function lastEnd({ pts, durations }: PacketList): number {
  const last = pts.reduce((latest, time, index) => (time > pts[latest]! ? index : latest), 0)
  return (pts[last] ?? 0) + (durations[last] ?? 0)
}

/** Packets that can only be read in order: those up to the first keyframe after the time. */
async function sequentialGop(
  opened: OpenedVideo,
  access: LibraryAccess,
  atSeconds: number,
  mostBytes: number,
  reading: ReadOptions,
): Promise<Gop> {
  const track = await access.open(reading)
  const { timescale } = track
  const tick = Math.max(0, atSeconds * timescale)
  const packets: LoadedPacket[] = []
  let bytes = 0
  let endTick = 0
  for await (const packet of track.packets(tick, tick + LONGEST_GOP_SECONDS * timescale)) {
    if (packet.isSync && packet.pts > tick) {
      endTick = packet.pts
      break
    }
    bytes += packet.data.length
    if (bytes > mostBytes) throw tooLarge()
    packets.push(packet)
    endTick = Math.max(endTick, packet.pts + packet.duration)
  }
  return { opened, pts: packets.map(({ pts }) => pts), endTick, timescale, load: async () => packets }
}

const tooLarge = (): CutterError => new CutterError('too_large', 'The frames before that time are too large.')

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
