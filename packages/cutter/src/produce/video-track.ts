import type { PictureStream } from '../codec/decode-pictures.ts'
import { spliceSettings, transcodeSettings } from '../plan/encoder-choice.ts'
import type { SpliceVideoTask, TranscodeVideoTask, VideoTask } from '../plan/plan-video.ts'
import type { ClipTrack } from './clip-track.ts'
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

/** The picture track of a clip. */
export function videoTrack(task: VideoTask, work: VideoWork): VideoTrack {
  let encoded = 0
  const onFrame = () => {
    encoded += 1
    work.progress.addFrame()
  }
  const track = task.kind === 'splice' ? spliced(task, work, onFrame) : transcoded(task, work, onFrame)
  return { track, encodedFrames: () => encoded }
}

function streamOf({ opened, window }: VideoTask): PictureStream {
  const { codec, width, height, configurations } = opened.description
  return { codec, width, height, configurations, timescale: window.timescale }
}

function spliced(task: SpliceVideoTask, work: VideoWork, onFrame: () => void): ClipTrack {
  const { opened, configuration, packets, plan, window } = task
  const bytes = packets.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const times = packets.map(({ pts }) => pts)
  const ticks = times.reduce((a, b) => Math.max(a, b), -Infinity) - times.reduce((a, b) => Math.min(a, b), Infinity)
  const seconds = Math.max(1, ticks) / window.timescale
  const settings = spliceSettings(
    configuration,
    { timescale: window.timescale, frameRate: opened.frameRate, sourceBitrate: (bytes * 8) / seconds },
    work.encoderThreads,
  )
  return splicedVideo({
    stream: streamOf(task),
    configuration,
    packets,
    plan,
    window: { ...window, frames: window.frames ?? packets.length },
    matrix: opened.matrix,
    displayBoxes: opened.description.displayBoxes,
    headSettings: settings.head,
    tailSettings: settings.tail,
    take: (packet) => work.supply.take(opened.access, packet),
    onFrame,
    signal: work.signal,
  })
}

function transcoded(task: TranscodeVideoTask, work: VideoWork, onFrame: () => void): ClipTrack {
  const { opened, packets, window, size } = task
  return transcodedVideo({
    stream: streamOf(task),
    packets: work.supply.packets(opened, packets, { fromTick: window.firstTick, toTick: window.endTick }),
    window,
    size,
    matrix: opened.matrix,
    settings: transcodeSettings({ timescale: window.timescale, frameRate: opened.frameRate }, work.encoderThreads),
    onFrame,
    signal: work.signal,
  })
}
