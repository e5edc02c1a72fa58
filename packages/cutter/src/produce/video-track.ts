import type { PictureStream } from '../codec/decode-pictures.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import { LARGE_PIXELS } from '../media-limits.ts'
import { lawfulSeamBytes, spliceBitrate } from '../plan/bit-budget.ts'
import { continuedBytes, continuedSequence } from '../plan/continued-tail.ts'
import type { ClipPictures } from '../plan/cut-task.ts'
import { spliceSettings, thriftySettings, transcodeSettings } from '../plan/encoder-choice.ts'
import type { SpliceVideoTask, TranscodeVideoTask, VideoTask, VideoWindow } from '../plan/plan-video.ts'
import type { PictureSize } from '../plan/scaled-size.ts'
import { bytesAtSeam, seamScale } from '../plan/seam-size.ts'
import type { SplicePlan } from '../plan/splice-plan.ts'
import type { ClipTrack } from './clip-track.ts'
import { joinedVideo } from './joined-video.ts'
import type { SoundWork } from './sound-track.ts'
import { splicedVideo } from './spliced-video.ts'
import { transcodedVideo } from './transcoded-video.ts'
import { Turns } from './turns.ts'

export interface VideoWork extends SoundWork {
  encoderThreads: number
}

export interface VideoTrack {
  track: ClipTrack
  /** How many pictures were encoded anew; final once the track's packets were all taken. */
  encodedFrames(): number
}

/** How large pictures become; null: as it comes. */
export interface WishedSize {
  /** Of what the source takes for them, where all are encoded anew. */
  share: number | null
  /** All together. */
  pictureBytes: number | null
  /** What the source takes for the sound beside them. */
  soundBytes: number
}

/** The picture track of a clip. */
export function videoTrack(pictures: ClipPictures, size: WishedSize, work: VideoWork): VideoTrack {
  let encoded = 0
  const onFrame = () => {
    encoded += 1
    work.progress.addFrame()
  }
  const track =
    pictures.kind === 'splice'
      ? spliced(pictures.parts, size, work, onFrame)
      : transcoded(pictures.parts, size, work, onFrame)
  return { track, encodedFrames: () => encoded }
}

export function streamOf({ opened, window }: VideoTask): PictureStream {
  const { codec, width, height, configurations } = opened.description
  return { codec, width, height, configurations, timescale: window.timescale }
}

function spliced(
  tasks: readonly SpliceVideoTask[],
  { pictureBytes, soundBytes }: WishedSize,
  work: VideoWork,
  onFrame: () => void,
): ClipTrack {
  const first = tasks[0]!
  const { opened } = first
  const inBandSets = tasks.flatMap(({ configuration }) => configuration.inBandSets ?? [])
  const configuration = { ...first.configuration, inBandSets }
  const pixels = opened.description.width * opened.description.height
  const isThrifty = pixels <= LARGE_PIXELS
  const largestBitrates = tasks.map((task) => spliceBitrate(task.packets, standing(task), task.window.timescale))
  // The same settings for all ranges make the same parameter sets, so that one of each is enough for all. Where too large seams are made
  // again, those of a range with few bits need not be a bound for all.
  const settings = spliceSettings(
    configuration,
    {
      timescale: first.window.timescale,
      frameRate: opened.frameRate,
      largestBitrate: (isThrifty ? Math.max : Math.min)(...largestBitrates),
      pixels: tasks.reduce((sum, task) => sum + encodedPixels(task), 0),
      isSteered: pictureBytes !== null && secondsOf(tasks) <= LONGEST_STEERED_SECONDS,
      isMeasured: isThrifty,
    },
    work.encoderThreads,
  )
  const patient = thriftySettings(settings, configuration, {
    isReordered: tasks.some(isReordered),
    pixels,
    isJoined: tasks.length > 1,
  })
  const turns = new Turns()
  const isOneAtATime = tasks.length > 1 || pixels > MOST_SIDE_BY_SIDE_PIXELS
  const mostSeamBytes = lawfulSeamBytes(tasks, { soundBytes, seconds: secondsOf(tasks) }) - continuedBytesOf(tasks)
  const stream = streamOf(first)
  const scale = pictureBytes === null ? 1 : seamScaleFor(pictureBytes, tasks)
  const ranges = tasks.map((task, index) => {
    const { packets, plan, window } = task
    return splicedVideo({
      stream: streamOf(task),
      configuration,
      packets,
      plan,
      window: { ...window, frames: window.frames ?? packets.length },
      headSettings: { hasty: settings.head, patient: patient.head },
      tailSettings: { hasty: settings.tail, patient: patient.tail },
      seamScale: scale,
      mostSeamScale: isThrifty ? mostSeamBytes / Math.max(1, usualSeamBytes(tasks)) : null,
      unseenBytes: pictureBytes === null ? null : UNSEEN_SHARE * pictureBytes,
      inTurn: (remake) => (isOneAtATime ? turns.take(remake) : remake()),
      take: (packet) => work.supply.of(index).take(task.opened.access, packet),
      onFrame,
      signal: work.signal,
    })
  })
  const { displayBoxes } = opened.description
  return joinedVideo({ stream, configuration, ranges, matrix: opened.matrix, displayBoxes })
}

