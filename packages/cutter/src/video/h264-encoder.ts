import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PICTURE_TYPE_NONE, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Packet, Rational } from 'node-av/lib'
import { LARGE_PIXELS } from '../api/media-limits.ts'
import { FRAME_PARAMETERS, nalType, SEQUENCE_PARAMETERS, splitByteStream } from '../bitstream/h264/nal-units.ts'
import type { FrameLook } from '../bitstream/sample-entries.ts'
import { requireEncoded, takePackets } from '../codec/codec-result.ts'

/** Settings of x264. */
export interface H264Settings {
  /** Frame times are in 1/timescale seconds. */
  timescale: number
  frameRate: number
  preset: 'ultrafast' | 'superfast' | 'veryfast'
  /** psnr: no liveliness that the source does not have. */
  tune: 'psnr' | null
  /** 0..51, lower is better. */
  crf: number
  /** VBV: bits a second, and of a buffer of one second; null: the quality alone decides. */
  maxBitrate: number | null
  /** Frames between keyframes at most. */
  gopFrames: number
  bFrames: number
  /** Frames the encoder looks at before it decides about the first of them. */
  lookaheadFrames: number
  profile: string | null
  parameterSetId: number
  threads: number
}

export interface EncodedFrame {
  pts: number
  isKey: boolean
  nals: Uint8Array[]
}

/** Encodes frames of one size to H.264; size, pixel format and colours are those of the first frame. */
export class H264Encoder {
  readonly #settings: H264Settings
  readonly #packet = new Packet()
  #context: CodecContext | null = null
  #look: FrameLook | null = null
  #sets: { sps: Uint8Array[]; pps: Uint8Array[] } = { sps: [], pps: [] }

  constructor(settings: H264Settings) {
    this.#settings = settings
    this.#packet.alloc()
  }

  /** Known once the first frame was encoded. */
  get parameterSets(): { sps: Uint8Array[]; pps: Uint8Array[] } {
    return this.#sets
  }

  get look(): FrameLook | null {
    return this.#look
  }

  async encode(frame: Frame): Promise<EncodedFrame[]> {
    this.#context ??= await this.#open(frame)
    // The source's own frame types would otherwise be taken as orders.
    frame.pictType = AV_PICTURE_TYPE_NONE
    requireEncoded(await this.#context.sendFrame(frame), 'encode a frame')
    return this.#receive(this.#context)
  }

  async finish(): Promise<EncodedFrame[]> {
    if (!this.#context) {
      return []
    }
    requireEncoded(await this.#context.sendFrame(null), 'finish encoding')
    return this.#receive(this.#context)
  }

  close(): void {
    this.#packet.free()
    this.#context?.freeContext()
    this.#context = null
  }

  async #open(frame: Frame): Promise<CodecContext> {
    const pixels = frame.width * frame.height
    const isLarge = pixels > LARGE_PIXELS
    const settings = isLarge ? sparing(this.#settings, pixels) : this.#settings
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
    const context = new CodecContext()
    context.allocContext3(codec)
    context.width = frame.width
    context.height = frame.height
    context.pixelFormat = frame.format as CodecContext['pixelFormat']
    context.sampleAspectRatio = frame.sampleAspectRatio
    context.colorRange = frame.colorRange
    context.colorPrimaries = frame.colorPrimaries
    context.colorTrc = frame.colorTrc
    context.colorSpace = frame.colorSpace
    context.timeBase = new Rational(1, settings.timescale)
    context.framerate = new Rational(Math.max(1, Math.round(settings.frameRate * 1000)), 1000)
    context.threadCount = settings.threads
    context.maxBFrames = settings.bFrames
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    if (settings.maxBitrate !== null) {
      context.rcMaxRate = BigInt(Math.round(settings.maxBitrate))
      context.rcBufferSize = Math.round(settings.maxBitrate)
    }
    requireEncoded(await context.open2(codec, encoderOptions(settings, isLarge)), 'open the H.264 encoder')
    const nals = splitByteStream(context.extraData ?? Buffer.alloc(0)).map((nal) => Uint8Array.from(nal))
    this.#sets = {
      sps: nals.filter((nal) => nalType(nal) === SEQUENCE_PARAMETERS),
      pps: nals.filter((nal) => nalType(nal) === FRAME_PARAMETERS),
    }
    this.#look = {
      width: frame.width,
      height: frame.height,
      pixelAspect: { num: frame.sampleAspectRatio.num, den: frame.sampleAspectRatio.den },
      colorRange: frame.colorRange,
      colorPrimaries: frame.colorPrimaries,
      colorTransfer: frame.colorTrc,
      colorMatrix: frame.colorSpace,
    }
    return context
  }

  #receive(context: CodecContext): Promise<EncodedFrame[]> {
    return takePackets(context, this.#packet, 'an encoded frame', (packet) => ({
      pts: Number(packet.pts),
      isKey: packet.isKeyframe,
      nals: splitByteStream(Uint8Array.from(packet.data!)),
    }))
  }
}

/** What the fastest preset leaves out although it gives far better frames for the same bits, as far as the profile has it. */
function worthwhileTools({ preset, profile }: H264Settings): string[] {
  if (preset !== 'ultrafast' || profile === null) {
    return []
  }
  const entropy = profile === 'baseline' ? [] : ['cabac=1']
  const transform = profile === 'baseline' || profile === 'main' ? [] : ['8x8dct=1']
  return ['deblock=1,0,0', ...entropy, ...transform]
}

/**
 * Of large frames each one that x264 keeps costs 20 MB before it is encoded and 50 behind: fewer are kept, and threads share
 * one instead of having their own.
 */
const SPARING = ['sliced-threads=1', 'ref=1', 'b-pyramid=none']
const SPARING_FRAMES = { lookaheadFrames: 2, bFrames: 1 }
/** Of more than 4K none is kept that could do without. */
const SPARING_MOST_PIXELS = 3840 * 2160

function sparing(settings: H264Settings, pixels: number): H264Settings {
  const most = pixels > SPARING_MOST_PIXELS ? { lookaheadFrames: 0, bFrames: 0 } : SPARING_FRAMES
  return {
    ...settings,
    bFrames: Math.min(most.bFrames, settings.bFrames),
    lookaheadFrames: Math.min(most.lookaheadFrames, settings.lookaheadFrames),
  }
}

function encoderOptions(settings: H264Settings, isLarge: boolean): Dictionary {
  const { preset, tune, crf, profile, gopFrames, parameterSetId, bFrames, lookaheadFrames } = settings
  const x264 = [
    `sps-id=${parameterSetId}`,
    `bframes=${bFrames}`,
    `keyint=${gopFrames}`,
    // Groups must be closed: what follows may be someone else's.
    'open-gop=0',
    `rc-lookahead=${lookaheadFrames}`,
    'sync-lookahead=0',
    // Every frame its share of bits, however short it is shown: else one of two at the same time would be ruined.
    'force-cfr=1',
    // Several runs of frames share one pair of parameter sets.
    'stitchable=1',
    ...worthwhileTools(settings),
    ...(isLarge ? SPARING : []),
  ]
  return Dictionary.fromObject({
    preset,
    crf: String(crf),
    'forced-idr': '1',
    ...(tune && { tune }),
    ...(profile && { profile }),
    'x264-params': x264.join(':'),
  })
}
