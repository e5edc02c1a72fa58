import { setImmediate } from 'node:timers/promises'
import { AV_NOPTS_VALUE } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import { CutterError, throwIfCancelled } from '../api/cutter-error.ts'
import type { AudioCodecName } from '../bitstream/codec-names.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { AudioConverter, type AudioForm, standardLayout } from './audio-converter.ts'
import { audioCodecIds } from './codec-ids.ts'
import { isDrained, requireDecoded } from './codec-result.ts'
import { steadyTimes, type TimedAudio } from './steady-times.ts'

export interface AudioStream {
  codec: AudioCodecName
  sampleRate: number
  channels: number
  timescale: number
  configuration: Uint8Array | null
}

/** Decoded audio: one array of samples (-1..1) per channel. */
export interface AudioBlock {
  /** The position of the first sample on the part's timeline, counted in samples of the output rate. */
  startSample: number
  channels: Float32Array[]
}

/** Damaged packets are skipped, as players do; a decoder that does nothing but complain is not asked for ever. */
const MOST_ERRORS = 16
/** So many packets, well under 10 ms of work, are decoded without looking up. */
const PACKETS_AT_A_TIME = 64

/**
 * Decodes packets to audio of the wanted rate and channel count. Each block follows the previous one without a gap,
 * unless the source itself has one.
 */
export async function* decodeAudio(
  stream: AudioStream,
  wanted: AudioForm,
  packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
  signal: AbortSignal | undefined,
): AsyncGenerator<AudioBlock, void> {
  const converter = new AudioConverter(wanted)
  let position = 0
  const blockOf = (channels: Float32Array[] | null): AudioBlock[] => {
    if (!channels || channels[0]!.length === 0) {
      return []
    }
    const startSample = position
    position += channels[0]!.length
    return [{ startSample, channels }]
  }
  const frames = new DecodedFrames(stream, packets, signal)
  try {
    for await (const { audio, startTime, isContinued } of steadyTimes(frames.all())) {
      if (!isContinued || converter.isOtherForm(audio.frame)) {
        yield* blockOf(converter.flush())
      }
      if (!isContinued) {
        position = Math.round(startTime * wanted.sampleRate)
      }
      const channels = converter.convert(audio.frame)
      frames.free(audio)
      yield* blockOf(channels)
    }
    yield* blockOf(converter.flush())
  } finally {
    frames.freeAll()
    converter.close()
  }
}

/** Above this, no core of HE-AAC is found in the wild. */
const HIGHEST_CORE_RATE = 24_000

/**
 * A track's audio as it comes out of the decoder. For HE-AAC the container may describe nothing but the core, which has half the
 * rate and perhaps one channel for two; only a packet shows the rest. Unchanged when the first packet cannot be decoded.
 */
export async function asDecoded<Description extends Omit<AudioStream, 'timescale'>>(
  description: Description | null,
  firstPacket: () => Promise<Uint8Array | null>,
): Promise<Description | null> {
  if (description?.codec !== 'aac' || description.sampleRate > HIGHEST_CORE_RATE) return description
  const data = await firstPacket()
  if (!data) return description
  const packet = { pts: 0, duration: 0, isSync: true, entryIndex: 0, data }
  const frames = new DecodedFrames({ ...description, timescale: description.sampleRate }, [packet], undefined)
  try {
    for await (const { frame } of frames.all()) {
      return { ...description, sampleRate: frame.sampleRate, channels: frame.channelLayout.nbChannels }
    }
    return description
  } finally {
    frames.freeAll()
  }
}

interface DecodedFrame extends TimedAudio {
  frame: Frame
}

/** Frames that were decoded and not yet used: a few are looked at before the first of them is. */
class DecodedFrames {
  readonly #stream: AudioStream
  readonly #packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>
  readonly #signal: AbortSignal | undefined
  readonly #held = new Set<Frame>()

  constructor(
    stream: AudioStream,
    packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
    signal: AbortSignal | undefined,
  ) {
    this.#stream = stream
    this.#packets = packets
    this.#signal = signal
  }

  async *all(): AsyncGenerator<DecodedFrame, void> {
    const decoder = await AudioDecoder.open(this.#stream)
    try {
      let decoded = 0
      for await (const packet of this.#packets) {
        decoded += 1
        if (decoded % PACKETS_AT_A_TIME === 0) {
          await setImmediate()
        }
        throwIfCancelled(this.#signal)
        yield* this.#hold(decoder.decode(packet))
      }
      yield* this.#hold(decoder.decode(null))
    } finally {
      decoder.close()
    }
  }

  free({ frame }: DecodedFrame): void {
    this.#held.delete(frame)
    frame.free()
  }

  freeAll(): void {
    for (const frame of this.#held) {
      frame.free()
    }
    this.#held.clear()
  }

  *#hold(frames: Iterable<Frame>): Generator<DecodedFrame> {
    for (const frame of frames) {
      this.#held.add(frame)
      const { pts, nbSamples, sampleRate } = frame
      const stampSeconds = pts === AV_NOPTS_VALUE ? null : Number(pts) / this.#stream.timescale
      yield { frame, stampSeconds, durationSeconds: nbSamples / sampleRate }
    }
  }
}

class AudioDecoder {
  readonly #context: CodecContext
  readonly #packet = new Packet()

  private constructor(context: CodecContext) {
    this.#context = context
    this.#packet.alloc()
  }

  static async open(stream: AudioStream): Promise<AudioDecoder> {
    const codec = Codec.findDecoder(audioCodecIds[stream.codec])
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
    return new AudioDecoder(context)
  }

  /**
   * The frames one packet gives (null: those still held back); they belong to whoever takes them. Decoded right here: a packet of audio takes some 20 microseconds, a journey to another thread and back ten times as long.
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
    let errors = 0
    for (;;) {
      const frame = new Frame()
      frame.alloc()
      const result = this.#context.receiveFrameSync(frame)
      if (result >= 0) {
        yield frame
        continue
      }
      frame.free()
      errors += 1
      if (isDrained(result) || errors > MOST_ERRORS) {
        return
      }
    }
  }

  close(): void {
    this.#packet.free()
    this.#context.freeContext()
  }
}