/** A patient encoder holds some thirty pictures, which are 130 MB of 720p: memory has room for those of head and tail, but not of two ranges. */
const MOST_SIDE_BY_SIDE_PIXELS = 1280 * 720
/** In a longer clip the seams are so little of it that nobody sees in its size how large they are. */
const LONGEST_STEERED_SECONDS = 12
/** Of a clip's pictures: so much more or less is not seen in what was told of its size. */
const UNSEEN_SHARE = 0.04
/** Of so few pictures, those that an encoder looks ahead at are half: what they take is known too late. */
const LONGEST_BRIEF_SECONDS = 3

function secondsOf(tasks: readonly VideoTask[]): number {
  return tasks.reduce((sum, { window }) => sum + (window.endTick - window.firstTick) / window.timescale, 0)
}

function isReordered({ packets: { pts } }: SpliceVideoTask): boolean {
  return pts.some((tick, index) => index > 0 && tick < pts[index - 1]!)
}

/** How many times larger than by their rule the seams are to be, so that all pictures take what was told. */
function seamScaleFor(pictureBytes: number, tasks: readonly SpliceVideoTask[]): number {
  const copied = tasks.reduce((sum, { packets, plan }) => {
    return sum + (plan.copy ? packets.slice(plan.copy.from, plan.copy.to).totalBytes : 0)
  }, 0)
  return seamScale(pictureBytes - copied - continuedBytesOf(tasks), usualSeamBytes(tasks))
}

/** What all pictures at seams take by their rule, that begin with one that stands by itself. */
function usualSeamBytes(tasks: readonly SpliceVideoTask[]): number {
  return tasks.reduce((sum, task) => {
    const { head, tail } = standing(task)
    const pieces = [head, tail].filter((piece) => piece !== null)
    return pieces.reduce((all, piece) => all + bytesAtSeam(task.packets, piece, task.opened.description), sum)
  }, 0)
}

/** Without a tail that goes on from copied pictures: it takes little, and has no part in what there is for others. */
function standing({ opened, plan, configuration }: SpliceVideoTask): SplicePlan {
  return continuedSequence(plan, configuration, opened.description) ? { ...plan, tail: null } : plan
}

function continuedBytesOf(tasks: readonly SpliceVideoTask[]): number {
  return tasks.reduce((sum, { opened, packets, plan, configuration }) => {
    return sum + (continuedSequence(plan, configuration, opened.description) ? continuedBytes(packets, plan) : 0)
  }, 0)
}

/** Pixels of all pictures that a range has encoded. */
function encodedPixels({ opened, plan }: SpliceVideoTask): number {
  const { width, height } = opened.description
  return width * height * ((plan.head?.frames ?? 0) + (plan.tail?.frames ?? 0))
}

/** A clean aperture is told in pixels; shape of pixels and meaning of colours stay. */
const SCALABLE_BOXES = new Set(['pasp', 'colr'])
/** The matrix of tkhd is nine numbers, of which the seventh and eighth move the turned picture, in pixels. */
const MOVES_AT = [24, 28]

function scaledMatrix(matrix: Buffer, from: PictureSize, to: PictureSize): Buffer {
  const scaled = Buffer.from(matrix)
  for (const at of MOVES_AT) {
    scaled.writeInt32BE(Math.round(matrix.readInt32BE(at) * (to.height / from.height)), at)
  }
  return scaled
}

