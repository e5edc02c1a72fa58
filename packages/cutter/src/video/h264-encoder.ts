import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_PASS1,
  AV_CODEC_FLAG_PASS2,
  AV_CODEC_FLAG_PSNR,
  AV_PKT_DATA_QUALITY_STATS,
  FF_ENCODER_LIBX264,
  FF_QP2LAMBDA,
} from 'node-av/constants'
import { type CodecContext, Dictionary, type Frame, type Packet } from 'node-av/lib'
import { LARGE_PIXELS } from '../api/media-limits.ts'
import { nalType, PPS_TYPE, SPS_TYPE, splitByteStream } from '../bitstream/h264/nal-units.ts'
import type { FrameLook } from '../bitstream/sample-entries.ts'
import { requireEncoded } from '../codec/codec-result.ts'
import { contextFor, frameEncoder } from '../codec/frame-encoder.ts'

export interface H264Settings {
  /** Ticks per second of the frames' timestamps. */
  timescale: number
  frameRate: number
  preset: 'ultrafast' | 'superfast' | 'veryfast' | 'fast'
  /** `psnr` turns off psychovisual tuning, which would add detail that the source does not have. */
  tune: 'psnr' | null
  /** Rate control: a constant quality (CRF, 0 to 51, lower is better), or an average bitrate over two passes. */
  rate: { crf: number } | EncoderPass
  /** VBV limit in bits a second, with a buffer of one second; null: no limit. */
  maxBitrate: number | null
  gopFrames: number
  bFrames: number
  /** Number of frames that the encoder analyses before it encodes the first of them. */
  lookaheadFrames: number
  profile: string | null
  parameterSetId: number
  threads: number
}

/**
 * One of two passes over the same frames. The first one writes statistics, by which the second one distributes the
 * bits.
 */
export interface EncoderPass {
  pass: 1 | 2
  /** Average bits a second, if all frames are shown at the frame rate of the settings. */
  bitrate: number
  /** File for the statistics of the first pass. Further files begin with the same name. */
  statisticsPath: string
}

/** The quality of the frames of a pass. */
export interface MeasuredQuality {
  /** PSNR of the luma over all frames, in dB; Infinity: lossless. */
  psnr: number
  /** Average QP, 0 to 51. */
  qp: number
}

export interface EncodedFrame {
  pts: number
  isKey: boolean
  nals: Uint8Array[]
}

/**
 * Encodes frames of one size to H.264. The first frame determines size, pixel format and colours. `parameterSets` and
 * `look` are available after it was encoded, and `quality` after a pass is complete.
 */
export function h264Encoder(settings: H264Settings) {
  const quality = qualityMeter()
  let parameterSets: { sps: Uint8Array[]; pps: Uint8Array[] } = { sps: [], pps: [] }
  let look: FrameLook | null = null
  const open = async (frame: Frame): Promise<CodecContext> => {
    const pixels = frame.width * frame.height
    const isLarge = pixels > LARGE_PIXELS
    const limitedSettings = isLarge ? saveMemory(settings, pixels) : settings
    const { codec, context } = contextFor(frame, FF_ENCODER_LIBX264, limitedSettings)
    context.maxBFrames = limitedSettings.bFrames
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    if (limitedSettings.maxBitrate !== null) {
      context.rcMaxRate = BigInt(Math.round(limitedSettings.maxBitrate))
      context.rcBufferSize = Math.round(limitedSettings.maxBitrate)
    }
    if ('pass' in limitedSettings.rate) {
      context.bitRate = BigInt(Math.round(limitedSettings.rate.bitrate))
      context.setFlags(limitedSettings.rate.pass === 1 ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2, AV_CODEC_FLAG_PSNR)
    }
    requireEncoded(await context.open2(codec, encoderOptions(limitedSettings, isLarge)), 'open the H.264 encoder')
    quality.open(pixels)
    const nals = splitByteStream(context.extraData ?? Buffer.alloc(0)).map((nal) => Uint8Array.from(nal))
    parameterSets = {
      sps: nals.filter((nal) => nalType(nal) === SPS_TYPE),
      pps: nals.filter((nal) => nalType(nal) === PPS_TYPE),
    }
    const { sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace } = frame
    const pixelAspect = { num: sampleAspectRatio.num, den: sampleAspectRatio.den }
    look = { pixelAspect, colorRange, colorPrimaries, colorTrc, colorSpace }
    return context
  }
  const encoder = frameEncoder(open, (packet): EncodedFrame => {
    const { pts, isKeyframe, data } = packet
    quality.add(packet)
    return { pts: Number(pts), isKey: isKeyframe, nals: splitByteStream(Uint8Array.from(data!)) }
  })
  return { ...encoder, parameterSets: () => parameterSets, look: () => look, quality: quality.measured }
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
function qualityOptions({ preset, profile }: H264Settings): string[] {
  if (preset !== 'ultrafast' || profile === null) return []
  const entropy = profile === 'baseline' ? [] : ['cabac=1']
  const transform = profile === 'baseline' || profile === 'main' ? [] : ['8x8dct=1']
  return ['deblock=1,0,0', ...entropy, ...transform]
}

/** Lowest QP of two passes. It gives over 50 dB, and a lower one makes no visible difference. */
export const LOWEST_QP = 10

/**
 * Options for large frames, each of which takes x264 20 MB before encoding and 50 MB after. Threads share one frame,
 * and fewer frames are held. Macroblock-tree rate control, which faster presets turn off, reduces the clip to a third,
 * even with a lookahead of two frames.
 */
const MEMORY_SAVING_OPTIONS = ['sliced-threads=1', 'ref=1', 'b-pyramid=none', 'mbtree=1']
const MEMORY_SAVING_LIMITS = { lookaheadFrames: 2, bFrames: 1 }
/** Above 4K there are no B-frames and no lookahead. */
const MOST_PIXELS_WITH_LOOKAHEAD = 3840 * 2160

function saveMemory(settings: H264Settings, pixels: number): H264Settings {
  const limits = pixels > MOST_PIXELS_WITH_LOOKAHEAD ? { lookaheadFrames: 0, bFrames: 0 } : MEMORY_SAVING_LIMITS
  return {
    ...settings,
    // Without a lookahead there is no macroblock tree, and a faster preset would lose too much quality.
    preset: settings.preset === 'veryfast' && limits.lookaheadFrames > 0 ? 'superfast' : settings.preset,
    bFrames: Math.min(limits.bFrames, settings.bFrames),
    lookaheadFrames: Math.min(limits.lookaheadFrames, settings.lookaheadFrames),
  }
}

function encoderOptions(settings: H264Settings, isLarge: boolean): Dictionary {
  const { preset, tune, rate, profile, gopFrames, parameterSetId, bFrames, lookaheadFrames } = settings
  const x264 = [
    `sps-id=${parameterSetId}`,
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
    ...qualityOptions(settings),
    ...('pass' in rate ? [`qpmin=${LOWEST_QP}`] : []),
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
