import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_PSNR,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_FLOAT,
  AV_FRAME_TYPE_I,
  AV_FRAME_TYPE_NONE,
  AV_PKT_DATA_QUALITY_STATS,
  type AVColorPrimaries,
  type AVColorRange,
  type AVColorSpace,
  type AVColorTransferCharacteristic,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Packet, Rational } from 'node-av/lib'
import { nalType, FRAME_PARAMETERS, SEQUENCE_PARAMETERS, splitByteStream } from '../h264/nal-units.ts'
import { LARGE_PIXELS } from '../media-limits.ts'
import { requireEncoded, takePackets } from './codec-result.ts'

export interface FrameEncoderSettings {
  /** Frame times are in 1/timescale seconds. */
  timescale: number
  frameRate: number
  preset: 'ultrafast' | 'superfast' | 'veryfast' | 'fast'
  /** Lower is better; 0..51. */
  quality: number
  /** The quality is the QP of all frames: a quarter less work than to choose one for each, but nothing bounds the bits. */
  isQp: boolean
  /** Of a QP for all frames: it may be another one from any frame on, which is a little more work. */
  isSteered?: true
  /** Each frame tells how near it is to its source, and is made for that. */
  isMeasured?: true
  /** All but the first are predicted from the one before, in one slice, and go on in another stream. */
  isContinued?: true
  /** Bits per second that the frames may not exceed for long; null: whatever the quality takes. Of one QP, SegmentEncoder's to keep. */
  largestBitrate: number | null
  /** Frames between key frames at most. */
  keyFrameDistance: number
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
  /** How near its brightness is to that of its source; null where it was not measured. */
  psnr: number | null
}

/** How the encoded frames are to be shown, as taken over from the first frame. */
export interface FrameLook {
  width: number
  height: number
  pixelAspect: { num: number; den: number }
  colorRange: AVColorRange
  colorPrimaries: AVColorPrimaries
  colorTransfer: AVColorTransferCharacteristic
  colorMatrix: AVColorSpace
}

/** Encodes frames of one size to H.264; size, pixel format and colours are those of the first frame. */
export class FrameEncoder {
  readonly #settings: FrameEncoderSettings
  readonly #packet = new Packet()
  #context: CodecContext | null = null
  #look: FrameLook | null = null
  #sets: { sps: Uint8Array[]; pps: Uint8Array[] } = { sps: [], pps: [] }

  constructor(settings: FrameEncoderSettings) {
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

  /**
   * @param quality from this frame on; without: as it was
   * @param isKey it stands by itself; without: as the encoder decides
   */
  async encode(frame: Frame, quality?: number, isKey = false): Promise<EncodedFrame[]> {
    this.#context ??= await this.#open(frame)
    if (quality !== undefined) {
      this.#context.setOption('crf', quality, AV_OPT_TYPE_FLOAT, AV_OPT_SEARCH_CHILDREN)
    }
    // The source's own frame types would otherwise be taken as orders.
    frame.pictType = isKey ? AV_FRAME_TYPE_I : AV_FRAME_TYPE_NONE
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
    if (settings.isMeasured) {
      context.setFlags(AV_CODEC_FLAG_PSNR)
    }
    if (settings.largestBitrate !== null && !settings.isQp) {
      context.rcMaxRate = BigInt(Math.round(settings.largestBitrate))
      context.rcBufferSize = Math.round(settings.largestBitrate)
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
      psnr: this.#settings.isMeasured ? psnrOf(packet, context.width * context.height) : null,
    }))
  }
}

/** Behind what the packet's quality is, its type and how many errors follow (libavcodec, `AV_PKT_DATA_QUALITY_STATS`). */
const FIRST_ERROR_AT = 8
/** Of equal frames. */
const MOST_PSNR = 99

/** @param pixels of 8 bits */
function psnrOf(packet: Packet, pixels: number): number | null {
  const stats = packet.getSideData(AV_PKT_DATA_QUALITY_STATS)
  if (!stats || stats.length < FIRST_ERROR_AT + 8) {
    return null
  }
  const squares = Number(stats.readBigUInt64LE(FIRST_ERROR_AT))
  return Math.min(MOST_PSNR, 10 * Math.log10((255 ** 2 * pixels) / Math.max(1, squares)))
}

/** What the fastest preset leaves out although it gives far better frames for the same bits, as far as the profile has it. */
function worthwhileTools({ preset, profile }: FrameEncoderSettings): string[] {
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

function sparing(settings: FrameEncoderSettings, pixels: number): FrameEncoderSettings {
  const most = pixels > SPARING_MOST_PIXELS ? { lookaheadFrames: 0, bFrames: 0 } : SPARING_FRAMES
  return {
    ...settings,
    bFrames: Math.min(most.bFrames, settings.bFrames),
    lookaheadFrames: Math.min(most.lookaheadFrames, settings.lookaheadFrames),
  }
}

function encoderOptions(settings: FrameEncoderSettings, isLarge: boolean): Dictionary {
  const { keyFrameDistance, parameterSetId, bFrames, lookaheadFrames } = settings
  const isSteered = settings.isQp && settings.isSteered === true
  const x264 = [
    `sps-id=${parameterSetId}`,
    `bframes=${bFrames}`,
    `keyint=${keyFrameDistance}`,
    // Groups must be closed: what follows may be someone else's.
    'open-gop=0',
    `rc-lookahead=${lookaheadFrames}`,
    'sync-lookahead=0',
    // Every frame its share of bits, however short it is shown: else one of two at the same time would be ruined.
    'force-cfr=1',
    // What goes before or after may come from an encoder with another QP, under the same parameter sets.
    'stitchable=1',
    // No livelier than the source, and parameter sets that say the same whatever the preset: pieces share them.
    ...(settings.isQp ? ['psy=0', 'ref=1'] : []),
    ...(settings.isMeasured && !settings.isQp ? ['psy=0', 'aq-mode=0'] : []),
    ...(settings.isContinued ? ['weightp=0', 'scenecut=0', 'slices=1'] : []),
    ...worthwhileTools(settings),
    // A quality of which x264 makes the same QP for all frames, as it does without one; only, it can be changed.
    ...(isSteered ? ['qcomp=1', 'aq-mode=0', 'mbtree=0'] : []),
    ...(isLarge ? SPARING : []),
  ]
  return Dictionary.fromObject({
    preset: settings.preset,
    'forced-idr': '1',
    [settings.isQp && !isSteered ? 'qp' : 'crf']: String(settings.quality),
    ...(settings.profile ? { profile: settings.profile } : {}),
    'x264-params': x264.join(':'),
  })
}
