import { CutterError, throwIfCancelled } from '../api/cutter-error.ts'
import { programLayout } from '../bitstream/aac/program-layouts.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'
import type { AudioData, AudioDecoder, AudioDecoderConfig, AudioFormat, Samples } from './audio-codecs.ts'
import type { Codecs } from './codecs.ts'
import { steadyTimes, type TimedAudio } from './steady-times.ts'
import type { EncodedChunk } from './video-frame.ts'

export interface AudioStream extends AudioDecoderConfig {
  /** Formats of packets by sample entry, where the track changes its format; absent: all packets have this format. */
  formats?: ReadonlyMap<number, Omit<AudioStream, 'timescale'>> | undefined
}

/** The format of a decoded frame, and its time. */
export interface DecodedFormat {
  seconds: number
  sampleRate: number
  channels: number
}

/** Decoded audio: one array of samples (-1..1) per channel. */
export interface AudioBlock {
  /** The position of the first sample on the part's timeline, counted in samples of the output rate. */
  startSample: number
  channels: Samples
}

export type AudioDecoders = Pick<Codecs, 'openAudioDecoder'>

/**
 * Decodes packets to audio of one sample rate and channel count. Each block follows the previous one without a gap,
 * unless the source itself has one.
 * @param output format of the decoded audio
 * @param onFrame is called with the format of each frame before its conversion
 */
export async function* decodeAudio(
  codecs: AudioDecoders & Pick<Codecs, 'audioConverter'>,
  stream: AudioStream,
  output: AudioFormat,
  packets: Packets,
  signal: AbortSignal | undefined,
  onFrame?: (format: DecodedFormat) => void,
): AsyncGenerator<AudioBlock, void> {
  const converter = codecs.audioConverter(output)
  let position = 0
  const blockOf = (channels: Samples | null): AudioBlock[] => {
    if (!channels || channels[0]!.length === 0) return []
    const startSample = position
    position += channels[0]!.length
    return [{ startSample, channels }]
  }
  const frames = decodedFrames(codecs, stream, packets, signal)
  try {
    for await (const { audio, startTime, isContinued } of steadyTimes(frames.all())) {
      const { data } = audio
      if (!isContinued || converter.hasOtherFormat(data)) yield* blockOf(converter.flush())
      if (!isContinued) position = Math.round(startTime * output.sampleRate)
      onFrame?.({ seconds: startTime, sampleRate: data.sampleRate, channels: data.numberOfChannels })
      const channels = converter.convert(data)
      frames.close(data)
      yield* blockOf(channels)
    }
    yield* blockOf(converter.flush())
  } finally {
    frames.closeAll()
    converter.close()
  }
}

/** Highest sample rate of an HE-AAC core in practice. */
const MAX_CORE_RATE = 24_000

/**
 * Corrects the sample rate and channels of AAC to the values of the decoder's output. The container of HE-AAC may
 * describe only the core, with half the rate and one channel instead of two, and with a program config element it may
 * give any number of channels. The description stays unchanged if the first packet cannot be decoded.
 */
export async function correctAacDescription<Description extends Omit<AudioStream, 'timescale'>>(
  codecs: AudioDecoders,
  original: Description | null,
  firstPacket: () => Promise<Uint8Array | null>,
): Promise<Description | null> {
  if (original?.codec !== 'aac') return original
  const description = { ...original, channels: programLayout(original.configuration)?.channels ?? original.channels }
  if (description.sampleRate > MAX_CORE_RATE) return description
  const data = await firstPacket()
  if (!data) return description
  const packet = { pts: 0, duration: 0, isSync: true, entryIndex: 0, data }
  const stream = { ...description, timescale: description.sampleRate }
  const frames = decodedFrames(codecs, stream, [packet], undefined)
  try {
    for await (const { data: audio } of frames.all()) {
      return { ...description, sampleRate: audio.sampleRate, channels: audio.numberOfChannels }
    }
    return description
  } finally {
    frames.closeAll()
  }
}

/** Opens a test of raw AAC packets against a configuration. The caller closes it. */
export async function openAacTrial(codecs: AudioDecoders, stream: AudioStream) {
  const decoder = await codecs.openAudioDecoder(stream)
  const decodeChunk = async (chunk: EncodedChunk): Promise<AudioData[]> => {
    try {
      return await decoder.decode(chunk)
    } catch (error) {
      // Audio of too many channels does not fit either.
      if (error instanceof CutterError) return []
      throw error
    }
  }
  return {
    /** Whether a packet decodes to the channels of the stream. FFmpeg's decoder may itself switch to mono or stereo. */
    async isDecodable(data: Uint8Array): Promise<boolean> {
      const frames = await decodeChunk({ type: 'key', timestamp: 0, data })
      const isFitting = frames.some(({ numberOfChannels }) => numberOfChannels === stream.channels)
      for (const frame of frames) frame.close()
      return isFitting
    },
    close: () => decoder.close(),
  }
}

interface DecodedFrame extends TimedAudio {
  data: AudioData
}

/** Decodes packets, and owns the frames until `close`, because several are inspected before the first one is used. */
function decodedFrames(codecs: AudioDecoders, stream: AudioStream, packets: Packets, signal: AbortSignal | undefined) {
  const heldFrames = new Set<AudioData>()
  let decoder: AudioDecoder | null = null
  let format: Omit<AudioStream, 'timescale'> | null = null
  const holdFrames = function* (frames: readonly AudioData[]): Generator<DecodedFrame> {
    for (const data of frames) heldFrames.add(data)
    for (const data of frames) {
      const { timestamp, numberOfFrames, sampleRate } = data
      const timestampSeconds = timestamp === null ? null : timestamp / stream.timescale
      yield { data, timestampSeconds, durationSeconds: numberOfFrames / sampleRate }
    }
  }
  return {
    async *all(): AsyncGenerator<DecodedFrame, void> {
      try {
        for await (const packet of packets) {
          throwIfCancelled(signal)
          const packetFormat = stream.formats?.get(packet.entryIndex) ?? stream
          if (packetFormat !== format) {
            if (decoder) yield* holdFrames(await decoder.flush())
            decoder?.close()
            decoder = await codecs.openAudioDecoder({ ...packetFormat, timescale: stream.timescale })
            format = packetFormat
          }
          yield* holdFrames(await decoder!.decode(chunkOf(packet)))
        }
        if (decoder) yield* holdFrames(await decoder.flush())
      } finally {
        decoder?.close()
      }
    },
    close(data: AudioData): void {
      heldFrames.delete(data)
      data.close()
    },
    closeAll(): void {
      for (const data of heldFrames) data.close()
      heldFrames.clear()
    },
  }
}

function chunkOf({ isSync, pts, data }: LoadedPacket): EncodedChunk {
  return { type: isSync ? 'key' : 'delta', timestamp: pts, data }
}
