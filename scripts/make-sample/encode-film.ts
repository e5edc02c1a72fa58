import { type Encoding, encodeFrames } from '@kerf/stamped-media/encoding'
import {
  AV_CODEC_FLAG_CLOSED_GOP,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Rational, SoftwareScaleContext } from 'node-av/lib'
import { framesPerSecond } from './film.ts'

export interface FilmEncoding {
  width: number
  height: number
  /** x264's constant rate factor: higher is smaller and coarser. */
  rateFactor: number
  paintedFrames: AsyncIterable<Frame>
}

const gopFrames = 2 * framesPerSecond

/** H.264 High, 8 bit 4:2:0, BT.709, a keyframe every two seconds and three B-frames: what every player takes. */
export async function startFilmEncoding(film: FilmEncoding): Promise<Encoding> {
  const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  const context = new CodecContext()
  context.allocContext3(encoder)
  context.width = film.width
  context.height = film.height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.sampleAspectRatio = new Rational(1, 1)
  context.timeBase = new Rational(1, framesPerSecond)
  context.framerate = new Rational(framesPerSecond, 1)
  context.colorRange = AVCOL_RANGE_MPEG
  context.colorPrimaries = AVCOL_PRI_BT709
  context.colorTrc = AVCOL_TRC_BT709
  context.colorSpace = AVCOL_SPC_BT709
  context.chromaLocation = AVCHROMA_LOC_LEFT
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_CLOSED_GOP)
  const options = Dictionary.fromObject({
    preset: 'slow',
    tune: 'animation',
    profile: 'high',
    crf: String(film.rateFactor),
    'x264-params': [
      `keyint=${gopFrames}:min-keyint=${gopFrames}:scenecut=0:open-gop=0:bframes=3`,
      // More references than four would raise the level above what small decoders promise.
      'ref=4',
      // Smooth skies show bands first: spend bits on dark and flat areas.
      'aq-mode=3',
    ].join(':'),
  })
  FFmpegError.throwIfError(await context.open2(encoder, options), 'open libx264')
  return { context, packets: encodeFrames(context, scaledFrames(film)) }
}

/** Scales painted RGB frames to the size of an encoding and gives them their times. */
async function* scaledFrames({ paintedFrames, width, height }: FilmEncoding): AsyncGenerator<Frame, void> {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  scaler.setOption('sws_flags', 'lanczos+accurate_rnd+full_chroma_inp')
  let number = 0n
  for await (const painted of paintedFrames) {
    const frame = emptyFrame(width, height)
    FFmpegError.throwIfError(await scaler.scaleFrame(frame, painted), 'scale')
    frame.pts = number++
    frame.duration = 1n
    yield frame
  }
  scaler.freeContext()
}

function emptyFrame(width: number, height: number): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = width
  frame.height = height
  frame.format = AV_PIX_FMT_YUV420P
  frame.colorRange = AVCOL_RANGE_MPEG
  frame.colorSpace = AVCOL_SPC_BT709
  frame.colorPrimaries = AVCOL_PRI_BT709
  frame.colorTrc = AVCOL_TRC_BT709
  FFmpegError.throwIfError(frame.getBuffer(), 'frame.getBuffer')
  return frame
}
