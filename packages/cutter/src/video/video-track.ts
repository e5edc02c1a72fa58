import { LARGE_PIXELS } from '../api/media-limits.ts'
import type { BurnedStyle, SubtitleCue } from '../api/subtitles.ts'
import { isHdrTransfer } from '../bitstream/colours.ts'
import { isSideways, turnOfMatrix } from '../bitstream/turn.ts'
import type { Codecs } from '../codec/codecs.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { EncoderPass } from '../codec/video-codecs.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { ClipFrames, NativeFrames } from '../plan/cut-task.ts'
import { displayedSize } from '../plan/display-size.ts'
import { type SpliceVideoTask, type TranscodeVideoTask, type VideoTask, videoSeconds } from '../plan/plan-video.ts'
import type { FrameSize } from '../plan/scaled-size.ts'
import type { ClipTrack } from '../supply/clip-track.ts'
import type { TrackWork } from '../supply/packet-supply.ts'
import { joinedVideo } from './joined-video.ts'
import { seamSettings, transcodeSettings, twoPassSettings } from './rate-rule.ts'
import { splicedVideo } from './spliced-video.ts'
import { transcodedVideo } from './transcoded-video.ts'

export interface VideoWork extends TrackWork {
  codecs: Codecs
  /** Threads of the video encoder; absent: the number of processors, at most 4. */
  encoderThreads?: number | undefined
  /** Folder for temporary files; absent: the system's folder. */
  scratchDirectory?: string | undefined
}

/** Subtitles to draw into the frames. Cues are on the clip's timeline, in order, without overlaps. */
export interface BurnedSubtitles {
  cues: readonly SubtitleCue[]
  style: BurnedStyle
  language: string
}

/** One of several passes over the same ranges. */
export interface VideoPass {
  rate: EncoderPass
  /** Gives the packets to decode for a part of the clip. @param index index of the part, from 0 */
  packets(index: number): AsyncIterable<LoadedPacket>
}

/** Changes that apply to all frames of a clip. */
export interface FrameChanges {
  burned?: BurnedSubtitles | null
  /** Length of the fade from black and of the fade to black, in seconds; absent: no fades. */
  fadeSeconds?: number | undefined
}

/** Makes the video track. The count of re-encoded frames is final after all its packets were taken. */
export function videoTrack(frames: Exclude<ClipFrames, NativeFrames>, work: VideoWork, changes: FrameChanges = {}) {
  let encodedFrames = 0
  const onFrame = () => {
    encodedFrames += 1
    work.progress.addFrame()
  }
  const isChanged = changes.burned || changes.fadeSeconds
  if (isChanged && frames.kind === 'splice') throw new Error('Copied frames cannot be changed.')
  const track =
    frames.kind === 'splice'
      ? splicedTrack(frames.parts, work, onFrame)
      : transcodedTrack(frames.parts, work, { ...changes, onFrame, pass: null }).track
  return { track, encodedFrames: () => encodedFrames }
}

/** Makes one of two passes. Its frame count and quality are final after all packets of the track were taken. */
export function videoPass(
  tasks: readonly TranscodeVideoTask[],
  work: VideoWork,
  changes: FrameChanges,
  pass: VideoPass,
) {
  let frames = 0
  const onFrame = () => {
    frames += 1
    work.progress.addFrame()
  }
  return { ...transcodedTrack(tasks, work, { ...changes, onFrame, pass }), frames: () => frames }
}

export function frameStreamOf({ opened, window }: VideoTask): FrameStream {
  return { ...opened.description, timescale: window.timescale }
}

/** Gives the packets to decode for a part of the clip, in decode order. @param index index of the part, from 0 */
export function packetsOf({ opened, packets, window }: TranscodeVideoTask, index: number, { supply }: TrackWork) {
  return supply.of(index).packets(opened, packets, { fromTick: window.firstTick, toTick: window.endTick })
}

