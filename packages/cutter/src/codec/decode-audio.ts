import { setImmediate } from 'node:timers/promises'
import { AV_CHANNEL_ORDER_NATIVE, AV_NOPTS_VALUE } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import { throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import { programLayout } from '../bitstream/aac/program-layouts.ts'
import type { AudioCodecName } from '../bitstream/codec-names.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'
import { type AudioForm, audioConverter, standardLayout } from './audio-converter.ts'
import { audioCodecIds } from './codec-ids.ts'
import { fillPacket, isDrained, requireDecoded } from './codec-result.ts'
import { steadyTimes, type TimedAudio } from './steady-times.ts'

export interface AudioStream extends AudioForm {
  codec: AudioCodecName
  timescale: number
  configuration: Uint8Array | null
  /** Forms of packets by sample entry, where the track changes its form; absent: all packets have this form. */
  forms?: ReadonlyMap<number, Omit<AudioStream, 'timescale'>> | undefined
}

/** The form of a decoded frame, and its time. */
export interface DecodedForm {
  seconds: number
  sampleRate: number
  channels: number
}

/** Decoded audio: one array of samples (-1..1) per channel. */
export interface AudioBlock {
  /** The position of the first sample on the part's timeline, counted in samples of the output rate. */
  startSample: number
  channels: Float32Array[]
}

/** Maximum number of errors of a decoder for one packet. Damaged packets are skipped, as players do. */
const MOST_ERRORS = 16
/** Number of packets that are decoded before the event loop may run: well under 10 ms of work. */
const PACKETS_AT_A_TIME = 64

/**
 * Decodes packets to audio of one sample rate and channel count. Each block follows the previous one without a gap,
 * unless the source itself has one.
 * @param output form of the decoded audio
 * @param onFrame is called with the form of each frame before its conversion
 */
export async function* decodeAudio(
  stream: AudioStream,
  output: AudioForm,
  packets: Packets,
  signal: AbortSignal | undefined,
  onFrame?: (form: DecodedForm) => void,
): AsyncGenerator<AudioBlock, void> {
  const converter = audioConverter(output)
  let position = 0
  const blockOf = (channels: Float32Array[] | null): AudioBlock[] => {
    if (!channels || channels[0]!.length === 0) return []
    const startSample = position
    position += channels[0]!.length
    return [{ startSample, channels }]
  }
  const frames = decodedFrames(stream, packets, signal)
  try {
    for await (const { audio, startTime, isContinued } of steadyTimes(frames.all())) {
      if (!isContinued || converter.hasOtherForm(audio.frame)) yield* blockOf(converter.flush())
      if (!isContinued) position = Math.round(startTime * output.sampleRate)
      onFrame?.({ seconds: startTime, sampleRate: audio.sampleRate, channels: audio.channels })
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

/** Highest sample rate of an HE-AAC core in practice. */
const HIGHEST_CORE_RATE = 24_000

/**
 * Corrects the sample rate and channels of AAC to the values of the decoder's output. The container of HE-AAC may
 * describe only the core, with half the rate and one channel instead of two, and with a program config element it may
 * give any number of channels. The description stays unchanged if the first packet cannot be decoded.
 */
export async function correctAacDescription<Description extends Omit<AudioStream, 'timescale'>>(
  original: Description | null,
  firstPacket: () => Promise<Uint8Array | null>,
): Promise<Description | null> {
  if (original?.codec !== 'aac') return original
  const description = { ...original, channels: programLayout(original.configuration)?.channels ?? original.channels }
  if (description.sampleRate > HIGHEST_CORE_RATE) return description
  const data = await firstPacket()
  if (!data) return description
  const packet = { pts: 0, duration: 0, isSync: true, entryIndex: 0, data }
  const frames = decodedFrames({ ...description, timescale: description.sampleRate }, [packet], undefined)
  try {
    for await (const { frame } of frames.all()) {
      return { ...description, sampleRate: frame.sampleRate, channels: frame.channelLayout.nbChannels }
    }
    return description
  } finally {
    frames.freeAll()
  }
}

/** Opens a test of raw AAC packets against a configuration. The caller closes it. */
export async function openAacTrial(stream: AudioStream) {
  const decoder = await openAudioDecoder(stream)
  return {
    /** Whether a packet decodes to the channels of the stream. FFmpeg's decoder may itself switch to mono or stereo. */
    isDecodable(data: Uint8Array): boolean {
      const frames = [...decoder.decode({ pts: 0, duration: 0, isSync: true, entryIndex: 0, data })]
      const isFitting = frames.some(({ channelLayout }) => channelLayout.nbChannels === stream.channels)
      for (const frame of frames) frame.free()
      return isFitting
    },
    close: decoder.close,
  }
}

interface DecodedFrame extends TimedAudio {
  frame: Frame
  sampleRate: number
  channels: number
}

/** The layout for decoded channels whose speakers the decoder does not name. */
function namedLayout(
  { codec, configuration, channels: streamChannels }: Omit<AudioStream, 'timescale'>,
  channels: number,
) {
  const speakers = codec === 'aac' && channels === streamChannels ? programLayout(configuration)?.speakers : undefined
  return speakers ? { nbChannels: channels, order: AV_CHANNEL_ORDER_NATIVE, mask: speakers } : standardLayout(channels)
}

/** Decodes packets, and owns the frames until `free`, because several are inspected before the first one is used. */
function decodedFrames(stream: AudioStream, packets: Packets, signal: AbortSignal | undefined) {
  const heldFrames = new Set<Frame>()
  let decoder: Awaited<ReturnType<typeof openAudioDecoder>> | null = null
  let form: Omit<AudioStream, 'timescale'> | null = null
  const holdFrames = function* (frames: Iterable<Frame>): Generator<DecodedFrame> {
    for (const frame of frames) {
      heldFrames.add(frame)
      const { pts, nbSamples, sampleRate } = frame
      const { nbChannels: channels, order } = frame.channelLayout
      if (order !== AV_CHANNEL_ORDER_NATIVE) frame.channelLayout = namedLayout(form!, channels)
      const timestampSeconds = pts === AV_NOPTS_VALUE ? null : Number(pts) / stream.timescale
      yield { frame, sampleRate, channels, timestampSeconds, durationSeconds: nbSamples / sampleRate }
    }
  }
  return {
    async *all(): AsyncGenerator<DecodedFrame, void> {
      try {
        let packetCount = 0
        for await (const packet of packets) {
          packetCount += 1
          if (packetCount % PACKETS_AT_A_TIME === 0) await setImmediate()
          throwIfCancelled(signal)
          const packetForm = stream.forms?.get(packet.entryIndex) ?? stream
          if (packetForm !== form) {
            if (decoder) yield* holdFrames(decoder.decode(null))
            decoder?.close()
            decoder = await openAudioDecoder({ ...packetForm, timescale: stream.timescale })
            form = packetForm
          }
          yield* holdFrames(decoder!.decode(packet))
        }
        if (decoder) yield* holdFrames(decoder.decode(null))
      } finally {
        decoder?.close()
      }
    },
    free({ frame }: DecodedFrame): void {
      heldFrames.delete(frame)
      frame.free()
    },
    freeAll(): void {
      for (const frame of heldFrames) frame.free()
      heldFrames.clear()
    },
  }
}

async function openAudioDecoder(stream: AudioStream) {
  const codec = Codec.findDecoder(audioCodecIds[stream.codec])
  if (!codec) throw unsupportedMedia(`There is no decoder for ${stream.codec}.`)
  const context = new CodecContext()
  context.allocContext3(codec)
  if (stream.configuration) context.extraData = Buffer.from(stream.configuration)
  context.sampleRate = stream.sampleRate
  context.channelLayout = standardLayout(stream.channels)
  context.pktTimebase = new Rational(1, stream.timescale)
  requireDecoded(await context.open2(codec), `open the ${stream.codec} decoder`)
  const input = new Packet()
  input.alloc()
  return {
    /**
     * Decodes one packet; null flushes the delayed frames. The caller frees each frame. The call is synchronous,
     * because a packet takes some 20 microseconds to decode, and ten times as long in another thread.
     */
    *decode(packet: LoadedPacket | null): Generator<Frame, void> {
      if (packet) fillPacket(input, packet)
      context.sendPacketSync(packet ? input : null)
      input.unref()
      let errors = 0
      for (;;) {
        const frame = new Frame()
        frame.alloc()
        const result = context.receiveFrameSync(frame)
        if (result >= 0) {
          yield frame
          continue
        }
        frame.free()
        errors += 1
        if (isDrained(result) || errors > MOST_ERRORS) return
      }
    },
    close(): void {
      input.free()
      context.freeContext()
    },
  }
}
