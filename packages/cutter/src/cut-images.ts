import type { ClipSink } from './api/clip-sink.ts'
import type { AnimationShape, ClipCrop } from './api/clip-spec.ts'
import type { CutReceipt } from './api/receipt.ts'
import type { Codecs } from './codec/codecs.ts'
import type { UprightScaler } from './codec/frame-tools.ts'
import type { PlainFormat } from './codec/planes.ts'
import { writeGif } from './mux/images/write-gif.ts'
import { setWebpEnd } from './mux/images/write-webp.ts'
import { animationSize, stillSize } from './plan/display-size.ts'
import { displayedFrameSizes, type FrameShape, pixelArea } from './plan/frame-shape.ts'
import { type TranscodeVideoTask, videoSeconds } from './plan/plan-video.ts'
import type { FrameSize } from './plan/scaled-size.ts'
import { type AnimationFrame, animationFrames, drawFirstFrame } from './video/displayed-frames.ts'
import type { VideoWork } from './video/video-track.ts'

/** The facts of a written image for its receipt. */
export type WrittenFrames = Pick<
  CutReceipt,
  'clipBytes' | 'frames' | 'firstFrameSeconds' | 'lastFrameSeconds' | 'durationSeconds' | 'size'
>

interface CropOption {
  crop?: ClipCrop | undefined
}

type FrameSizes = ReturnType<typeof displayedFrameSizes>

type Animation = AnimationShape & CropOption

const animationScaling = ({ crop, width }: Animation) =>
  ({ format: 'yuv', crop, sizeFor: ({ size }: FrameSizes) => animationSize(size, width) }) as const

export async function cutStill(
  tasks: readonly TranscodeVideoTask[],
  { height, crop }: FrameShape,
  sink: ClipSink,
  work: VideoWork,
): Promise<WrittenFrames> {
  const task = tasks[0]!
  const { firstTick, timescale } = task.window
  const sizeFor = ({ size, wholeSize }: FrameSizes) => stillSize(size, height, wholeSize)
  return withScaler(work.codecs, task, { format: 'rgb', crop, sizeFor }, async (scaler) => {
    const frame = await drawFirstFrame(task, scaler, work)
    try {
      const bytes = await work.codecs.encodeImage(frame, 'png')
      await sink.write(0, bytes)
      const facts = writtenFrames([{ mediaSeconds: firstTick / timescale }], bytes.length, videoSeconds(tasks))
      return { ...facts, ...(crop && { size: scaler.size()! }) }
    } finally {
      frame.close()
    }
  })
}

/** Cuts a GIF. All its frames share one palette of 255 colours, so all are decoded before the first one is written. */
export async function cutGif(
  tasks: readonly TranscodeVideoTask[],
  request: Animation,
  sink: ClipSink,
  work: VideoWork,
): Promise<WrittenFrames> {
  const videoFrames: AnimationFrame[] = []
  try {
    const size = await withScaler(work.codecs, tasks[0]!, animationScaling(request), async (scaler) => {
      for await (const videoFrame of animationFrames(tasks, request, scaler, work)) videoFrames.push(videoFrame)
      return scaler.size()!
    })
    const frames = videoFrames.map(({ frame }) => frame)
    const fromSeconds = videoFrames.map((videoFrame) => videoFrame.fromSeconds)
    const endTime = videoSeconds(tasks)
    const sizeBytes = await writeGif(sink, work.codecs.gifChunks(frames, work.signal), fromSeconds, endTime)
    return { ...writtenFrames(videoFrames, sizeBytes, endTime), ...(request.crop && { size }) }
  } finally {
    for (const { frame } of videoFrames) frame.close()
  }
}

/** Cuts an animated WebP. Only the changed area of each frame is encoded; equal frames are merged. */
export async function cutWebp(
  tasks: readonly TranscodeVideoTask[],
  request: Animation,
  sink: ClipSink,
  work: VideoWork,
): Promise<WrittenFrames> {
  const writtenTimes: Pick<AnimationFrame, 'mediaSeconds'>[] = []
  const endTime = videoSeconds(tasks)
  return withScaler(work.codecs, tasks[0]!, animationScaling(request), async (scaler) => {
    const encoder = work.codecs.webpEncoder()
    try {
      for await (const { frame, fromSeconds, mediaSeconds } of animationFrames(tasks, request, scaler, work)) {
        writtenTimes.push({ mediaSeconds })
        try {
          await encoder.encode(frame, Math.round(fromSeconds * 1000))
        } finally {
          frame.close()
        }
      }
      const { data } = (await encoder.flush())[0]!
      setWebpEnd(Buffer.from(data.buffer), endTime)
      await sink.write(0, data)
      return { ...writtenFrames(writtenTimes, data.length, endTime), ...(request.crop && { size: scaler.size()! }) }
    } finally {
      encoder.close()
    }
  })
}

function writtenFrames(
  times: readonly Pick<AnimationFrame, 'mediaSeconds'>[],
  clipBytes: number,
  durationSeconds: number,
): WrittenFrames {
  return {
    clipBytes,
    frames: times.length,
    firstFrameSeconds: times[0]!.mediaSeconds,
    lastFrameSeconds: times.at(-1)!.mediaSeconds,
    durationSeconds,
  }
}

async function withScaler<Result>(
  codecs: Pick<Codecs, 'uprightScaler'>,
  { opened }: TranscodeVideoTask,
  { format, crop, sizeFor }: CropOption & { format: PlainFormat; sizeFor: (frames: FrameSizes) => FrameSize },
  work: (scaler: UprightScaler) => Promise<Result>,
): Promise<Result> {
  const { description } = opened
  const scaler = codecs.uprightScaler({
    format,
    turn: description.turn,
    sizeOf: (codedAspect) => sizeFor(displayedFrameSizes(description, crop, codedAspect)),
    areaOf({ codedWidth, codedHeight, pixelAspect }) {
      const { area } = displayedFrameSizes(description, crop, pixelAspect)
      return area && pixelArea({ width: codedWidth, height: codedHeight }, area)
    },
  })
  try {
    return await work(scaler)
  } finally {
    scaler.close()
  }
}
