import { CutterError, unsupportedMedia } from './api/cutter-error.ts'
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
import { partsOf } from './plan/range-parts.ts'
import { loaded } from './preview/thumbnails.ts'

export interface GopOptions {
  signal?: AbortSignal | undefined
  mostBytes: number
}

type IndexedAccess = Extract<TrackAccess, { kind: 'indexed' }>
type LibraryAccess = Extract<TrackAccess, { kind: 'library' }>

interface Gop {
  packets: LoadedPacket[]
  /** When its last frame ends. */
  endTick: number
  timescale: number
}

/** How far the next keyframe is searched for; a longer GOP is cut short. */
const LONGEST_GOP_SECONDS = 12
const FIRST_LOOK_SECONDS = 2

/**
 * The GOP that shows a time, as a fragmented MP4 in the media's own codec and with its own times. Where it is larger than
 * `mostBytes`, it ends earlier: every frame up to its end is in it.
 * @throws CutterError unsupported_media, nothing_in_range, too_large (the frame at that time alone), broken_media, source_failed, cancelled
 */
export async function readGop(media: Media, atSeconds: number, options: GopOptions): Promise<Uint8Array> {
  const reading: ReadOptions = { signal: options.signal, meter: newMeter() }
  const time = { startTime: atSeconds, endTime: atSeconds + 1e-3 }
  const [part] = await partsOf(media, [time], reading)
  if (!part?.video) throw unsupportedMedia('There is no frame to show.')
  const opened = withinOneRun(part.video, time)
  const { access, description, matrix } = opened
  const gop =
    access.kind === 'library'
      ? await sequentialGop(access, atSeconds, options.mostBytes, reading)
      : await indexedGop(opened, access, atSeconds, options.mostBytes, reading)
  const [first] = gop.packets
  if (!first) throw new CutterError('nothing_in_range', 'There is no frame at that time.')
  const { width, height } = description
  const sampleEntry = sampleEntryOf(opened, first)
  return videoFragment({ ...gop, sampleEntry, display: { width, height, matrix } })
}

async function indexedGop(
  { description }: OpenedVideo,
  access: IndexedAccess,
  atSeconds: number,
  mostBytes: number,
  reading: ReadOptions,
): Promise<Gop> {
  const { track, reader } = access
  const { timescale } = track
  const tick = Math.max(0, Math.min(atSeconds * timescale, ((await track.endPts(reading)) ?? Infinity) - 1))
  const toTick = Math.min(await nextKeyTick(track, tick, reading), track.presentationEnd ?? Infinity)
  const cover = async (fromTick: number): Promise<PacketList> =>
    untilTick(await track.covering(fromTick, toTick, reading), toTick)
  const covering = await cover(tick)
  const keyTick = covering.pts[0] ?? tick
  const peek = startPeek(access, description, reading)
  const packets = withoutLeading((await fromCleanStart(covering, keyTick, timescale, peek, cover)).packets, tick)
  const length = lengthWithin(packets, mostBytes)
  const endTick = Math.min(...packets.slice(length).pts, lastEnd(packets), toTick)
  if (endTick <= tick && length < packets.length) throw tooLarge()
  const chosen = packets.slice(0, length)
  const list: LoadedPacket[] = []
  for await (const packet of loaded(chosen, packetFetcher(reader, chosen, reading))) list.push(packet)
  return { packets: list, endTick, timescale }
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
    if (packet.isSync && packet.pts > tick) return { packets, endTick: packet.pts, timescale }
    bytes += packet.data.length
    if (bytes > mostBytes) throw tooLarge()
    packets.push(packet)
    endTick = Math.max(endTick, packet.pts + packet.duration)
  }
  return { packets, endTick, timescale }
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
