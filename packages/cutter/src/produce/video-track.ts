import type { PictureStream } from '../codec/decode-pictures.ts'
import { spliceBitrate } from '../plan/bit-budget.ts'
import type { ClipPictures } from '../plan/cut-task.ts'
import { spliceSettings, transcodeSettings } from '../plan/encoder-choice.ts'
import type { SpliceVideoTask, TranscodeVideoTask, VideoTask } from '../plan/plan-video.ts'
import type { PictureSize } from '../plan/scaled-size.ts'
import type { ClipTrack } from './clip-track.ts'
import { joinedVideo } from './joined-video.ts'
import type { SoundWork } from './sound-track.ts'
import { splicedVideo } from './spliced-video.ts'
import { transcodedVideo } from './transcoded-video.ts'

export interface VideoWork extends SoundWork {
  encoderThreads: number
}

export interface VideoTrack {
  track: ClipTrack
  /** How many pictures were encoded anew; final once the track's packets were all taken. */
  encodedFrames(): number
}

/** The picture track of a clip. Of pictures that are all encoded anew: how much of what the source takes for them; null: as it comes. */
export function videoTrack(pictures: ClipPictures, share: number | null, work: VideoWork): VideoTrack {
  let encoded = 0
  const onFrame = () => {
    encoded += 1
    work.progress.addFrame()
  }
  const track =
    pictures.kind === 'splice'
      ? spliced(pictures.parts, work, onFrame)
      : transcoded(pictures.parts, share, work, onFrame)
  return { track, encodedFrames: () => encoded }
}

export function streamOf({ opened, window }: VideoTask): PictureStream {
  const { codec, width, height, configurations } = opened.description
  return { codec, width, height, configurations, timescale: window.timescale }
}

function spliced(tasks: readonly SpliceVideoTask[], work: VideoWork, onFrame: () => void): ClipTrack {
  const first = tasks[0]!
  const { opened } = first
  const inBandSets = tasks.flatMap(({ configuration }) => configuration.inBandSets ?? [])
  const configuration = { ...first.configuration, inBandSets }
  // The same settings for all ranges make the same parameter sets, so that one of each is enough for all.
  const settings = spliceSettings(
    configuration,
    {
      timescale: first.window.timescale,
      frameRate: opened.frameRate,
      largestBitrate: Math.min(
        ...tasks.map(({ packets, plan, window }) => spliceBitrate(packets, plan, window.timescale)),
      ),
      pixels: tasks.reduce((sum, task) => sum + encodedPixels(task), 0),
    },
    work.encoderThreads,
  )
  const stream = streamOf(first)
  const ranges = tasks.map((task, index) => {
    const { packets, plan, window } = task
    return splicedVideo({
      stream: streamOf(task),
      configuration,
      packets,
      plan,
      window: { ...window, frames: window.frames ?? packets.length },
      headSettings: settings.head,
      tailSettings: settings.tail,
      take: (packet) => work.supply.of(index).take(task.opened.access, packet),
      onFrame,
      signal: work.signal,
    })
  })
  const { displayBoxes } = opened.description
  return joinedVideo({ stream, configuration, ranges, matrix: opened.matrix, displayBoxes })
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
  share: number | null,
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
    settings: transcodeSettings({ timescale: window.timescale, frameRate: opened.frameRate }, work.encoderThreads),
    share,
    onFrame,
    signal: work.signal,
  })
}
