import type { ClipSink } from './api/clip-sink.ts'
import { CutterError } from './api/cutter-error.ts'
import { encodePng } from './mux/images/encode-png.ts'
import { gifPictures } from './mux/images/gif-frames.ts'
import { WebpEncoder } from './mux/images/webp-encoder.ts'
import { writeGif } from './mux/images/write-gif.ts'
import { type WebpPicture, writeWebp } from './mux/images/write-webp.ts'
import { animationSize, shownSize, stillSize } from './plan/display-size.ts'
import type { TranscodeVideoTask } from './plan/plan-video.ts'
import type { PictureSize } from './plan/scaled-size.ts'
import type { SoundWork } from './supply/packet-supply.ts'
import { firstPicture, type ShownPicture, secondsOf, shownPictures } from './video/displayed-frames.ts'
import { type PlainFormat, UprightScaler } from './video/upright-scaler.ts'

/** Pictures alone, as they were written. */
export interface WrittenPictures {
  sizeBytes: number
  pictures: number
  /** Times of the first and the last of them on the media's timeline. */
  firstSeconds: number
  lastSeconds: number
  durationSeconds: number
}

interface PictureOutput {
  sink: ClipSink
  largestBytes: number
}

/** A PNG of the first picture. */
export async function cutStill(
  tasks: readonly TranscodeVideoTask[],
  lines: number | null,
  output: PictureOutput,
  work: SoundWork,
): Promise<WrittenPictures> {
  const task = tasks[0]!
  const { firstTick, timescale } = task.window
  return withScaler(
    task,
    'rgb',
    (shown) => stillSize(shown, lines),
    async (scaler) => {
      const frame = await firstPicture(task, scaler, work)
      try {
        const bytes = await encodePng(frame)
        if (bytes.length > output.largestBytes) {
          throw new CutterError('too_large', `The clip would be larger than ${output.largestBytes} bytes.`)
        }
        await output.sink.write(0, bytes)
        const seconds = firstTick / timescale
        return {
          sizeBytes: bytes.length,
          pictures: 1,
          firstSeconds: seconds,
          lastSeconds: seconds,
          durationSeconds: secondsOf(tasks),
        }
      } finally {
        frame.free()
      }
    },
  )
}

/** Moving pictures in the 255 colours that suit them all; so all of them must be seen before the first is drawn. */
export async function cutGif(
  tasks: readonly TranscodeVideoTask[],
  { sink, largestBytes }: PictureOutput,
  work: SoundWork,
): Promise<WrittenPictures> {
  const shown: ShownPicture[] = []
  try {
    await withScaler(tasks[0]!, 'yuv', animationSize, async (scaler) => {
      for await (const picture of shownPictures(tasks, scaler, work)) {
        shown.push(picture)
      }
    })
    const frames = shown.map(({ frame }) => frame)
    const fromSeconds = shown.map((picture) => picture.fromSeconds)
    const endTime = secondsOf(tasks)
    const sizeBytes = await writeGif(sink, gifPictures(frames, work.signal), { fromSeconds, endTime, largestBytes })
    return writtenOf(shown, sizeBytes, endTime)
  } finally {
    for (const { frame } of shown) {
      frame.free()
    }
  }
}

export async function cutWebp(
  tasks: readonly TranscodeVideoTask[],
  { sink, largestBytes }: PictureOutput,
  work: SoundWork,
): Promise<WrittenPictures> {
  const shown: Omit<ShownPicture, 'frame'>[] = []
  const endTime = secondsOf(tasks)
  return withScaler(tasks[0]!, 'yuv', animationSize, async (scaler) => {
    async function* encoded(): AsyncGenerator<WebpPicture, void> {
      let encoder: WebpEncoder | null = null
      try {
        for await (const { frame, ...picture } of shownPictures(tasks, scaler, work)) {
          shown.push(picture)
          try {
            encoder ??= await WebpEncoder.open(frame)
            yield { fromSeconds: picture.fromSeconds, chunk: await encoder.encode(frame) }
          } finally {
            frame.free()
          }
        }
      } finally {
        encoder?.close()
      }
    }
    const sizeBytes = await writeWebp(sink, encoded(), { size: () => scaler.size!, endTime, largestBytes })
    return writtenOf(shown, sizeBytes, endTime)
  })
}

function writtenOf(
  shown: readonly Omit<ShownPicture, 'frame'>[],
  sizeBytes: number,
  durationSeconds: number,
): WrittenPictures {
  return {
    sizeBytes,
    pictures: shown.length,
    firstSeconds: shown[0]!.mediaSeconds,
    lastSeconds: shown.at(-1)!.mediaSeconds,
    durationSeconds,
  }
}

async function withScaler<Result>(
  { opened }: TranscodeVideoTask,
  format: PlainFormat,
  fitted: (shown: PictureSize) => PictureSize,
  work: (scaler: UprightScaler) => Promise<Result>,
): Promise<Result> {
  const { description } = opened
  const scaler = new UprightScaler({
    format,
    rotation: description.rotation,
    sizeOf: (coded) => fitted(shownSize(description, coded)),
  })
  try {
    return await work(scaler)
  } finally {
    scaler.close()
  }
}
