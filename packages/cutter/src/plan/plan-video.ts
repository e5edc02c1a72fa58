import { BeginsLaterError, CutterError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'
import { type AvcConfiguration, parseAvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import type { FrameStart } from '../bitstream/h264/frame-start.ts'
import { parameterSetsIn } from '../bitstream/h264/nal-units.ts'
import { codedFrame, sliceCodingOf } from '../bitstream/h264/slice-coding.ts'
import type { AudioPlanOptions } from '../demux/common/audio-forms.ts'
import type { IndexedTrack } from '../demux/common/indexed-track.ts'
import type { LibraryTrack, OpenedVideo } from '../demux/common/opened-part.ts'
import { type PacketList, sortedTimes } from '../demux/common/packet-list.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import { FIRST_READ_BYTES } from '../io/merge-reads.ts'
import type { PacketRef } from '../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../io/part-reader.ts'
import { firstDecodableTick, fromCleanStart, isGoodStart, type StartPeek, startPeek } from './clean-start.ts'
import { type FrameArea, type FrameShape, shapedFrames } from './frame-shape.ts'
import {
  boundaryTick,
  endOfLastFrame,
  type FrameWindow,
  findFrameWindow,
  TYPED_TIME_TOLERANCE_SECONDS,
} from './frame-window.ts'
import type { FrameSize } from './scaled-size.ts'
import { copyCandidates, planSplice, type SplicePlan } from './splice-plan.ts'

export interface SpliceVideoTask {
  kind: 'splice'
  opened: OpenedVideo
  window: VideoWindow
  packets: PacketList
  configuration: AvcConfiguration
  plan: SplicePlan
}

export interface TranscodeVideoTask {
  kind: 'transcode'
  opened: OpenedVideo
  window: VideoWindow
  /** The packets to decode; null when the library must scan them. */
  packets: PacketList | null
  /** The packets include the one after the range, unless the media ends with it. */
  isEndKnown?: boolean
  size: FrameSize
  /** What is left of the coded frames, before they are scaled; null: all. */
  area: FrameArea | null
}

export type VideoTask = SpliceVideoTask | TranscodeVideoTask

/** The frames of the clip in ticks of their track; frames is null until they were counted. */
export interface VideoWindow extends Omit<FrameWindow, 'frames'> {
  timescale: number
  frames: number | null
  /** The requested range begins earlier, with frames that cannot be decoded, or before the first frame. */
  isLate?: true
  /** It continues the range of the part before: an edit list jumps between them. */
  isContinued?: boolean
}

export interface JoinedRange extends TimeRange {
  isFollowed?: boolean
  /** The requested range begins earlier, with frames that cannot be decoded. */
  isLate?: true
  /** The media ends with it, even if a frame lies after its declared end. */
  isToEnd?: boolean
  /** Until then its last frame is shown, if no other follows: the end of the range or of the media. */
  heldUntil?: number
}

export interface PlanOptions extends AudioPlanOptions {
  /** Everything is re-encoded, decoded from a keyframe earlier than it takes: for sources of which a usual cut has failed. */
  isThorough?: boolean
  /** Every frame is re-encoded: the clip fades, or something is drawn into it. */
  areFramesChanged?: boolean
  /** Every frame is re-encoded, and audio that takes too much: a copy would be larger than its limit. */
  isTwoPass?: boolean
  /** What decoder and encoder may take; absent: MOST_CODEC_BYTES. */
  maxCodecBytes?: number
}

export function secondsOf(parts: readonly { window: VideoWindow }[]): number {
  return parts.reduce((sum, { window }) => sum + (window.endTick - window.firstTick) / window.timescale, 0)
}

/** WebM has times in whole milliseconds: a frame may be half of one off its true time. */
const ROUNDED_TIMES_TOLERANCE_SECONDS = 0.0006
/** A seam is encoded as a whole before any of it is written. */
const LONGEST_SEAM_FRAMES = 300
const LONGEST_USUAL_FRAME_SECONDS = 1
/** Behind a range without a frame to begin with, one is looked for this far. */
const LONGEST_USUAL_GOP_SECONDS = 10
/** Beyond it the next tick is the same number. */
const LATEST_TICK = 2 ** 52
/** The least share of frames in bytes that are read ahead; the audio between them is usually needed, too. */
const LEAST_NEEDED_SHARE = 0.9
/** Audio often begins some frames before video: a later first frame gets a note. */
const LATE_SECONDS = 0.2
/** If this many sync samples were not IDR frames, none will be. */
const MOST_CANDIDATES = 256

/** Plans the frames of a range. */
export async function planVideo(
  opened: OpenedVideo,
  range: JoinedRange,
  shape: FrameShape,
  options: PlanOptions,
): Promise<VideoTask> {
  const { description, access } = opened
  const frames = shapedFrames(opened, shape)
  const isAsItIs = frames.area === null && frames.size.height >= description.height - 1
  if (access.kind === 'library') return planLibraryVideo(opened, await access.open(options), range, frames)
  const { track } = access
  const { timescale } = track
  const toleranceSeconds = TYPED_TIME_TOLERANCE_SECONDS + (opened.timesRoundedBySeconds ?? 0)
  // Many writers call the time of the last frame the duration of the media.
  const endTime = range.isToEnd ? Infinity : range.endTime
  const presentationEnd = track.presentationEnd ?? Infinity
  const lastLook = Math.min((endTime - toleranceSeconds) * timescale, presentationEnd)
  // How long the last frame is shown, only the next one says for certain; read only where the tables are at hand.
  const lookTo = track.isWhollyKnown ? lastLook + LONGEST_USUAL_FRAME_SECONDS * timescale : lastLook
  const cover = async (from: number, to = lookTo) => tidied(await track.covering(from, to, options))
  const covering = await cover((range.startTime - toleranceSeconds) * timescale)
  const near = { times: sortedTimes(covering), timescale, toleranceSeconds }
  const fromTick = boundaryTick(range.startTime, near)
  const toTick = Math.min(boundaryTick(endTime, near), presentationEnd)
  const standing = await standingFrame(track, covering, fromTick, cover, options)
  const found = findFrameWindow(covering, standing?.pts ?? fromTick, toTick, {
    isNextKnown: track.isWhollyKnown,
    presentationEnd,
    timescale,
    rangeEndTick: range.endTime * timescale,
    heldUntilTick: (range.heldUntil ?? 0) * timescale,
    isToEnd: range.isToEnd ?? false,
  })
  if (!found) throw nothingInRange()
  const peek = startPeek(access, description, options)
  const claimed = trimToWindow(covering, found)
  const isReencoded = options.isThorough || options.areFramesChanged || options.isTwoPass
  const mayCopy = isAsItIs && description.isCopyable && !isReencoded
  if (mayCopy) {
    prefetchFirstBytes(access.reader, claimed, options)
    peekSeamStarts(peek, claimed, found)
  }
  const { packets: clean, unclean } = await fromCleanStart(claimed, found.firstTick, timescale, peek, async (from) =>
    trimEnd(await cover(from), found),
  )
  const decodableOf = (recorded: PacketList) => firstDecodableTick(recorded, description, peek)
  const late = unclean && !range.isLate ? unclean : null
  const ahead = async (recorded: PacketList) =>
    cover(recorded.pts[0]!, found.lastTick + LONGEST_USUAL_GOP_SECONDS * timescale)
  const decodableTick = late && ((await decodableOf(late)) ?? (await decodableOf(await ahead(late))))
  if (decodableTick !== null && decodableTick > found.lastTick) throw new BeginsLaterError(decodableTick / timescale)
  if (decodableTick !== null && decodableTick > found.firstTick) {
    return planVideo(opened, { ...range, startTime: decodableTick / timescale, isLate: true }, shape, options)
  }
  const decoded = options.isThorough ? trimEnd(await cover(clean.pts[0]! - 1), found) : clean
  const { packets, window } = standing
    ? begunAt(Math.round(range.startTime * timescale), decoded, found)
    : { packets: decoded, window: found }
  const areFieldsApart = description.codec === 'h264' && (await arePacketsFields(packets, description, peek))
  // Two packets may have a field each of one frame, and packets of WebM's codecs may hide theirs.
  const isFrameEach = !areFieldsApart && !isNativeCodec(description.codec)
  const beginsLater = near.times[0]! >= fromTick && found.firstTick - fromTick > LATE_SECONDS * timescale
  const lateness = range.isLate || beginsLater ? { isLate: true as const } : {}
  const ticked = { timescale, ...window, ...lateness, frames: isFrameEach ? window.frames : null }
  const spliced = mayCopy && !areFieldsApart ? await planCopies(packets, window, description, peek) : null
  return spliced
    ? { kind: 'splice', opened, window: ticked, ...spliced }
    : { kind: 'transcode', opened, window: ticked, packets, ...frames }
}

/**
 * The frame that is already shown when a range begins, if no other follows for long: slides and screen recordings have one in
 * many seconds, and what is said meanwhile belongs to the clip. null: the clip begins with the first frame in the range.
 */
async function standingFrame(
  track: IndexedTrack,
  packets: PacketList,
  fromTick: number,
  cover: (from: number, to: number) => Promise<PacketList>,
  options: ReadOptions,
): Promise<PacketRef | null> {
  const soon = fromTick + LONGEST_USUAL_FRAME_SECONDS * track.timescale
  const times = sortedTimes(packets)
  const latest = times.findLast((time) => time < fromTick)
  if (latest === undefined || fromTick >= (track.presentationEnd ?? Infinity)) return null
  const nextOf = (sorted: Float64Array) => sorted.find((time) => time >= fromTick)
  const next = nextOf(times) ?? nextOf(sortedTimes(await cover(fromTick, soon)))
  if (next !== undefined && next < soon) return null
  const standing = packets.at(packets.pts.indexOf(latest))!
  const end = next ?? (await track.endPts(options)) ?? latest + standing.duration
  return fromTick < end ? standing : null
}

/** The first frame is shown from another time on. */
function begunAt(tick: number, packets: PacketList, window: FrameWindow) {
  const { firstTick, lastTick } = window
  return {
    packets: packets.with({ pts: packets.pts.map((pts) => (pts === firstTick ? tick : pts)) }),
    window: { ...window, firstTick: tick, lastTick: lastTick === firstTick ? tick : lastTick },
  }
}

/**
 * Starts reading the bytes that the cut needs first while frames are still being examined; otherwise the cut would wait for the
 * source twice. Only if those bytes are close together, so that few unneeded ones are fetched.
 */
function prefetchFirstBytes(reader: PartReader, packets: PacketList, options: ReadOptions): void {
  const start = packets.offsets[0]!
  const most = start + FIRST_READ_BYTES
  let needed = 0
  let end = start
  for (let index = 0; index < packets.length && packets.offsets[index]! >= start; index++) {
    const packetEnd = Math.min(most, packets.offsets[index]! + packets.sizes[index]!)
    needed += Math.max(0, packetEnd - packets.offsets[index]!)
    end = Math.max(end, packetEnd)
    if (packetEnd === most) break
  }
  if (needed > 0 && needed >= LEAST_NEEDED_SHARE * (end - start)) reader.readAhead(start, end, options)
}

/** The packets to inspect if the tables are right: all at once, to wait only once. */
function peekSeamStarts(peek: StartPeek, packets: PacketList, window: FrameWindow): void {
  const [first] = copyCandidates(packets, window)
  const tail = first === undefined ? null : planSplice(packets, window, first).tail
  for (const index of new Set([first, tail?.decodeFrom])) {
    if (index !== undefined) void peek.at(packets.at(index)!)
  }
}

/** Plans copies of the frames; null when none may or can be copied. */
async function planCopies(
  packets: PacketList,
  window: FrameWindow,
  { configurations }: VideoDescription,
  peek: StartPeek,
): Promise<Pick<SpliceVideoTask, 'packets' | 'configuration' | 'plan'> | null> {
  const entryIndex = packets.entryIndexes[0]!
  const configuration = parseAvcConfiguration(configurations[entryIndex] ?? new Uint8Array(0))
  if (packets.entryIndexes.some((index) => index !== entryIndex) || configuration.sps.length === 0) {
    // Parameter sets change inside the range: no single header could describe copies of both.
    return null
  }
  const candidates = copyCandidates(packets, window).slice(0, MOST_CANDIDATES)
  const copyFrom = await peek.firstOf(packets, candidates, isIdr)
  if (copyFrom === null) {
    // Nothing to copy in a long range (open GOPs throughout): encode it as it streams by, not as one seam.
    const isLong = window.frames > LONGEST_SEAM_FRAMES
    return isLong ? null : { packets, configuration, plan: planSplice(packets, window, null) }
  }
  const inBand = await inBandSets(packets, candidates, copyFrom, configuration, peek)
  if (inBand === 'changing') return null
  const planned = await planVerifiedSplice(packets, window, copyFrom, peek)
  return { ...planned, configuration: { ...configuration, inBandSets: inBand } }
}

/**
 * Whether the two fields of a frame are packets of their own, as when a transport stream was put into an MP4 as it was: the
 * one after an even field is then an odd one. There are half as many frames as packets, so that nothing can be spliced.
 */
async function arePacketsFields(packets: PacketList, { configurations }: VideoDescription, peek: StartPeek) {
  const packet = packets.at(0)
  const next = packets.at(1)
  const configuration = packet && configurations[packet.entryIndex]
  if (!configuration || !next) return false
  const { sps, lengthBytes } = parseAvcConfiguration(configuration)
  const coding = sps[0] && sliceCodingOf(sps[0])
  if (!coding || coding.areFramesOnly) return false
  const one = await peek.beginning(packet)
  const other = await peek.beginning(next)
  const [first, second] = [one, other].map((sample) => codedFrame(sample, lengthBytes, coding)?.firstField ?? null)
  return first !== null && second !== null && first !== second
}

/** The tail, too, is decoded from a frame with which decoding can really begin; the first one copied is one. */
async function planVerifiedSplice(packets: PacketList, window: FrameWindow, copyFrom: number, peek: StartPeek) {
  let named = packets
  for (;;) {
    const plan = planSplice(named, window, copyFrom)
    const { decodeFrom = copyFrom, fromTick = 0 } = plan.tail ?? {}
    const needed = named.pts.findIndex((pts, index) => index >= decodeFrom && pts >= fromTick)
    if (decodeFrom <= copyFrom || isGoodStart(await peek.at(named.at(decodeFrom)!), needed - decodeFrom)) {
      return { packets: named, plan }
    }
    named = named.with({ syncs: named.syncs.with(decodeFrom, 0) })
  }
}

/**
 * Parameter sets among the frames themselves, besides those of the sample entry: their ids are taken, too.
 * Where they change from GOP to GOP, no header could describe the copies.
 */
async function inBandSets(
  packets: PacketList,
  candidates: readonly number[],
  copyFrom: number,
  { lengthBytes }: AvcConfiguration,
  peek: StartPeek,
): Promise<Uint8Array[] | 'changing'> {
  const setsOf = async (index: number) => parameterSetsIn(await peek.beginning(packets.at(index)!), lengthBytes)
  const first = await setsOf(copyFrom)
  if (first.length === 0) return []
  for (const index of candidates.filter((candidate) => candidate > copyFrom)) {
    const others = await setsOf(index)
    if (others.some((set) => first.every((known) => Buffer.compare(known, set) !== 0))) return 'changing'
  }
  return first
}

function isIdr(start: FrameStart): boolean {
  return start !== null && start !== 'no start' && start.isIdr
}

async function planLibraryVideo(
  opened: OpenedVideo,
  track: LibraryTrack,
  range: TimeRange,
  frames: Pick<TranscodeVideoTask, 'size' | 'area'>,
): Promise<TranscodeVideoTask> {
  const { timescale } = track
  const fromTick = Math.ceil((range.startTime - ROUNDED_TIMES_TOLERANCE_SECONDS) * timescale)
  const toTick = Math.ceil((range.endTime - ROUNDED_TIMES_TOLERANCE_SECONDS) * timescale)
  const bounds = await track.bounds(fromTick, toTick)
  if (!bounds) throw nothingInRange()
  const { firstTick, lastTick } = bounds
  const usual = opened.frameRate > 0 ? timescale / opened.frameRate : bounds.lastDuration
  const rangeEndTick = range.endTime * timescale
  const ends = endOfLastFrame(lastTick, bounds.lastDuration || usual, { timescale, rangeEndTick })
  const window = { timescale, firstTick, lastTick, ...ends, frames: null }
  return { kind: 'transcode', opened, window, packets: null, ...frames }
}

export function nothingInRange(): CutterError {
  return new CutterError('nothing_in_range', 'No frame begins inside the range.')
}

const NOTHING_SHOWN: ReadonlySet<CutterError['code']> = new Set(['nothing_in_range', 'begins_later'])

/** The plan; null where nothing is shown. */
export async function unlessNothing<Task>(plan: () => Promise<Task>): Promise<Task | null> {
  try {
    return await plan()
  } catch (error) {
    if (error instanceof CutterError && NOTHING_SHOWN.has(error.code)) return null
    throw error
  }
}

/** From the last sync sample shown no later than the first frame, to the last frame in decode order. */
function trimToWindow(packets: PacketList, window: FrameWindow): PacketList {
  const start = packets.pts.findLastIndex((pts, index) => packets.syncs[index] === 1 && pts <= window.firstTick)
  return trimEnd(packets.slice(Math.max(0, start)), window)
}

function trimEnd(packets: PacketList, { firstTick, lastTick }: FrameWindow): PacketList {
  return packets.slice(0, packets.pts.findLastIndex((pts) => pts >= firstTick && pts <= lastTick) + 1)
}

/**
 * No two frames are shown at the same time: the later one of a duplicate timestamp is moved by one tick. And decoding
 * never begins with a frame that comes after later ones in decode order, even if the tables allow it.
 */
function tidied(packets: PacketList): PacketList {
  const pts = withoutDoubles(packets)
  let latest = -Infinity
  const syncs = packets.syncs.map((sync, index) => {
    const isFirstSoLate = pts[index]! > latest
    latest = Math.max(latest, pts[index]!)
    return isFirstSoLate ? sync : 0
  })
  return packets.with({ pts, syncs })
}

function withoutDoubles(packets: PacketList): Float64Array {
  const sorted = sortedTimes(packets)
  if (!sorted.some((time, index) => time === sorted[index + 1])) return packets.pts
  if (sorted.some((time) => Math.abs(time) > LATEST_TICK)) {
    throw new CutterError('broken_media', 'Frames are shown at the end of all time.')
  }
  // For every tick that is taken a later one that may be free: all frames of a video may have one time.
  const next = new Map<number, number>()
  return packets.pts.map((time) => {
    const passed: number[] = []
    let own = time
    for (let later = next.get(own); later !== undefined; later = next.get(own)) {
      passed.push(own)
      own = later
    }
    for (const taken of [...passed, own]) next.set(taken, own + 1)
    return own
  })
}