function transcoded(
  tasks: readonly TranscodeVideoTask[],
  wished: WishedSize,
  work: VideoWork,
  onFrame: () => void,
): ClipTrack {
  const first = tasks[0]!
  const { opened, size, window } = first
  return transcodedVideo({
    timescale: window.timescale,
    parts: tasks.map((task, index) => ({
      stream: streamOf(task),
      packets: () =>
        work.supply
          .of(index)
          .packets(task.opened, task.packets, { fromTick: task.window.firstTick, toTick: task.window.endTick }),
      window: task.window,
    })),
    size,
    matrix: opened.matrix && scaledMatrix(opened.matrix, opened.description, size),
    displayBoxes: opened.description.displayBoxes.filter((box) => SCALABLE_BOXES.has(box.toString('latin1', 4, 8))),
    settings: transcodeSettings(
      {
        timescale: window.timescale,
        frameRate: opened.frameRate,
        isBrief:
          wished.pictureBytes !== null &&
          secondsOf(tasks) <= (isStill(tasks) ? LONGEST_STEERED_SECONDS : LONGEST_BRIEF_SECONDS),
      },
      work.encoderThreads,
    ),
    share: shareFor(wished, tasks),
    wantedBytes: isRemade(tasks) ? wished.pictureBytes : null,
    onFrame,
    signal: work.signal,
  })
}

/** Pixels and bytes of so few pictures that to hold them and to make all of them again is bearable: ten seconds of 480p. */
const MOST_REMADE = { pixels: 150e6, bytes: 16e6 } as const

function isRemade(tasks: readonly TranscodeVideoTask[]): boolean {
  const pixels = tasks.reduce((sum, { opened: { description, frameRate }, size, window, packets }) => {
    const frames =
      window.frames ?? packets?.length ?? ((window.endTick - window.firstTick) / window.timescale) * frameRate
    return sum + (frames * (description.width * description.height + size.width * size.height)) / 2
  }, 0)
  const bytes = tasks.reduce((sum, { packets }) => sum + (packets?.totalBytes ?? Infinity), 0)
  return pixels <= MOST_REMADE.pixels && bytes <= MOST_REMADE.bytes
}

/** What was told by the parts of another rendition, or by an average, is kept to so far; beyond it, what looks right matters more. */
const TIMES_SHARE = { least: 0.4, most: 1.5 } as const

/** Most of the bytes are with a few pictures, as of slides: to look ahead would gain nothing. */
const STILL_SHARE = 0.4
/** Such a picture shows something new, by what it takes beside the key picture. */
const NEW_SHARE = 1 / 3

function isStill(tasks: readonly TranscodeVideoTask[]): boolean {
  let [all, isNew] = [0, 0]
  for (const { packets, window } of tasks) {
    const shown = packets ? shownWithKey(packets, window) : []
    const largest = shown.reduce((most, bytes) => Math.max(most, bytes), 0)
    all += total(shown)
    isNew += total(shown.filter((bytes) => bytes > NEW_SHARE * largest))
  }
  return isNew > STILL_SHARE * all
}

/** The share with which all pictures take what was told, where the packets tell what the source takes for them. */
function shareFor({ share, pictureBytes }: WishedSize, tasks: readonly TranscodeVideoTask[]): number | null {
  const bytes = tasks.reduce(
    (sum, { packets, window }) => sum + (packets ? total(shownWithKey(packets, window)) : Infinity),
    0,
  )
  if (share === null || pictureBytes === null || !Number.isFinite(bytes)) {
    return share
  }
  const told = pictureBytes / Math.max(1, bytes)
  return Math.min(share * TIMES_SHARE.most, Math.max(share * TIMES_SHARE.least, told))
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** What the source takes for each picture shown; the first one needs what the key picture takes that it leans on. */
function shownWithKey(packets: PacketList, { firstTick, lastTick }: VideoWindow): number[] {
  const key = packets.syncs.findLastIndex((sync, index) => sync === 1 && packets.pts[index]! <= firstTick)
  const isKeyShown = key >= 0 && packets.pts[key] === firstTick
  const shown = packets.filter(({ pts }) => pts >= firstTick && pts <= lastTick).map(({ sizeBytes }) => sizeBytes)
  return key >= 0 && !isKeyShown ? [packets.at(key)!.sizeBytes, ...shown] : shown
}