function splicedTrack(tasks: readonly SpliceVideoTask[], work: VideoWork, onFrame: () => void): ClipTrack {
  const { configuration } = tasks[0]!
  const settings = seamSettings(tasks, work.encoderThreads)
  const stream = frameStreamOf(tasks[0]!)
  // For large frames, memory does not suffice for the codecs of two seams.
  const isParallel = work.codecs.hasMemoryForTwo && stream.width * stream.height <= LARGE_PIXELS
  const ranges = tasks.map((task, index) =>
    splicedVideo({
      ...task,
      codecs: work.codecs,
      stream: frameStreamOf(task),
      configuration,
      settings,
      isParallel,
      onFrame,
      signal: work.signal,
      take: (packet) => work.supply.of(index).take(task.opened.access, packet),
    }),
  )
  return joinedVideo(tasks[0]!, stream, ranges, isParallel)
}

/** Boxes that stay valid after scaling: pixel aspect and colours. A clean aperture is in pixels and becomes invalid. */
const SCALABLE_BOXES = new Set(['pasp', 'colr'])
/** Boxes that stay valid after tone mapping, which changes the colours. */
const HDR_SCALABLE_BOXES = new Set(['pasp'])
/** Offsets in the matrix of tkhd of the numbers that move the rotated frame right and down, in pixels. */
const TRANSLATION_OFFSETS = { right: 24, down: 28 }

function scaledMatrix(matrix: Buffer, from: FrameSize, to: FrameSize): Buffer {
  const scaledBuffer = Buffer.from(matrix)
  const horizontalScale = to.width / from.width
  const verticalScale = to.height / from.height
  const [right, down] = isSideways(turnOfMatrix(matrix))
    ? [verticalScale, horizontalScale]
    : [horizontalScale, verticalScale]
  scaledBuffer.writeInt32BE(
    Math.round(matrix.readInt32BE(TRANSLATION_OFFSETS.right) * right),
    TRANSLATION_OFFSETS.right,
  )
  scaledBuffer.writeInt32BE(Math.round(matrix.readInt32BE(TRANSLATION_OFFSETS.down) * down), TRANSLATION_OFFSETS.down)
  return scaledBuffer
}

function transcodedTrack(
  tasks: readonly TranscodeVideoTask[],
  work: VideoWork,
  { burned, fadeSeconds, onFrame, pass }: FrameChanges & { onFrame(): void; pass: VideoPass | null },
) {
  const { opened, size, window } = tasks[0]!
  const lastWindow = tasks.at(-1)!.window
  const lastSeconds = videoSeconds(tasks) - (lastWindow.endTick - lastWindow.lastTick) / lastWindow.timescale
  const boxTypes = isHdrTransfer(opened.description.colours?.transfer ?? 0) ? HDR_SCALABLE_BOXES : SCALABLE_BOXES
  return transcodedVideo({
    codecs: work.codecs,
    timescale: window.timescale,
    parts: tasks.map((task, index) => ({
      stream: frameStreamOf(task),
      packets: () => (pass ? pass.packets(index) : packetsOf(task, index, work)),
      window: task.window,
      area: task.area,
    })),
    size,
    matrix: opened.matrix && scaledMatrix(opened.matrix, opened.description, size),
    displayBoxes: opened.description.displayBoxes.filter((box) => boxTypes.has(box.toString('latin1', 4, 8))),
    settings: pass
      ? twoPassSettings(tasks, pass.rate, work.encoderThreads)
      : transcodeSettings(tasks, work.encoderThreads),
    painter: burned
      ? work.codecs.subtitlePainter({
          ...burned,
          turn: opened.description.turn,
          sizeOf: (codedAspect) => displayedSize({ ...opened.description, ...size }, codedAspect),
          scratchDirectory: work.scratchDirectory,
        })
      : null,
    fader: fadeSeconds ? work.codecs.videoFader({ fadeSeconds, lastSeconds }) : null,
    onFrame,
    signal: work.signal,
  })
}
