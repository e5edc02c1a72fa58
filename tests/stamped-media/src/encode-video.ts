import {
  AV_CODEC_FLAG_CLOSED_GOP,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_GBRP,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV422P,
  AVCOL_PRI_BT709,
  AVCOL_PRI_BT2020,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_RGB,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE2084,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, type Packet, Rational } from 'node-av/lib'
import { type Encoding, encodeFrames } from './encoding.ts'
import { ignoredMessage } from './ignored-message.ts'
import { mapNumbers } from './map-numbers.ts'
import { createFramePainter } from './paint-frame.ts'
import type { StampedRecipe } from './stamped-recipe.ts'

// SVT-AV1 reads its log level only from this variable. 1: errors.
process.env.SVT_LOG ??= '1'

type VideoCodec = NonNullable<StampedRecipe['video']>

const encoders = {
  h264: FF_ENCODER_LIBX264,
  vp8: FF_ENCODER_LIBVPX_VP8,
  vp9: FF_ENCODER_LIBVPX_VP9,
  hevc: FF_ENCODER_LIBX265,
  av1: FF_ENCODER_LIBSVTAV1,
} as const

/** Tools that the fastest preset turns off, but that real files of the profile use. */
const profileTools = { baseline: 'cabac=0:8x8dct=0', main: 'cabac=1:8x8dct=0', high: 'cabac=1:8x8dct=1' } as const

const pixelFormats = {
  yuv420p: AV_PIX_FMT_YUV420P,
  yuv420p10: AV_PIX_FMT_YUV420P10LE,
  yuv422p: AV_PIX_FMT_YUV422P,
  gbrp: AV_PIX_FMT_GBRP,
} as const

const SDR = { colorPrimaries: AVCOL_PRI_BT709, colorTrc: AVCOL_TRC_BT709, colorSpace: AVCOL_SPC_BT709 }
const HDR = { colorPrimaries: AVCOL_PRI_BT2020, colorSpace: AVCOL_SPC_BT2020_NCL }
const HDR_TRANSFERS = { pq: AVCOL_TRC_SMPTE2084, hlg: AVCOL_TRC_ARIB_STD_B67 }

/** Bitrate similar to YouTube's for this size, so that sizes and ratios in tests are realistic. */
function usualBitrate({ width, height }: StampedRecipe): number {
  return Math.round(100_000 + width * height * 1.2)
}

/** Private options of each encoder: fast, with a keyframe exactly every `gopFrames`. */
function encoderOptions(recipe: StampedRecipe, codec: VideoCodec): Record<string, string> {
  const { gopFrames, bFrames } = recipe
  switch (codec) {
    case 'h264':
      return {
        preset: 'ultrafast',
        // Other pixel formats have other profiles, which the encoder selects itself.
        ...((recipe.pixelFormat ?? 'yuv420p') === 'yuv420p' ? { profile: recipe.profile ?? 'high' } : {}),
        'x264-params': [
          `keyint=${gopFrames}:min-keyint=${gopFrames}:scenecut=0:open-gop=${recipe.openGop ? 1 : 0}`,
          // b-adapt=0: always exactly the requested number of B-frames
          `bframes=${bFrames}:b-adapt=0:b-pyramid=normal:rc-lookahead=0`,
          profileTools[recipe.profile ?? 'high'],
          ...(recipe.x264 ? [recipe.x264] : []),
        ].join(':'),
      }
    case 'hevc':
      return {
        preset: 'ultrafast',
        'x265-params': [
          `keyint=${gopFrames}:min-keyint=${gopFrames}:scenecut=0:open-gop=${recipe.openGop ? 1 : 0}`,
          `bframes=${bFrames}:b-adapt=0:log-level=none`,
        ].join(':'),
      }
    case 'vp8':
      return { deadline: 'realtime', 'cpu-used': '8', keyint_min: String(gopFrames) }
    case 'vp9':
      return {
        deadline: 'realtime',
        'cpu-used': '8',
        'row-mt': '1',
        'tile-columns': '2',
        keyint_min: String(gopFrames),
      }
    case 'av1':
      return { preset: '8', 'svtav1-params': `keyint=${gopFrames}:scd=0:enable-overlays=0` }
  }
}

/**
 * Opens the video encoder of a recipe.
 * @throws FFmpegError if the encoder rejects the recipe
 */
