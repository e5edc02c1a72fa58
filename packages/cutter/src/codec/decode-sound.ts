import { setImmediate } from 'node:timers/promises'
import { AV_CHANNEL_ORDER_NATIVE, AV_NOPTS_VALUE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { type ChannelLayout, Codec, CodecContext, Frame, Packet, Rational, SoftwareResampleContext } from 'node-av/lib'
import { CutterError, throwIfCancelled } from '../cutter-error.ts'
import type { LoadedPacket } from '../index/packet-ref.ts'
import { type SoundCodecName, soundCodecIds } from './codec-names.ts'
import { isDrained, requireDecoded } from './codec-result.ts'

export interface SoundStream {
  codec: SoundCodecName
  sampleRate: number
  channels: number
  timescale: number
  configuration: Uint8Array | null
}

/** Decoded sound: one array of samples (-1..1) per channel. */
export interface SoundBlock {
  /** The position of the first sample on the part's timeline, counted in samples of the output rate. */
  startSample: number
  channels: Float32Array[]
}

/** Time stamps may be coarse (WebM's are whole milliseconds); only a real gap or overlap moves the position. */
const TOLERATED_DRIFT_SECONDS = 0.02
/** So many packets, well under 10 ms of work, are decoded without looking up. */
const PACKETS_AT_A_TIME = 64

/**
 * Decodes packets to sound of the wanted rate and channel count. Each block follows the previous one without a gap,
 * unless the source itself has one.
 */
export async function* decodeSound(
  stream: SoundStream,
  wanted: { sampleRate: number; channels: number },
  packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
  signal: AbortSignal | undefined,
): AsyncGenerator<SoundBlock, void> {
  const decoder = await SoundDecoder.open(stream)
  const converter = new SoundConverter(wanted)
  let expected: number | null = null
  try {
    let decoded = 0
    for await (const packet of packets) {
      decoded += 1
      if (decoded % PACKETS_AT_A_TIME === 0) {
        await setImmediate()
      }
      throwIfCancelled(signal)
      for (const frame of decoder.decode(packet)) {
        const stamped = Math.round((Number(frame.pts) / stream.timescale) * wanted.sampleRate)
        const channels = converter.convert(frame)
        const drift = expected === null ? Infinity : Math.abs(stamped - expected)
        const startSample: number = drift > TOLERATED_DRIFT_SECONDS * wanted.sampleRate ? stamped : expected!
        expected = startSample + channels[0]!.length
        yield { startSample, channels }
      }
    }
    for (const frame of decoder.decode(null)) {
      const channels = converter.convert(frame)
      yield { startSample: expected ?? 0, channels }
      expected = (expected ?? 0) + channels[0]!.length
    }
    const rest = converter.flush()
    if (rest && rest[0]!.length > 0) {
      yield { startSample: expected ?? 0, channels: rest }
    }
  } finally {
    decoder.close()
    converter.close()
  }
}

class SoundDecoder {
  readonly #context: CodecContext
  readonly #packet = new Packet()
  readonly #frame = new Frame()

  private constructor(context: CodecContext) {
    this.#context = context
    this.#packet.alloc()
    this.#frame.alloc()
  }

  static async open(stream: SoundStream): Promise<SoundDecoder> {
    const codec = Codec.findDecoder(soundCodecIds[stream.codec])
    if (!codec) {
      throw new CutterError('unsupported_media', `There is no decoder for ${stream.codec}.`)
    }
    const context = new CodecContext()
    context.allocContext3(codec)
    if (stream.configuration) {
      context.extraData = Buffer.from(stream.configuration)
    }
    context.sampleRate = stream.sampleRate
    context.channelLayout = standardLayout(stream.channels)
    context.pktTimebase = new Rational(1, stream.timescale)
    requireDecoded(await context.open2(codec), `open the ${stream.codec} decoder`)
    return new SoundDecoder(context)
  }

  /**
   * The frames one packet gives (null: those still held back); each is valid until the next is asked for. Decoded right
   * here: a packet of sound takes some 20 microseconds, a journey to another thread and back ten times as long.
   */
  *decode(packet: LoadedPacket | null): Generator<Frame, void> {
    if (packet) {
      const { data } = packet
      this.#packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      this.#packet.pts = BigInt(Math.round(packet.pts))
      this.#packet.dts = AV_NOPTS_VALUE
      this.#context.sendPacketSync(this.#packet)
      this.#packet.unref()
    } else {
      this.#context.sendPacketSync(null)
    }
    for (;;) {
      const result = this.#context.receiveFrameSync(this.#frame)
      if (isDrained(result)) {
        return
      }
      if (result >= 0) {
        yield this.#frame
        this.#frame.unref()
      }
    }
  }

  close(): void {
    this.#packet.free()
    this.#frame.free()
    this.#context.freeContext()
  }
}

/** Brings frames of any sample format, rate and channel layout to planar floats. */
class SoundConverter {
  readonly #wanted: { sampleRate: number; channels: number }
  #context: SoftwareResampleContext | null = null

  constructor(wanted: { sampleRate: number; channels: number }) {
    this.#wanted = wanted
  }

  convert(frame: Frame): Float32Array[] {
    const { sampleRate, channels } = this.#wanted
    const fits =
      frame.format === AV_SAMPLE_FMT_FLTP &&
      frame.sampleRate === sampleRate &&
      frame.channelLayout.nbChannels === channels
    if (fits) {
      return planesOf(frame, channels)
    }
    this.#context ??= this.#open(frame)
    return this.#run(frame)
  }

  /** What the resampler still holds back. */
  flush(): Float32Array[] | null {
    return this.#context ? this.#run(null) : null
  }

  close(): void {
    this.#context?.free()
    this.#context = null
  }

  #open(frame: Frame): SoftwareResampleContext {
    const { sampleRate, channels } = this.#wanted
    const context = new SoftwareResampleContext()
    const result = context.allocSetOpts2(
      standardLayout(channels),
      AV_SAMPLE_FMT_FLTP,
      sampleRate,
      frame.channelLayout,
      frame.format as typeof AV_SAMPLE_FMT_FLTP,
      frame.sampleRate,
    )
    requireDecoded(result, 'prepare the sound converter')
    requireDecoded(context.init(), 'open the sound converter')
    return context
  }

  #run(frame: Frame | null): Float32Array[] {
    const { sampleRate, channels } = this.#wanted
    const output = new Frame()
    output.alloc()
    try {
      output.format = AV_SAMPLE_FMT_FLTP
      output.sampleRate = sampleRate
      output.channelLayout = standardLayout(channels)
      requireDecoded(this.#context!.convertFrame(output, frame), 'convert sound')
      return output.nbSamples > 0
        ? planesOf(output, channels)
        : Array.from({ length: channels }, () => new Float32Array(0))
    } finally {
      output.free()
    }
  }
}

/** Copies, because the codec reuses its buffers. */
function planesOf(frame: Frame, channels: number): Float32Array[] {
  const planes = frame.extendedData ?? []
  return planes.slice(0, channels).map((plane) => {
    const bytes = Uint8Array.from(plane.subarray(0, frame.nbSamples * 4))
    return new Float32Array(bytes.buffer)
  })
}

/** The usual speakers for a number of channels. */
export function standardLayout(channels: number): ChannelLayout {
  const masks: Record<number, bigint> = {
    1: 0x4n,
    2: 0x3n,
    3: 0x7n,
    4: 0x107n,
    5: 0x37n,
    6: 0x3fn,
    7: 0x70fn,
    8: 0x63fn,
  }
  const mask = masks[channels]
  if (mask === undefined) {
    throw new CutterError('unsupported_media', `Sound of ${channels} channels cannot be decoded.`)
  }
  return { nbChannels: channels, order: AV_CHANNEL_ORDER_NATIVE, mask }
}
