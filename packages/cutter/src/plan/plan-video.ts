import { BeginsLaterError, CutterError } from '../api/cutter-error.ts'
import { type TimeRange, TYPED_TIME_TOLERANCE_SECONDS } from '../api/time-range.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'
import { type AvcConfiguration, parseAvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import { h264FrameSize } from '../bitstream/h264/frame-size.ts'
import type { FrameStart } from '../bitstream/h264/frame-start.ts'
import { parameterSetsIn } from '../bitstream/h264/nal-units.ts'
import { readCodedFrame, sliceCodingOf } from '../bitstream/h264/slice-coding.ts'
import type { AudioPlanOptions } from '../demux/common/audio-formats.ts'
import type { IndexedTrack } from '../demux/common/indexed-track.ts'
import type { LibraryTrack, OpenedVideo } from '../demux/common/opened-part.ts'
import { type PacketList, sortedTimes } from '../demux/common/packet-list.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import { FIRST_READ_BYTES } from '../io/merge-reads.ts'
import type { PacketRef } from '../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../io/part-reader.ts'
import {
  createStartReader,
  extendToCleanStart,
  firstDecodableTick,
  isGoodStart,
  type StartReader,
} from './clean-start.ts'
import { type FrameArea, type FrameShape, shapedFrames } from './frame-shape.ts'
import { boundaryTick, endOfLastFrame, type FrameWindow, findFrameWindow } from './frame-window.ts'
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
  /** The packets to decode; null: mediabunny must scan the file for them. */
  packets: PacketList | null
  /** Whether the packets include the packet after the range, or the media ends with the range. */
  isEndKnown?: boolean
  size: FrameSize
  /** The area of the coded frames to crop before scaling; null: all. */
  area: FrameArea | null
}

export type VideoTask = SpliceVideoTask | TranscodeVideoTask

/** The frames of a range in ticks of their track; `frames` is null if only decoding counts them. */
export interface VideoWindow extends Omit<FrameWindow, 'frames'> {
  timescale: number
  frames: number | null
  /** Set if the requested range begins before the window: its first frames cannot be decoded, or do not exist. */
  isLate?: true
  /** Whether the window belongs to the same range as the one before, because an edit list jumps between them. */
  isContinued?: boolean
}

export interface JoinedRange extends TimeRange {
  /** Whether another range follows in the clip. */
  isFollowed?: boolean
  /** Where the requested part begins, in seconds, if its frames are searched from an earlier time. */
  partStart?: number
  /** Set if the requested range begins earlier, with frames that cannot be decoded. */
  isLate?: true
  /** Whether the media ends with this range, even if a frame begins after its declared end. */
  isToEnd?: boolean
  /** Time until which the last frame is shown if no other follows: the end of the range or of the media. */
  heldUntil?: number
}

export interface PlanOptions extends AudioPlanOptions {
  /**
   * Re-encodes everything and decodes from one keyframe earlier than needed, for sources whose usual cut has failed.
   */
  isThorough?: boolean
  /** Re-encodes every frame, because the clip fades or has burned-in subtitles. */
  areFramesChanged?: boolean
  /** Re-encodes every frame, and audio above the bitrate for the limit, because a copy would exceed the size limit. */
  isTwoPass?: boolean
  /** Memory for decoder and encoder, in bytes; absent: MAX_CODEC_BYTES. */
  maxCodecBytes?: number
}

export function videoSeconds(parts: readonly { window: VideoWindow }[]): number {
  return parts.reduce((sum, { window }) => sum + (window.endTick - window.firstTick) / window.timescale, 0)
}

/**
 * Tolerance for WebM, whose timestamps are whole milliseconds: they differ by up to half of one from the exact time.
 */
const ROUNDED_TIMES_TOLERANCE_SECONDS = 0.0006
/** Maximum length of a seam, because a seam is encoded completely before any of it is written. */
const MAX_SEAM_FRAMES = 300
const MAX_USUAL_FRAME_SECONDS = 1
/** Length of the search, after a range without a decodable frame, for the first decodable one. */
const MAX_USUAL_GOP_SECONDS = 10
/** Latest allowed tick. For far larger numbers, adding one would give the same number. */
const LATEST_TICK = 2 ** 52
/**
 * Least share of frame bytes in a range of bytes that is read ahead. The audio between the frames is usually needed,
 * too.
 */
