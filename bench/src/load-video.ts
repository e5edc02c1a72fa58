import { randomFillSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeFrames } from '@kerf/stamped-media/encoding'
import { writeContainer } from '@kerf/stamped-media/write-container'
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Rational } from 'node-av/lib'

const PATH = join(import.meta.dirname, '../../node_modules/.cache/kerf-load/noise-360.mp4')
const [WIDTH, HEIGHT] = [640, 360]
const FRAME_RATE = 25
const SECONDS = 42
const BITRATE = 4_000_000n

/** Noise in the size that strangers get: 20 seconds of it take more than the system's buffers do. Made once and cached. */
export async function noiseVideo(): Promise<string> {
  if (existsSync(PATH)) return PATH
  await mkdir(dirname(PATH), { recursive: true })
  const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  const context = new CodecContext()
  context.allocContext3(encoder)
  Object.assign(context, { width: WIDTH, height: HEIGHT, pixelFormat: AV_PIX_FMT_YUV420P, threadCount: 2 })
  context.sampleAspectRatio = new Rational(1, 1)
  context.timeBase = new Rational(1, FRAME_RATE)
  context.framerate = new Rational(FRAME_RATE, 1)
  context.gopSize = FRAME_RATE
  context.bitRate = BITRATE
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  const options = { preset: 'ultrafast', 'x264-params': 'open-gop=0' }
  FFmpegError.throwIfError(await context.open2(encoder, Dictionary.fromObject(options)), 'open an encoder')
  const draft = `${PATH}.draft`
  await writeContainer({ path: draft, format: 'mp4', options: { movflags: '+faststart' } }, [
    { context, packets: encodeFrames(context, noise(context.timeBase)) },
  ])
  await rename(draft, PATH)
  return PATH
}

function* noise(timeBase: Rational): Generator<Frame> {
  const videoFrame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128)
  for (let number = 0; number < SECONDS * FRAME_RATE; number++) {
    randomFillSync(videoFrame, 0, WIDTH * HEIGHT)
    const frame = Frame.fromVideoBuffer(videoFrame, {
      ...{ width: WIDTH, height: HEIGHT, format: AV_PIX_FMT_YUV420P, pts: BigInt(number), timeBase },
      sampleAspectRatio: { num: 1, den: 1 },
    })
    frame.duration = 1n
    yield frame
  }
}