export async function startVideoEncoding(recipe: StampedRecipe, codec: VideoCodec): Promise<Encoding> {
  const encoder = Codec.findEncoderByName(encoders[codec])
  const [numerator, denominator] = recipe.frameRate
  const context = new CodecContext()
  context.allocContext3(encoder)
  context.width = recipe.width
  context.height = recipe.height
  context.pixelFormat = pixelFormats[recipe.pixelFormat ?? 'yuv420p']
  context.sampleAspectRatio = new Rational(1, 1)
  context.timeBase = new Rational(denominator, numerator)
  context.framerate = new Rational(numerator, denominator)
  context.gopSize = recipe.gopFrames
  context.maxBFrames = codec === 'h264' ? recipe.bFrames : -1
  context.bitRate = BigInt(recipe.videoBitrate ?? usualBitrate(recipe))
  context.threadCount = 2
  context.colorRange = recipe.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  Object.assign(context, recipe.hdr ? { ...HDR, colorTrc: HDR_TRANSFERS[recipe.hdr] } : SDR)
  if (recipe.pixelFormat === 'gbrp') context.colorSpace = AVCOL_SPC_RGB
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  if (!recipe.openGop) context.setFlags(AV_CODEC_FLAG_CLOSED_GOP)
  const options = Dictionary.fromObject(encoderOptions(recipe, codec))
  FFmpegError.throwIfError(await context.open2(encoder, options), `open ${encoders[codec]}`)
  const packets = encodeFrames(context, paintedFrames(recipe, context.timeBase))
  return { context, packets: recipe.frameBytes ? enlargePackets(packets, recipe.frameBytes) : packets }
}

async function* enlargePackets(
  packets: AsyncIterable<Packet>,
  { key, other }: NonNullable<StampedRecipe['frameBytes']>,
): AsyncGenerator<Packet, void> {
  for await (const packet of packets) {
    const videoFrame = packet.data!
    const missingBytes = (packet.isKeyframe ? key : other) - videoFrame.length
    if (missingBytes > 0) {
      const { pts, dts, flags, duration } = packet
      packet.data = Buffer.concat([videoFrame, ignoredMessage(missingBytes, () => 0.5)])
      // New data resets the packet's fields.
      Object.assign(packet, { pts, dts, flags, duration })
    }
    yield packet
  }
}

function* paintedFrames(recipe: StampedRecipe, timeBase: Rational): Generator<Frame> {
  const painter = createFramePainter(recipe, recipe.texture ?? true)
  const format = recipe.pixelFormat ?? 'yuv420p'
  const convertFrame = createConverter(recipe, format)
  for (let number = 0; number < recipe.frames; number++) {
    // The frame references these bytes without a copy. Both buffers live as long as the encoder may read them.
    const frame = Frame.fromVideoBuffer(convertFrame(painter.paint(number)), {
      width: recipe.width,
      height: recipe.height,
      format: pixelFormats[format],
      pts: BigInt(recipe.shownAt?.[number] ?? number),
      timeBase,
      sampleAspectRatio: { num: 1, den: 1 },
    })
    frame.duration = 1n
    yield frame
  }
}

/** Converts frames of 8-bit 4:2:0 to the pixel format. The next call reuses the buffer. */
function createConverter(
  { width, height }: StampedRecipe,
  format: NonNullable<StampedRecipe['pixelFormat']>,
): (videoFrame: Buffer) => Buffer {
  const pixelCount = width * height
  switch (format) {
    case 'yuv420p':
      return (videoFrame) => videoFrame
    case 'gbrp':
      return (videoFrame) => Buffer.concat(Array(3).fill(videoFrame.subarray(0, pixelCount)))
    case 'yuv420p10': {
      const values = new Uint16Array(pixelCount * 1.5)
      const bytes = Buffer.from(values.buffer)
      return (videoFrame) => {
        mapNumbers(values, videoFrame, (value) => value * 4)
        return bytes
      }
    }
    case 'yuv422p': {
      const line = width / 2
      const bytes = Buffer.alloc(pixelCount * 2)
      return (videoFrame) => {
        videoFrame.copy(bytes, 0, 0, pixelCount)
        for (let row = 0; row < 2 * height; row += 1) {
          const from = pixelCount + Math.floor(row / 2) * line
          videoFrame.copy(bytes, pixelCount + row * line, from, from + line)
        }
        return bytes
      }
    }
  }
}