const MIN_NEEDED_SHARE = 0.9
/** Largest delay of the first frame that gets no note. Audio often begins some frames before video. */
const LATE_SECONDS = 0.2
/** Maximum number of sync samples to check for an IDR frame. If none of them is one, a later one is not expected. */
const MAX_CANDIDATES = 256

/** Plans the frames of a range. */
export async function planVideo(
  opened: OpenedVideo,
  range: JoinedRange,
  shape: FrameShape,
  options: Omit<PlanOptions, 'codecs'>,
): Promise<VideoTask> {
  const { description, access } = opened
  const frames = shapedFrames(opened, shape)
  const isFullFrame = frames.area === null && frames.size.height >= description.height - 1
  if (access.kind === 'library') return planLibraryVideo(opened, await access.open(options), range, frames)
  const { track } = access
  const { timescale } = track
  const toleranceSeconds = TYPED_TIME_TOLERANCE_SECONDS + (opened.timesRoundedBySeconds ?? 0)
  // Many writers give the start of the last frame, not its end, as the duration of the media.
  const endTime = range.isToEnd ? Infinity : range.endTime
  const presentationEnd = track.presentationEnd ?? Infinity
  const lastNeededTick = Math.min((endTime - toleranceSeconds) * timescale, presentationEnd)
  // Only the next frame gives the exact end of the last one. It is looked up only if the tables are in memory.
  const coverEndTick = track.isWhollyKnown ? lastNeededTick + MAX_USUAL_FRAME_SECONDS * timescale : lastNeededTick
  const cover = async (from: number, to = coverEndTick) => correctTables(await track.covering(from, to, options))
  const covering = await cover((range.startTime - toleranceSeconds) * timescale)
  const frameTimes = { times: sortedTimes(covering), timescale, toleranceSeconds }
  const fromTick = boundaryTick(range.startTime, frameTimes)
  const toTick = Math.min(boundaryTick(endTime, frameTimes), presentationEnd)
  const displayedFrame = await findDisplayedFrame(track, covering, fromTick, cover, options)
  const frameWindow = findFrameWindow(covering, displayedFrame?.pts ?? fromTick, toTick, {
    isNextKnown: track.isWhollyKnown,
    presentationEnd,
    timescale,
    rangeEndTick: range.endTime * timescale,
    heldUntilTick: (range.heldUntil ?? 0) * timescale,
    isToEnd: range.isToEnd ?? false,
  })
  if (!frameWindow) throw nothingInRangeError()
  const startReader = createStartReader(access, description, options)
  const rangePackets = trimToWindow(covering, frameWindow)
  const isReencoded = options.isThorough || options.areFramesChanged || options.isTwoPass
  const mayCopy = isFullFrame && description.isCopyable && !isReencoded
  if (mayCopy) {
    prefetchFirstBytes(access.reader, rangePackets, options)
    readSeamStarts(startReader, rangePackets, frameWindow)
  }
  const coverToEnd = async (from: number) => trimEnd(await cover(from), frameWindow)
  const { packets: cleanPackets, unclean } = await extendToCleanStart(
    rangePackets,
    frameWindow.firstTick,
    timescale,
    startReader,
    coverToEnd,
  )
  const decodableOf = (recordedPackets: PacketList) => firstDecodableTick(recordedPackets, description, startReader)
  const uncleanPackets = unclean && !range.isLate ? unclean : null
  const extendPackets = async (recordedPackets: PacketList) =>
    cover(recordedPackets.pts[0]!, frameWindow.lastTick + MAX_USUAL_GOP_SECONDS * timescale)
  const decodableTick =
    uncleanPackets && ((await decodableOf(uncleanPackets)) ?? (await decodableOf(await extendPackets(uncleanPackets))))
  if (decodableTick !== null && decodableTick > frameWindow.lastTick) {
    throw new BeginsLaterError(decodableTick / timescale)
  }
  if (decodableTick !== null && decodableTick > frameWindow.firstTick) {
    return planVideo(opened, { ...range, startTime: decodableTick / timescale, isLate: true }, shape, options)
  }
  const decodePackets = options.isThorough ? await coverToEnd(cleanPackets.pts[0]! - 1) : cleanPackets
  const { packets, window } = displayedFrame
    ? moveFirstFrame(Math.round(range.startTime * timescale), decodePackets, frameWindow)
    : { packets: decodePackets, window: frameWindow }
  const areFieldsApart =
    description.codec === 'h264' && (await arePacketsSingleFields(packets, description, startReader))
  // Two packets may contain one field each of a frame, and packets of VP8, VP9 and AV1 may contain hidden frames.
  const hasFrameEach = !areFieldsApart && !isNativeCodec(description.codec)
  const wantedTick = Math.max(fromTick, (range.partStart ?? range.startTime) * timescale)
  const beginsLater = frameTimes.times[0]! >= fromTick && frameWindow.firstTick - wantedTick > LATE_SECONDS * timescale
  const lateMark = range.isLate || beginsLater ? { isLate: true as const } : {}
  const videoWindow = { timescale, ...window, ...lateMark, frames: hasFrameEach ? window.frames : null }
  const splice = mayCopy && !areFieldsApart ? await planCopies(packets, window, description, startReader) : null
  return splice
    ? { kind: 'splice', opened: withCopiedSize(opened, splice.configuration), window: videoWindow, ...splice }
    : { kind: 'transcode', opened, window: videoWindow, packets, ...frames }
}

