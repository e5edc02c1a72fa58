import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { type AvcConfiguration, parseAvcConfiguration } from '../h264/avc-configuration.ts'
import { isIdrSample } from '../h264/nal-units.ts'
import type { OpenedVideo } from '../index/opened-part.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import { boundaryTick, endOfLastFrame, findFrameWindow } from './frame-window.ts'
import { type PictureSize, scaledSize } from './scaled-size.ts'
import { copyCandidates, planSplice, type SplicePlan } from './splice-plan.ts'

/** Pictures of which most are copied. */
export interface SpliceVideoTask {
  kind: 'splice'
  opened: OpenedVideo
  window: VideoWindow
  packets: PacketRef[]
  configuration: AvcConfiguration
  plan: SplicePlan
}

/** Pictures that are all encoded anew. */
export interface TranscodeVideoTask {
  kind: 'transcode'
  opened: OpenedVideo
  window: VideoWindow
  /** The packets to decode; null when the library must walk them. */
  packets: PacketRef[] | null
  size: PictureSize
}

export type VideoTask = SpliceVideoTask | TranscodeVideoTask

/** The pictures of the clip in ticks of their track; frames is null until they were counted. */
export interface VideoWindow {
  timescale: number
  firstTick: number
  lastTick: number
  endTick: number
  frames: number | null
}

/** WebM and its like keep times in whole milliseconds: a frame may stand half of one beside its true time. */
const ROUNDED_TIMES_TOLERANCE_SECONDS = 0.0006
/** Parameter sets and supplements may precede the slice that tells whether a picture is an IDR. */
const PEEK_BYTES = 4096
/** A piece is encoded as a whole before any of it is written. */
const LONGEST_PIECE_FRAMES = 300

/**
 * Plans the pictures of a range.
 * @param height lines of the shorter side; null: as they are
 */
export async function planVideo(
  opened: OpenedVideo,
  range: { startSeconds: number; endSeconds: number },
  height: number | null,
  options: ReadOptions,
): Promise<VideoTask> {
  const { description, access } = opened
  const size = scaledSize(description, height)
  const isScaled = size.height < description.height - 1
  if (access.kind === 'library') {
    return planLibraryVideo(opened, range, size, options)
  }
  const { timescale } = access.track
  const rounded = opened.timesRoundedBySeconds ?? 0
  const fromTick = boundaryTick(range.startSeconds - rounded, timescale)
  const toTick = boundaryTick(range.endSeconds - rounded, timescale)
  const covering = await access.track.covering(fromTick, toTick, options)
  const window = findFrameWindow(covering, fromTick, toTick)
  if (!window) {
    throw nothingInRange()
  }
  const packets = trimToWindow(covering, window)
  const ticked = { timescale, ...window }
  if (isScaled || !description.isCopyable) {
    return { kind: 'transcode', opened, window: ticked, packets, size }
  }
  const configuration = parseAvcConfiguration(description.configurations[packets[0]!.entryIndex] ?? new Uint8Array(0))
  if (packets.some(({ entryIndex }) => entryIndex !== packets[0]!.entryIndex) || configuration.sps.length === 0) {
    // Parameter sets change inside the range: no single header could describe copies of both.
    return { kind: 'transcode', opened, window: ticked, packets, size }
  }
  const copyFrom = await findCopyStart(packets, copyCandidates(packets, window), async ({ offset, sizeBytes }) => {
    const start = await access.reader.read(offset, offset + Math.min(sizeBytes, PEEK_BYTES), options)
    return isIdrSample(start, configuration.lengthBytes)
  })
  const groups = packets.filter(({ isSync }) => isSync).length
  if (copyFrom === null && groups > 1 && window.frames > LONGEST_PIECE_FRAMES) {
    // Nothing to copy in a long range (open groups throughout): encode it as it streams by, not as one piece.
    return { kind: 'transcode', opened, window: ticked, packets, size }
  }
  const plan = planSplice(packets, window, copyFrom)
  return { kind: 'splice', opened, window: ticked, packets, configuration, plan }
}

async function planLibraryVideo(
  opened: OpenedVideo,
  range: { startSeconds: number; endSeconds: number },
  size: PictureSize,
  options: ReadOptions,
): Promise<TranscodeVideoTask> {
  const { access } = opened
  if (access.kind !== 'library') {
    throw new Error('Only a library track is planned so.')
  }
  const track = await access.open(options)
  const { timescale } = track
  const fromTick = Math.ceil((range.startSeconds - ROUNDED_TIMES_TOLERANCE_SECONDS) * timescale)
  const toTick = Math.ceil((range.endSeconds - ROUNDED_TIMES_TOLERANCE_SECONDS) * timescale)
  const bounds = await track.bounds(fromTick, toTick)
  if (!bounds) {
    throw nothingInRange()
  }
  const { firstTick, lastTick } = bounds
  const usual = opened.frameRate > 0 ? timescale / opened.frameRate : bounds.lastDuration
  const endTick = endOfLastFrame(lastTick, bounds.lastDuration || usual, usual, toTick)
  const window = { timescale, firstTick, lastTick, endTick, frames: null }
  return { kind: 'transcode', opened, window, packets: null, size }
}

function nothingInRange(): CutterError {
  return new CutterError('nothing_in_range', 'No picture begins inside the range.')
}

/** From the last sync sample shown no later than the first picture, to the last picture in decode order. */
function trimToWindow(packets: PacketRef[], window: { firstTick: number; lastTick: number }): PacketRef[] {
  const start = packets.findLastIndex(({ isSync, pts }) => isSync && pts <= window.firstTick)
  const end = packets.findLastIndex(({ pts }) => pts >= window.firstTick && pts <= window.lastTick)
  return packets.slice(Math.max(0, start), end + 1)
}

async function findCopyStart(
  packets: PacketRef[],
  candidates: number[],
  isIdr: (packet: PacketRef) => Promise<boolean>,
): Promise<number | null> {
  for (const index of candidates) {
    if (await isIdr(packets[index]!)) {
      return index
    }
  }
  return null
}
