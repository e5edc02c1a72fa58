import type { NativeCodec } from '../../../bitstream/codec-names.ts'
import type { EncodedChunk, VideoFrame } from '../../video-frame.ts'
import { copyPlanes, frameOfPlanes } from '../frames/planes-of-frame.ts'
import { WebFrame, webFrameOf } from '../frames/web-frame.ts'
import { openVideoDecoder } from './video-decoder.ts'
import { videoEncoder } from './video-encoder.ts'

const WIDTH = 256
const HEIGHT = 144
const FRAME_RATE = 30
const FRAMES = 4
/** Lowest PSNR of a faithful encoder in dB. Chromium has 40 or more in this trial, WebKit of GNOME 29 or less. */
const MIN_PSNR = 33
/** Time after which an encoder is taken for stuck. */
const MAX_TRIAL_MILLISECONDS = 15_000
const GREY = new Uint8Array((WIDTH / 2) * (HEIGHT / 2)).fill(128)

const trials = new Map<NativeCodec, Promise<boolean>>()

/**
 * Whether the frames of an encoder look like its input. A browser only says that it has an encoder, so a few small known
 * frames are encoded and decoded, once for each codec.
 */
export function isFaithfulEncoder(codec: NativeCodec): Promise<boolean> {
  const trial = trials.get(codec) ?? withinTime(tryEncoder(codec))
  trials.set(codec, trial)
  return trial
}

async function tryEncoder(codec: NativeCodec): Promise<boolean> {
  const psnrs: number[] = []
  try {
    for await (const frame of decodedFrames(codec, await encodedFrames(codec))) psnrs.push(await psnrOf(frame))
  } catch {
    return false
  }
  return psnrs.length === FRAMES && Math.min(...psnrs) >= MIN_PSNR
}

async function withinTime(trial: Promise<boolean>): Promise<boolean> {
  const limit = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => limit.resolve(false), MAX_TRIAL_MILLISECONDS)
  const isFaithful = await Promise.race([trial, limit.promise])
  clearTimeout(timer)
  return isFaithful
}

async function encodedFrames(codec: NativeCodec): Promise<EncodedChunk[]> {
  const encoder = videoEncoder({ codec, timescale: FRAME_RATE, frameRate: FRAME_RATE, maxBitrate: null, threads: 1 })
  const chunks: EncodedChunk[] = []
  try {
    for (let number = 0; number < FRAMES; number++) {
      const frame = trialFrame(number)
      chunks.push(...(await encoder.encode(frame)))
      frame.close()
    }
    return [...chunks, ...(await encoder.flush())]
  } finally {
    encoder.close()
  }
}

async function* decodedFrames(codec: NativeCodec, chunks: readonly EncodedChunk[]): AsyncGenerator<VideoFrame, void> {
  const decoder = await openVideoDecoder({
    codec,
    codedWidth: WIDTH,
    codedHeight: HEIGHT,
    timescale: FRAME_RATE,
    description: null,
    colours: null,
    onRefused() {},
  })
  try {
    for (const chunk of chunks) yield* decoder.decode(chunk)
    yield* decoder.flush()
  } finally {
    decoder.close()
  }
}

function trialFrame(number: number): WebFrame {
  const chroma = { width: WIDTH / 2, height: HEIGHT / 2, values: GREY }
  const planes = [{ width: WIDTH, height: HEIGHT, values: trialLuma(number) }, chroma, chroma]
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
  return new WebFrame(frameOfPlanes(planes, { timestamp: number, colorSpace }), number)
}

/** Waves that move, with detail that a poor encoder blurs. */
function trialLuma(number: number): Uint8Array {
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)]
    return (
      128 + 45 * Math.sin((x + 4 * number) / 9) + 35 * Math.sin((y - 2 * number) / 7) + 20 * Math.sin((x * y) / 300)
    )
  })
}

async function psnrOf(frame: VideoFrame): Promise<number> {
  const [{ values }] = await copyPlanes(webFrameOf(frame))
  const squares = trialLuma(frame.timestamp).reduce((sum, value, at) => sum + (value - values[at]!) ** 2, 0)
  return 10 * Math.log10((255 ** 2 * WIDTH * HEIGHT) / squares)
}