/**
 * Finds the frame that is already displayed when a range begins, if the next one is at least a second later. Slides and
 * screen recordings have frames many seconds apart, and the clip must include the audio before the next frame.
 * @returns null if the clip begins with the first frame in the range
 */
async function findDisplayedFrame(
  track: IndexedTrack,
  packets: PacketList,
  fromTick: number,
  cover: (from: number, to: number) => Promise<PacketList>,
  options: ReadOptions,
): Promise<PacketRef | null> {
  const usualNextTick = fromTick + MAX_USUAL_FRAME_SECONDS * track.timescale
  const times = sortedTimes(packets)
  const latestTime = times.findLast((time) => time < fromTick)
  if (latestTime === undefined || fromTick >= (track.presentationEnd ?? Infinity)) return null
  const nextOf = (sortedTicks: Float64Array) => sortedTicks.find((time) => time >= fromTick)
  const next = nextOf(times) ?? nextOf(sortedTimes(await cover(fromTick, usualNextTick)))
  if (next !== undefined && next < usualNextTick) return null
  const displayedFrame = packets.at(packets.pts.indexOf(latestTime))!
  const end = next ?? (await track.endPts(options)) ?? latestTime + displayedFrame.duration
  return fromTick < end ? displayedFrame : null
}

/** Moves the start of the first frame to another tick. */
function moveFirstFrame(tick: number, packets: PacketList, window: FrameWindow) {
  const { firstTick, lastTick } = window
  return {
    packets: packets.with({ pts: packets.pts.map((pts) => (pts === firstTick ? tick : pts)) }),
    window: { ...window, firstTick: tick, lastTick: lastTick === firstTick ? tick : lastTick },
  }
}

/**
 * Starts to read the first bytes of the cut while frames are still being examined; otherwise the cut would wait for the
 * source twice. Nothing is read if the needed bytes are so far apart that many others would be fetched.
 */
function prefetchFirstBytes(reader: PartReader, packets: PacketList, options: ReadOptions): void {
  const start = packets.offsets[0]!
  const limit = start + FIRST_READ_BYTES
  let neededBytes = 0
  let end = start
  for (let index = 0; index < packets.length && packets.offsets[index]! >= start; index++) {
    const packetEnd = Math.min(limit, packets.offsets[index]! + packets.sizes[index]!)
    neededBytes += Math.max(0, packetEnd - packets.offsets[index]!)
    end = Math.max(end, packetEnd)
    if (packetEnd === limit) break
  }
  if (neededBytes > 0 && neededBytes >= MIN_NEEDED_SHARE * (end - start)) reader.readAhead(start, end, options)
}

