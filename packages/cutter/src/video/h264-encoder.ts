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
import { FRAME_PARAMETERS, nalType, SEQUENCE_PARAMETERS, splitByteStream } from '../bitstream/h264/nal-units.ts'
import type { FrameLook } from '../bitstream/sample-entries.ts'
import { requireEncoded } from '../codec/codec-result.ts'
import { contextFor, frameEncoder } from '../codec/frame-encoder.ts'

export interface H264Settings {
  /** Frame times are in 1/timescale seconds. */
  timescale: number
  frameRate: number
  preset: 'ultrafast' | 'superfast' | 'veryfast' | 'fast'
  /** psnr: adds no detail that the source does not have. */
  tune: 'psnr' | null
  /** How many bits the frames get: by one quality for all (0..51, lower is better), or by an average over two passes. */
  rate: { crf: number } | EncoderPass
  /** VBV: bits a second, and of a buffer of one second; null: the quality alone decides. */
  maxBitrate: number | null
  gopFrames: number
  bFrames: number
  /** Frames the encoder looks at before it decides about the first of them. */
  lookaheadFrames: number
  profile: string | null
  parameterSetId: number
  threads: number
}

/** One of two passes over the same frames: the first writes down what each of them needs, the second spends the bits by it. */
export interface EncoderPass {
  pass: 1 | 2
  /** Bits a second, on average over frames of the settings' frame rate. */
  bitrate: number
  /** Where the first pass leaves its statistics, in this file and in others whose names begin with its name. */
  statisticsPath: string
}

/** What frames have lost by a pass. */
export interface MeasuredQuality {
  /** Of the luma of all frames together, in dB; Infinity: nothing was lost. */
  psnr: number
  /** The average QP, 0 to 51. */
  qp: number
}

export interface EncodedFrame {
  pts: number
  isKey: boolean
  nals: Uint8Array[]
}

/**
 * Encodes frames of one size to H.264; size, pixel format and colours are those of the first frame.
 * `parameterSets` and `look` are known once that one was encoded, `quality` once a pass is over.
 */
export function h264Encoder(settings: H264Settings) {
  const quality = qualityMeter()
  let parameterSets: { sps: Uint8Array[]; pps: Uint8Array[] } = { sps: [], pps: [] }
  let look: FrameLook | null = null
  const open = async (frame: Frame): Promise<CodecContext> => {
    const pixels = frame.width * frame.height
    const isLarge = pixels > LARGE_PIXELS
    const fitting = isLarge ? sparing(settings, pixels) : settings
    const { codec, context } = contextFor(frame, FF_ENCODER_LIBX264, fitting)
    context.maxBFrames = fitting.bFrames
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    if (fitting.maxBitrate !== null) {
      context.rcMaxRate = BigInt(Math.round(fitting.maxBitrate))
      context.rcBufferSize = Math.round(fitting.maxBitrate)
    }
    if ('pass' in fitting.rate) {
      context.bitRate = BigInt(Math.round(fitting.rate.bitrate))
      context.setFlags(fitting.rate.pass === 1 ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2, AV_CODEC_FLAG_PSNR)
    }
    requireEncoded(await context.open2(codec, encoderOptions(fitting, isLarge)), 'open the H.264 encoder')
    quality.open(pixels)
    const nals = splitByteStream(context.extraData ?? Buffer.alloc(0)).map((nal) => Uint8Array.from(nal))
    parameterSets = {
      sps: nals.filter((nal) => nalType(nal) === SEQUENCE_PARAMETERS),
      pps: nals.filter((nal) => nalType(nal) === FRAME_PARAMETERS),
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

/** Where FFmpeg puts what x264 says of a frame: its QP, and the squared errors of each plane, luma first. */
const QP_AT = 0
const PLANES_AT = 5
const LUMA_ERROR_AT = 8
const WHITE = 255

function qualityMeter() {
  let pixels = 0
  const sums = { frames: 0, squaredError: 0, qps: 0, quantized: 0 }
  return {
    open(framePixels: number): void {
      pixels = framePixels
    },
    add(packet: Packet): void {
      const said = packet.getSideData(AV_PKT_DATA_QUALITY_STATS)
      if (!said?.[PLANES_AT]) return
      sums.frames += 1
      sums.squaredError += Number(said.readBigInt64LE(LUMA_ERROR_AT))
      const qp = said.readInt32LE(QP_AT) / FF_QP2LAMBDA
      // x264 leaves it out for some frames.
      if (qp < 0) return
      sums.qps += qp
      sums.quantized += 1
    },
    measured: (): MeasuredQuality => ({
      psnr: 10 * Math.log10((WHITE ** 2 * pixels * sums.frames) / sums.squaredError),
      qp: sums.qps / Math.max(1, sums.quantized),
    }),
  }
}

/** Options that the fastest preset leaves out, although they give far better frames for the same bits, if the profile has them. */
function worthwhileTools({ preset, profile }: H264Settings): string[] {
  if (preset !== 'ultrafast' || profile === null) return []
  const entropy = profile === 'baseline' ? [] : ['cabac=1']
  const transform = profile === 'baseline' || profile === 'main' ? [] : ['8x8dct=1']
  return ['deblock=1,0,0', ...entropy, ...transform]
}

/** Finer differences are seen by nobody: over 50 dB. */
export const FINEST_QP = 10

/**
 * A large frame costs x264 20 MB before it is encoded and 50 after: it holds fewer, and threads share one. The tree of
 * macroblocks, which faster presets leave out, makes the frames a third as large, even with a lookahead of two.
 */
const SPARING = ['sliced-threads=1', 'ref=1', 'b-pyramid=none', 'mbtree=1']
const SPARING_FRAMES = { lookaheadFrames: 2, bFrames: 1 }
/** Above 4K there are no B-frames and no lookahead. */
const SPARING_MOST_PIXELS = 3840 * 2160

function sparing(settings: H264Settings, pixels: number): H264Settings {
  const most = pixels > SPARING_MOST_PIXELS ? { lookaheadFrames: 0, bFrames: 0 } : SPARING_FRAMES
  return {
    ...settings,
    // Without a lookahead there is no tree, and a faster preset would cost more than it is worth.
    preset: settings.preset === 'veryfast' && most.lookaheadFrames > 0 ? 'superfast' : settings.preset,
    bFrames: Math.min(most.bFrames, settings.bFrames),
    lookaheadFrames: Math.min(most.lookaheadFrames, settings.lookaheadFrames),
  }
}

function encoderOptions(settings: H264Settings, isLarge: boolean): Dictionary {
  const { preset, tune, rate, profile, gopFrames, parameterSetId, bFrames, lookaheadFrames } = settings
  const x264 = [
    `sps-id=${parameterSetId}`,
    `bframes=${bFrames}`,
    `keyint=${gopFrames}`,
    // GOPs must be closed: what follows may be someone else's.
    'open-gop=0',
    `rc-lookahead=${lookaheadFrames}`,
    'sync-lookahead=0',
    // Every frame its share of bits, however short it is shown: else one of two at the same time would be ruined.
    'force-cfr=1',
    // Several runs of frames share one pair of parameter sets.
    'stitchable=1',
    ...worthwhileTools(settings),
    ...('pass' in rate ? [`qpmin=${FINEST_QP}`] : []),
    ...(isLarge ? SPARING : []),
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
