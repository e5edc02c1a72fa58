import { FF_ENCODER_LIBSVTAV1, FF_ENCODER_LIBVPX_VP8, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Packet, Rational } from 'node-av/lib'
import { CutterError } from '../api/cutter-error.ts'
import { LARGE_PIXELS } from '../api/media-limits.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { requireEncoded, takePackets } from '../codec/codec-result.ts'

export interface NativeEncoderSettings {
  codec: NativeCodec
  /** Frame times are in 1/timescale seconds. */
  timescale: number
  frameRate: number
  /** Bits per second that the encoded frames may not exceed for long; null: whatever the quality takes. */
  maxBitrate: number | null
  threads: number
}

export interface NativeFrame {
  pts: number
  isKey: boolean
  data: Uint8Array
}

const ENCODERS = { vp8: FF_ENCODER_LIBVPX_VP8, vp9: FF_ENCODER_LIBVPX_VP9, av1: FF_ENCODER_LIBSVTAV1 } as const
/** Looks like the source beside copied frames; 0..63, lower is better. */
const QUALITY = { vp8: 20, vp9: 33, av1: 33 } as const
const KEY_SECONDS = 5
const LARGEST_BITRATE = 200_000_000
const LEAST_BITRATE = 100_000

// SVT-AV1 takes its log level from here only, and otherwise writes a page of settings for each clip.
process.env.SVT_LOG ??= '1'

/** Encodes frames of one size in the codec that the media has; pixel format and colours are those of the first frame. */
export class NativeFrameEncoder {
  readonly #settings: NativeEncoderSettings
  readonly #packet = new Packet()
  #context: CodecContext | null = null

  constructor(settings: NativeEncoderSettings) {
    this.#settings = settings
    this.#packet.alloc()
  }

  async encode(frame: Frame): Promise<NativeFrame[]> {
    this.#context ??= await this.#open(frame)
    if (frame.width !== this.#context.width || frame.height !== this.#context.height) {
      throw new CutterError('unsupported_media', 'The frames change their size inside of the range.')
    }
    // The source's own frame types would otherwise be taken as orders.
    frame.pictType = 0 as typeof frame.pictType
    requireEncoded(await this.#context.sendFrame(frame), 'encode a frame')
    return this.#receive(this.#context)
  }

  async finish(): Promise<NativeFrame[]> {
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
    const { codec: name, timescale, frameRate, maxBitrate, threads } = this.#settings
    const codec = Codec.findEncoderByName(ENCODERS[name])
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
    context.timeBase = new Rational(1, timescale)
    context.framerate = new Rational(Math.max(1, Math.round(frameRate * 1000)), 1000)
    context.threadCount = threads
    context.gopSize = Math.max(1, Math.round(frameRate * KEY_SECONDS))
    const bitrate = Math.round(Math.max(LEAST_BITRATE, maxBitrate ?? LARGEST_BITRATE))
    if (name === 'av1' && maxBitrate !== null) {
      context.rcMaxRate = BigInt(bitrate)
      context.rcBufferSize = bitrate
    } else if (name === 'vp8' || (name === 'vp9' && maxBitrate !== null)) {
      // Quality rules, but without a bound VP8 would keep to a bitrate of long ago.
      context.bitRate = BigInt(bitrate)
      context.rcBufferSize = bitrate
    }
    const isLarge = frame.width * frame.height > LARGE_PIXELS
    const result = await context.open2(codec, Dictionary.fromObject(optionsFor(name, isLarge)))
    if (result < 0) {
      context.freeContext()
      throw new CutterError('unsupported_media', `Frames like these cannot be encoded as ${name}.`)
    }
    return context
  }

  #receive(context: CodecContext): Promise<NativeFrame[]> {
    return takePackets(context, this.#packet, 'an encoded frame', ({ pts, isKeyframe, data }) => ({
      pts: Number(pts),
      isKey: isKeyframe,
      data: Uint8Array.from(data!),
    }))
  }
}

/** Of large frames SVT-AV1 would hold dozens, in gigabytes: without frames from the future it needs few, and one at a time. */
const SPARING_MEMORY = ':pred-struct=1:lookahead=0:lp=1'
function optionsFor(codec: NativeCodec, isLarge: boolean): Record<string, string> {
  if (codec === 'av1') {
    const params = `scd=0:enable-overlays=0${isLarge ? SPARING_MEMORY : ''}`
    return { preset: '10', crf: String(QUALITY.av1), 'svtav1-params': params }
  }
  const common = { deadline: 'realtime', crf: String(QUALITY[codec]), 'lag-in-frames': '0', 'auto-alt-ref': '0' }
  return codec === 'vp8' ? { ...common, 'cpu-used': '12' } : { ...common, 'cpu-used': '8', 'row-mt': '1' }
}
