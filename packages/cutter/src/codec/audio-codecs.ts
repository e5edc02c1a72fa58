import type { AudioCodecName } from '../bitstream/codec-names.ts'
import type { EncodedChunk } from './video-frame.ts'

export interface AudioFormat {
  sampleRate: number
  channels: number
  /** Whether channels keep their order, regardless of their speakers, if their number does not change. */
  isInOrder?: boolean | undefined
}

/** Consecutive samples from -1 to 1, one array per channel. */
export type Samples = Float32Array[]

/** Decoded audio in its decoder's own sample format. The receiver closes it. */
export interface AudioData {
  /** Ticks of the stream's timescale; null if the decoder gives no time. */
  readonly timestamp: number | null
  readonly numberOfFrames: number
  readonly numberOfChannels: number
  readonly sampleRate: number
  close(): void
}

export interface AudioDecoderConfig extends AudioFormat {
  codec: AudioCodecName
  /** Ticks per second of all timestamps. */
  timescale: number
  configuration: Uint8Array | null
}

/**
 * A decoder of audio. Damaged chunks give no audio. Output may be returned without a promise: decoding a packet takes
 * about 20 microseconds here, and ten times as long in another thread.
 */
export interface AudioDecoder {
  /** Gives the audio of the chunk, without waiting for later chunks where the codec allows that. */
  decode(chunk: EncodedChunk): AudioData[] | Promise<AudioData[]>
  /** Gives the delayed audio. */
  flush(): AudioData[] | Promise<AudioData[]>
  close(): void
}

/** A converter of audio of any sample format, sample rate and channel layout to samples of one format. */
export interface AudioConverter {
  /** Whether audio differs in format from the audio before, as when a broadcast changes from 5.1 to stereo. */
  hasOtherFormat(data: AudioData): boolean
  convert(data: AudioData): Samples
  /** Flushes the delayed samples. After that, audio of any format may follow. */
  flush(): Samples | null
  close(): void
}

export interface AudioEncoderConfig {
  /** AAC keeps the waveform, because it must match the copied packets next to it. */
  codec: 'aac' | 'mp3' | 'opus' | 'flac'
  sampleRate: number
  channels: number
  /** Channel layout as a mask of speakers; absent: the standard layout for the number of channels. */
  speakers?: bigint | undefined
  /** Bits per second; 'v2' is LAME's quality 2. Absent for FLAC. */
  bitrate?: number | 'v2'
  /** Bit depth, for FLAC only. */
  bits?: 16 | 24
}

/**
 * An encoder of audio. Its output is the data of chunks of equal length, in order. Chunk n of AAC covers the input
 * frames n - 1 and n.
 */
export interface AudioEncoder {
  /** Samples in each frame; the last frame of FLAC may be shorter. */
  readonly frameSamples: number
  /** Decoder configuration: AudioSpecificConfig, OpusHead or STREAMINFO; empty for MP3. */
  readonly configuration: Uint8Array
  /** Configuration of FLAC after `flush`. Only then STREAMINFO has the number and the checksum of the samples. */
  finalConfiguration(): Uint8Array
  encode(samples: Samples): Promise<Uint8Array[]>
  flush(): Promise<Uint8Array[]>
  close(): void
}

/** A limiter of true peaks. It reduces all channels together, and every sample keeps its position. */
export interface PeakLimiter {
  /** Gives the limited samples that are ready. */
  limit(samples: Samples): AsyncIterable<Samples>
  flush(): AsyncIterable<Samples>
  close(): void
}

/** A meter of loudness and true peaks by EBU R 128. */
export interface LoudnessMeter {
  add(samples: Samples): Promise<void>
  /** Integrated loudness in LUFS, -70 for silence, and the true peak in dBTP, of all added samples. */
  finish(): Promise<{ lufs: number; peak: number }>
  close(): void
}