/** Reads the starts of both seams, as the tables give them, in parallel, so that planning waits only once. */
function readSeamStarts(startReader: StartReader, packets: PacketList, window: FrameWindow): void {
  const [first] = copyCandidates(packets, window)
  const tail = first === undefined ? null : planSplice(packets, window, first).tail
  for (const index of new Set([first, tail?.decodeFrom])) {
    if (index !== undefined) void startReader.startAt(packets.at(index)!)
  }
}

/** Plans a splice of the frames; null if no frame can be copied and the range is too long for a single seam. */
async function planCopies(
  packets: PacketList,
  window: FrameWindow,
  { configurations }: VideoDescription,
  startReader: StartReader,
): Promise<Pick<SpliceVideoTask, 'packets' | 'configuration' | 'plan'> | null> {
  const entryIndex = packets.entryIndexes[0]!
  const configuration = parseAvcConfiguration(configurations[entryIndex] ?? new Uint8Array(0))
  if (packets.entryIndexes.some((index) => index !== entryIndex) || configuration.sps.length === 0) {
    // Parameter sets that change inside the range cannot be described by a single header.
    return null
  }
  const candidates = copyCandidates(packets, window).slice(0, MAX_CANDIDATES)
  const copyFrom = await startReader.findFirst(packets, candidates, isIdr)
  if (copyFrom === null) {
    // A long range in which all GOPs are open has nothing to copy. It is transcoded as a stream, not as one seam.
    const isLong = window.frames > MAX_SEAM_FRAMES
    return isLong ? null : { packets, configuration, plan: planSplice(packets, window, null) }
  }
  const inBandParameterSets = await readInBandSets(packets, candidates, copyFrom, configuration, startReader)
  if (inBandParameterSets === 'changing') return null
  const splice = await planVerifiedSplice(packets, window, copyFrom, startReader)
  return { ...splice, configuration: { ...configuration, inBandSets: inBandParameterSets } }
}

/** The video with the size of the copied frames. A broadcast may change it after the first frames. */
function withCopiedSize(opened: OpenedVideo, { sps, inBandSets = [] }: AvcConfiguration): OpenedVideo {
  const { description } = opened
  const sizeIn = (sets: readonly Uint8Array[]) => sets.map(h264FrameSize).find((size) => size !== null)
  const firstSize = sizeIn(parseAvcConfiguration(description.configurations[0] ?? new Uint8Array(0)).sps)
  const size = sizeIn([...inBandSets, ...sps])
  const isSame = !size || !firstSize || (size.width === firstSize.width && size.height === firstSize.height)
  return isSame ? opened : { ...opened, description: { ...description, ...size } }
}

/**
 * Whether the two fields of a frame are separate packets, as in an MP4 remuxed from MPEG-TS: the first two packets of
 * such a file are fields of opposite parity. Such video has half as many frames as packets and cannot be spliced.
 */
async function arePacketsSingleFields(
  packets: PacketList,
  { configurations }: VideoDescription,
  startReader: StartReader,
) {
  const packet = packets.at(0)
  const next = packets.at(1)
  const configuration = packet && configurations[packet.entryIndex]
  if (!configuration || !next) return false
  const { sps, lengthBytes } = parseAvcConfiguration(configuration)
  const coding = sps[0] && sliceCodingOf(sps[0])
  if (!coding || coding.areFramesOnly) return false
  const samples = [await startReader.beginning(packet), await startReader.beginning(next)]
  const [first, second] = samples.map((sample) => readCodedFrame(sample, lengthBytes, coding)?.firstField ?? null)
  return first !== null && second !== null && first !== second
}

/** Plans a splice whose tail is decoded from a verified start. `copyFrom` itself is one. */
async function planVerifiedSplice(
  packets: PacketList,
  window: FrameWindow,
  copyFrom: number,
  startReader: StartReader,
) {
  let currentPackets = packets
  for (;;) {
    const plan = planSplice(currentPackets, window, copyFrom)
    const { decodeFrom = copyFrom, fromTick = 0 } = plan.tail ?? {}
    const firstNeeded = currentPackets.pts.findIndex((pts, index) => index >= decodeFrom && pts >= fromTick)
    if (
      decodeFrom <= copyFrom ||
      isGoodStart(await startReader.startAt(currentPackets.at(decodeFrom)!), firstNeeded - decodeFrom)
    ) {
      return { packets: currentPackets, plan }
    }
    currentPackets = currentPackets.with({ syncs: currentPackets.syncs.with(decodeFrom, 0) })
  }
}

