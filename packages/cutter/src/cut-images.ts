import { FF_ENCODER_LIBWEBP_ANIM, FF_ENCODER_PNG } from 'node-av/constants'
import type { ClipSink } from './api/clip-sink.ts'
import type { AnimationShape, ClipCrop } from './api/clip-spec.ts'
import type { CutReceipt } from './api/receipt.ts'
import { encodeImage, imageEncoder } from './codec/image-encoder.ts'
import { type PlainFormat, type UprightScaler, uprightScaler } from './codec/upright-scaler.ts'
import { gifFrames } from './mux/images/gif-frames.ts'
import { writeGif } from './mux/images/write-gif.ts'
import { setWebpEnd } from './mux/images/write-webp.ts'
import { animationSize, stillSize } from './plan/display-size.ts'
import { displayedFrameSizes, type FrameShape, pixelArea } from './plan/frame-shape.ts'
import { secondsOf, type TranscodeVideoTask } from './plan/plan-video.ts'
import type { FrameSize } from './plan/scaled-size.ts'
import type { TrackWork } from './supply/packet-supply.ts'
import { type AnimationFrame, animationFrames, drawFirstFrame } from './video/displayed-frames.ts'

const PNG = { encoder: FF_ENCODER_PNG, options: { pred: 'mixed' } }
/** `quality` is from 0 to 100; a higher value gives better and larger files. */
const WEBP = { encoder: FF_ENCODER_LIBWEBP_ANIM, ticksPerSecond: 1000, options: { quality: '70' } }

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
  work: TrackWork,
): Promise<WrittenFrames> {
  const task = tasks[0]!
  const { firstTick, timescale } = task.window
  const sizeFor = ({ size, wholeSize }: FrameSizes) => stillSize(size, height, wholeSize)
  return withScaler(task, { format: 'rgb', crop, sizeFor }, async (scaler) => {
    const frame = await drawFirstFrame(task, scaler, work)
    try {
      const bytes = await encodeImage(frame, PNG)
      await sink.write(0, bytes)
      const facts = writtenFrames([{ mediaSeconds: firstTick / timescale }], bytes.length, secondsOf(tasks))
      return { ...facts, ...(crop && { size: scaler.size()! }) }
    } finally {
      frame.free()
    }
  })
}

/** Cuts a GIF. All its frames share one palette of 255 colours, so all are decoded before the first one is written. */
export async function cutGif(
  tasks: readonly TranscodeVideoTask[],
  request: Animation,
  sink: ClipSink,
  work: TrackWork,
): Promise<WrittenFrames> {
  const videoFrames: AnimationFrame[] = []
  try {
    const size = await withScaler(tasks[0]!, animationScaling(request), async (scaler) => {
      for await (const videoFrame of animationFrames(tasks, request, scaler, work)) videoFrames.push(videoFrame)
      return scaler.size()!
    })
    const frames = videoFrames.map(({ frame }) => frame)
    const fromSeconds = videoFrames.map((videoFrame) => videoFrame.fromSeconds)
    const endTime = secondsOf(tasks)
    const sizeBytes = await writeGif(sink, gifFrames(frames, work.signal), fromSeconds, endTime)
    return { ...writtenFrames(videoFrames, sizeBytes, endTime), ...(request.crop && { size }) }
  } finally {
    for (const { frame } of videoFrames) frame.free()
  }
}

/** Cuts an animated WebP. Only the changed area of each frame is encoded; equal frames are merged. */
export async function cutWebp(
  tasks: readonly TranscodeVideoTask[],
  request: Animation,
  sink: ClipSink,
  work: TrackWork,
): Promise<WrittenFrames> {
  const writtenTimes: Pick<AnimationFrame, 'mediaSeconds'>[] = []
  const endTime = secondsOf(tasks)
  return withScaler(tasks[0]!, animationScaling(request), async (scaler) => {
    const encoder = imageEncoder(WEBP)
    try {
      for await (const { frame, fromSeconds, mediaSeconds } of animationFrames(tasks, request, scaler, work)) {
        writtenTimes.push({ mediaSeconds })
        try {
          frame.pts = BigInt(Math.round(fromSeconds * WEBP.ticksPerSecond))
          await encoder.encode(frame)
        } finally {
          frame.free()
        }
      }
      const { data } = (await encoder.finish())[0]!
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
  { opened }: TranscodeVideoTask,
  { format, crop, sizeFor }: CropOption & { format: PlainFormat; sizeFor: (frames: FrameSizes) => FrameSize },
  work: (scaler: UprightScaler) => Promise<Result>,
): Promise<Result> {
  const { description } = opened
  const scaler = uprightScaler({
    format,
    turn: description.turn,
    sizeOf: (codedAspect) => sizeFor(displayedFrameSizes(description, crop, codedAspect)),
    areaOf(frame) {
      const { area } = displayedFrameSizes(description, crop, frame.sampleAspectRatio)
      return area && pixelArea(frame, area)
    },
  })
  try {
    return await work(scaler)
  } finally {
    scaler.close()
  }
}
