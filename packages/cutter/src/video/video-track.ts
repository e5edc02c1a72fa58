import type { BurnedStyle, SubtitleCue } from '../api/subtitles.ts'
import { isHdrTransfer } from '../bitstream/colours.ts'
import { isLying, turnOfMatrix } from '../bitstream/turn.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import { subtitlePainter } from '../codec/subtitles/subtitle-painter.ts'
import { videoFader } from '../codec/video-fader.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { ClipFrames, NativeFrames } from '../plan/cut-task.ts'
import { shownSize } from '../plan/display-size.ts'
import { type SpliceVideoTask, secondsOf, type TranscodeVideoTask, type VideoTask } from '../plan/plan-video.ts'
import type { FrameSize } from '../plan/scaled-size.ts'
import type { ClipTrack } from '../supply/clip-track.ts'
import type { TrackWork } from '../supply/packet-supply.ts'
import type { EncoderPass } from './h264-encoder.ts'
import { joinedVideo } from './joined-video.ts'
import { seamSettings, transcodeSettings, twoPassSettings } from './rate-rule.ts'
import { splicedVideo } from './spliced-video.ts'
import { transcodedVideo } from './transcoded-video.ts'

export interface VideoWork extends TrackWork {
  /** Threads of the video encoder; absent: as many as there are processors, 4 at most. */
  encoderThreads?: number | undefined
  /** For files that are gone after the cut; absent: the system's folder for such. */
  scratchDirectory?: string | undefined
}

/** Subtitles that are drawn into the frames: on the clip's timeline, in order, without overlaps. */
export interface BurnedSubtitles {
  cues: readonly SubtitleCue[]
  style: BurnedStyle
  language: string
}

/** One of several passes over the same ranges. */
export interface VideoPass {
  rate: EncoderPass
  /** The packets that a range decodes. @param index which of the clip's ranges it is */
  packets(index: number): AsyncIterable<LoadedPacket>
}

/** How all frames of a clip are changed. */
export interface FrameChanges {
  burned?: BurnedSubtitles | null
  /** Of coming from black and going to it, in seconds; absent: they do not. */
  fadeSeconds?: number | undefined
}

/** The track, and a count of re-encoded frames that is final once all its packets were taken. */
export function videoTrack(frames: Exclude<ClipFrames, NativeFrames>, work: VideoWork, changes: FrameChanges = {}) {
  let encoded = 0
  const onFrame = () => {
    encoded += 1
    work.progress.addFrame()
  }
  const isChanged = changes.burned || changes.fadeSeconds
  if (isChanged && frames.kind === 'splice') throw new Error('Copied frames cannot be changed.')
  const track =
    frames.kind === 'splice'
      ? spliced(frames.parts, work, onFrame)
      : transcoded(frames.parts, work, { ...changes, onFrame, pass: null }).track
  return { track, encodedFrames: () => encoded }
}

/** One pass over ranges that are re-encoded. What it made and lost is known once the track's packets were all taken. */
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
  return { ...transcoded(tasks, work, { ...changes, onFrame, pass }), frames: () => frames }
}

export function streamOf({ opened, window }: VideoTask): FrameStream {
  return { ...opened.description, timescale: window.timescale }
}

/** The packets that a range decodes, in decode order. @param index which of the clip's ranges it is */
export function packetsOf({ opened, packets, window }: TranscodeVideoTask, index: number, { supply }: TrackWork) {
  return supply.of(index).packets(opened, packets, { fromTick: window.firstTick, toTick: window.endTick })
}

function spliced(tasks: readonly SpliceVideoTask[], work: VideoWork, onFrame: () => void): ClipTrack {
  const { configuration } = tasks[0]!
  const settings = seamSettings(tasks, work.encoderThreads)
  const ranges = tasks.map((task, index) =>
    splicedVideo({
      ...task,
      stream: streamOf(task),
      configuration,
      settings,
      onFrame,
      signal: work.signal,
      take: (packet) => work.supply.of(index).take(task.opened.access, packet),
    }),
  )
  return joinedVideo(tasks[0]!, streamOf(tasks[0]!), ranges)
}

/** A clean aperture is in pixels and does not scale; pixel aspect and colours stay. */
const SCALABLE_BOXES = new Set(['pasp', 'colr'])
/** Tone mapping changes the colours: they are told by the new frames. */
const BOXES_OF_HDR = new Set(['pasp'])
/** The matrix of tkhd has nine numbers; the seventh and eighth move the rotated frame right and down, in pixels. */
const MOVES_AT = { right: 24, down: 28 }

function scaledMatrix(matrix: Buffer, from: FrameSize, to: FrameSize): Buffer {
  const scaled = Buffer.from(matrix)
  const across = to.width / from.width
  const along = to.height / from.height
  const [right, down] = isLying(turnOfMatrix(matrix)) ? [along, across] : [across, along]
  scaled.writeInt32BE(Math.round(matrix.readInt32BE(MOVES_AT.right) * right), MOVES_AT.right)
  scaled.writeInt32BE(Math.round(matrix.readInt32BE(MOVES_AT.down) * down), MOVES_AT.down)
  return scaled
}

function transcoded(
  tasks: readonly TranscodeVideoTask[],
  work: VideoWork,
  { burned, fadeSeconds, onFrame, pass }: FrameChanges & { onFrame(): void; pass: VideoPass | null },
) {
  const { opened, size, window } = tasks[0]!
  const last = tasks.at(-1)!.window
  const lastSeconds = secondsOf(tasks) - (last.endTick - last.lastTick) / last.timescale
  const keptBoxes = isHdrTransfer(opened.description.colours?.transfer ?? 0) ? BOXES_OF_HDR : SCALABLE_BOXES
  return transcodedVideo({
    timescale: window.timescale,
    parts: tasks.map((task, index) => ({
      stream: streamOf(task),
      packets: () => (pass ? pass.packets(index) : packetsOf(task, index, work)),
      window: task.window,
      area: task.area,
    })),
    size,
    matrix: opened.matrix && scaledMatrix(opened.matrix, opened.description, size),
    displayBoxes: opened.description.displayBoxes.filter((box) => keptBoxes.has(box.toString('latin1', 4, 8))),
    settings: pass
      ? twoPassSettings(tasks, pass.rate, work.encoderThreads)
      : transcodeSettings(tasks, work.encoderThreads),
    painter: burned
      ? subtitlePainter({
          ...burned,
          turn: opened.description.turn,
          sizeOf: (coded) => shownSize({ ...opened.description, ...size }, coded),
          scratchDirectory: work.scratchDirectory,
        })
      : null,
    fader: fadeSeconds ? videoFader({ fadeSeconds, lastSeconds }) : null,
    onFrame,
    signal: work.signal,
  })
}