/**
 * Reads the parameter sets inside the packets, whose ids the re-encoded frames must not use.
 * @returns 'changing' if they differ between GOPs, so that no single header can describe the copies
 */
async function readInBandSets(
  packets: PacketList,
  candidates: readonly number[],
  copyFrom: number,
  { lengthBytes }: AvcConfiguration,
  startReader: StartReader,
): Promise<Uint8Array[] | 'changing'> {
  const setsOf = async (index: number) => parameterSetsIn(await startReader.beginning(packets.at(index)!), lengthBytes)
  const first = await setsOf(copyFrom)
  if (first.length === 0) return []
  for (const index of candidates.filter((candidate) => candidate > copyFrom)) {
    const otherSets = await setsOf(index)
    if (otherSets.some((set) => first.every((firstSet) => Buffer.compare(firstSet, set) !== 0))) return 'changing'
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
  if (!bounds) throw nothingInRangeError()
  const { firstTick, lastTick } = bounds
  const usualDuration = opened.frameRate > 0 ? timescale / opened.frameRate : bounds.lastDuration
  const rangeEndTick = range.endTime * timescale
  const ends = endOfLastFrame(lastTick, bounds.lastDuration || usualDuration, { timescale, rangeEndTick })
  const window = { timescale, firstTick, lastTick, ...ends, frames: null }
  return { kind: 'transcode', opened, window, packets: null, ...frames }
}

export function nothingInRangeError(): CutterError {
  return new CutterError('nothing_in_range', 'No frame begins inside the range.')
}

const EMPTY_RANGE_CODES: ReadonlySet<CutterError['code']> = new Set(['nothing_in_range', 'begins_later'])

/** Runs a plan; null if it fails because no frame is shown in the range. */
export async function unlessNothingShown<Task>(plan: () => Promise<Task>): Promise<Task | null> {
  try {
    return await plan()
  } catch (error) {
    if (error instanceof CutterError && EMPTY_RANGE_CODES.has(error.code)) return null
    throw error
  }
}

/**
 * Trims packets to the window: from the last sync sample at or before its first frame, to its last one in decode order.
 */
function trimToWindow(packets: PacketList, window: FrameWindow): PacketList {
  const start = packets.pts.findLastIndex((pts, index) => packets.syncs[index] === 1 && pts <= window.firstTick)
  return trimEnd(packets.slice(Math.max(0, start)), window)
}

function trimEnd(packets: PacketList, { firstTick, lastTick }: FrameWindow): PacketList {
  return packets.slice(0, packets.pts.findLastIndex((pts) => pts >= firstTick && pts <= lastTick) + 1)
}

/**
 * Corrects the tables. Of frames with equal timestamps, each later one is moved to the next free tick. A sync sample
 * that follows frames with later timestamps loses its sync mark.
 */
function correctTables(packets: PacketList): PacketList {
  const pts = withDistinctTimes(packets)
  let latestTick = -Infinity
  const syncs = packets.syncs.map((sync, index) => {
    const isLatest = pts[index]! > latestTick
    latestTick = Math.max(latestTick, pts[index]!)
    return isLatest ? sync : 0
  })
  return packets.with({ pts, syncs })
}

function withDistinctTimes(packets: PacketList): Float64Array {
  const sortedTicks = sortedTimes(packets)
  if (!sortedTicks.some((time, index) => time === sortedTicks[index + 1])) return packets.pts
  if (sortedTicks.some((time) => Math.abs(time) > LATEST_TICK)) {
    throw new CutterError('broken_media', 'Frames are shown at the end of all time.')
  }
  // Maps each used tick to a later one that may be free. This is fast even if all frames have the same timestamp.
  const nextCandidate = new Map<number, number>()
  return packets.pts.map((time) => {
    const usedTicks: number[] = []
    let tick = time
    for (let laterTick = nextCandidate.get(tick); laterTick !== undefined; laterTick = nextCandidate.get(tick)) {
      usedTicks.push(tick)
      tick = laterTick
    }
    for (const usedTick of [...usedTicks, tick]) nextCandidate.set(usedTick, tick + 1)
    return tick
  })
}
