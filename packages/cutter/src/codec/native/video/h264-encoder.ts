import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_PASS1,
  AV_CODEC_FLAG_PASS2,
  AV_CODEC_FLAG_PSNR,
  AV_PKT_DATA_QUALITY_STATS,
  AVCOL_RANGE_JPEG,
  FF_ENCODER_LIBX264,
  FF_QP2LAMBDA,
} from 'node-av/constants'
import { type CodecContext, Dictionary, type Frame, type Packet } from 'node-av/lib'
import { LARGE_PIXELS } from '../../../api/media-limits.ts'
import { nalType, PPS_TYPE, SPS_TYPE, splitByteStream } from '../../../bitstream/h264/nal-units.ts'
import {
  type FrameLook,
  type H264Encoder,
  type H264EncoderConfig,
  type MeasuredQuality,
  MIN_QP,
  type ParameterSets,
} from '../../video-codecs.ts'
import { requireEncoded } from '../libav/codec-result.ts'
import { contextFor, frameEncoder } from '../libav/frame-encoder.ts'

/** Opens an x264 encoder. */
export function h264Encoder(config: H264EncoderConfig): H264Encoder {
  const quality = qualityMeter()
  let parameterSets: ParameterSets = { sps: [], pps: [] }
  let look: FrameLook | null = null
  const open = async (frame: Frame): Promise<CodecContext> => {
    const pixels = frame.width * frame.height
    const isLarge = pixels > LARGE_PIXELS
    const limitedConfig = isLarge ? saveMemory(config, pixels) : config
    const { codec, context } = contextFor(frame, FF_ENCODER_LIBX264, limitedConfig)
    context.maxBFrames = limitedConfig.bFrames
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    if (limitedConfig.maxBitrate !== null) {
      context.rcMaxRate = BigInt(Math.round(limitedConfig.maxBitrate))
      context.rcBufferSize = Math.round(limitedConfig.maxBitrate)
    }
    if ('pass' in limitedConfig.rate) {
      context.bitRate = BigInt(Math.round(limitedConfig.rate.bitrate))
      context.setFlags(limitedConfig.rate.pass === 1 ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2, AV_CODEC_FLAG_PSNR)
    }
    requireEncoded(await context.open2(codec, encoderOptions(limitedConfig, isLarge)), 'open the H.264 encoder')
    quality.open(pixels)
    const nals = splitByteStream(context.extraData ?? Buffer.alloc(0)).map((nal) => Uint8Array.from(nal))
    parameterSets = {
      sps: nals.filter((nal) => nalType(nal) === SPS_TYPE),
      pps: nals.filter((nal) => nalType(nal) === PPS_TYPE),
    }
    look = lookOf(frame)
    return context
  }
  const encoder = frameEncoder(open, quality.add)
  return { ...encoder, parameterSets: () => parameterSets, look: () => look, quality: quality.measured }
}

function lookOf({ sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace }: Frame): FrameLook {
  const isFullRange = colorRange === AVCOL_RANGE_JPEG
  return {
    colours: { primaries: colorPrimaries, transfer: colorTrc, matrix: colorSpace, isFullRange },
    pixelAspect: { num: sampleAspectRatio.num, den: sampleAspectRatio.den },
  }
}

/** Offsets in FFmpeg's quality statistics of a packet: the QP, the number of planes, the squared error of the luma. */
const QP_AT = 0
const PLANES_AT = 5
const LUMA_ERROR_AT = 8
const PEAK_LUMA = 255

function qualityMeter() {
  let pixels = 0
  const sums = { frames: 0, squaredError: 0, qps: 0, quantized: 0 }
  return {
    open(framePixels: number): void {
      pixels = framePixels
    },
    add(packet: Packet): void {
      const statistics = packet.getSideData(AV_PKT_DATA_QUALITY_STATS)
      if (!statistics?.[PLANES_AT]) return
      sums.frames += 1
      sums.squaredError += Number(statistics.readBigInt64LE(LUMA_ERROR_AT))
      const qp = statistics.readInt32LE(QP_AT) / FF_QP2LAMBDA
      // x264 gives no QP for some frames.
      if (qp < 0) return
      sums.qps += qp
      sums.quantized += 1
    },
    measured: (): MeasuredQuality => ({
      psnr: 10 * Math.log10((PEAK_LUMA ** 2 * pixels * sums.frames) / sums.squaredError),
      qp: sums.qps / Math.max(1, sums.quantized),
    }),
  }
}

/** Options that the fastest preset turns off, although they give far better quality for the same bits. */
function qualityOptions({ preset, profile }: H264EncoderConfig): string[] {
  if (preset !== 'ultrafast' || profile === null) return []
  const entropy = profile === 'baseline' ? [] : ['cabac=1']
  const transform = profile === 'baseline' || profile === 'main' ? [] : ['8x8dct=1']
  return ['deblock=1,0,0', ...entropy, ...transform]
}

/**
 * Options for large frames, each of which takes x264 20 MB before encoding and 50 MB after. Threads share one frame,
 * and fewer frames are held. Macroblock-tree rate control, which faster presets turn off, reduces the clip to a third,
 * even with a two-frame lookahead.
 */
const MEMORY_SAVING_OPTIONS = ['sliced-threads=1', 'ref=1', 'b-pyramid=none', 'mbtree=1']
const MEMORY_SAVING_LIMITS = { lookaheadFrames: 2, bFrames: 1 }
/** Above 4K there are no B-frames and no lookahead. */
const MAX_PIXELS_WITH_LOOKAHEAD = 3840 * 2160

function saveMemory(config: H264EncoderConfig, pixels: number): H264EncoderConfig {
  const limits = pixels > MAX_PIXELS_WITH_LOOKAHEAD ? { lookaheadFrames: 0, bFrames: 0 } : MEMORY_SAVING_LIMITS
  return {
    ...config,
    // Without a lookahead there is no macroblock tree, and a faster preset would lose too much quality.
    preset: config.preset === 'veryfast' && limits.lookaheadFrames > 0 ? 'superfast' : config.preset,
    bFrames: Math.min(limits.bFrames, config.bFrames),
    lookaheadFrames: Math.min(limits.lookaheadFrames, config.lookaheadFrames),
  }
}

function encoderOptions(config: H264EncoderConfig, isLarge: boolean): Dictionary {
  const { preset, tune, rate, profile, gopFrames, bFrames, lookaheadFrames } = config
  const x264 = [
    `bframes=${bFrames}`,
    `keyint=${gopFrames}`,
    // GOPs must be closed, because the next frames may come from the source or another encoder.
    'open-gop=0',
    `rc-lookahead=${lookaheadFrames}`,
    'sync-lookahead=0',
    // Bits are assigned regardless of display time. Otherwise a frame with a very short display would get too few.
    'force-cfr=1',
    // Parameter sets do not depend on the frames, so that several encoders produce the same ones.
    'stitchable=1',
    ...qualityOptions(config),
    ...('pass' in rate ? [`qpmin=${MIN_QP}`] : []),
    ...(isLarge ? MEMORY_SAVING_OPTIONS : []),
  ]
  return Dictionary.fromObject({
    preset,
    ...('pass' in rate ? { stats: rate.statisticsPath } : { crf: String(rate.crf) }),
    'forced-idr': '1',
    ...(tune && { tune }),
    ...(profile && { profile }),
    'x264-params': x264.join(':'),
  })
}
