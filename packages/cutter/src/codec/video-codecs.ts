import type { NativeCodec, VideoCodecName } from '../bitstream/codec-names.ts'
import type { Colours } from '../bitstream/colours.ts'
import type { EncodedChunk, PixelAspect, VideoFrame } from './video-frame.ts'

export interface VideoDecoderConfig {
  codec: VideoCodecName
  codedWidth: number
  codedHeight: number
  /** Ticks per second of all timestamps. */
  timescale: number
  /** Codec configuration (avcC, hvcC ...); null if the chunks contain it. */
  description: Uint8Array | null
  /** Colours as the container describes them; null if it does not. */
  colours: Colours | null
  /** Called with the timestamp of each chunk that cannot be decoded. Decoding continues after it. */
  onRefused(timestamp: number): void
}

export interface VideoDecoder {
  /**
   * Decodes a chunk once the result is iterated, and gives the frames that are ready, in presentation order. A yielded
   * frame is valid until the next one is requested. The timestamp of a frame is that of its chunk.
   */
  decode(chunk: EncodedChunk): AsyncIterable<VideoFrame>
  /** Gives all remaining frames. */
  flush(): AsyncIterable<VideoFrame>
  close(): void
}

/**
 * An encoder of frames of one size. The first frame configures size, pixel format and colours. Output comes in decode
 * order, some of it only after later frames.
 */
export interface VideoEncoder {
  /** @param timestamp timestamp of the frame in the clip; absent: its own one */
  encode(frame: VideoFrame, timestamp?: number): Promise<EncodedChunk[]>
  flush(): Promise<EncodedChunk[]>
  close(): void
}

export interface VideoEncoderConfig {
  codec: NativeCodec
  /** Ticks per second of the frames' timestamps. */
  timescale: number
  frameRate: number
  /** Maximum bitrate in bits per second, with a buffer of one second; null: no limit. */
  maxBitrate: number | null
  threads: number
}

export interface H264EncoderConfig {
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

/** Lowest QP of two passes. It gives over 50 dB, and a lower one makes no visible difference. */
export const MIN_QP = 10

/** An encoder whose chunks are NAL units after start codes (Annex B). Chunks may repeat the parameter sets. */
export interface H264Encoder extends VideoEncoder {
  /** Available with the first chunk. */
  parameterSets(): ParameterSets
  /** Available with the first chunk; null before. */
  look(): FrameLook | null
  /** Available after all frames of a pass were encoded. */
  quality(): MeasuredQuality
}

export interface ParameterSets {
  sps: Uint8Array[]
  pps: Uint8Array[]
}

/** Colours and pixel aspect ratio of encoded frames, taken from the first frame. */
export interface FrameLook {
  colours: Colours
  pixelAspect: PixelAspect
}

/** The quality of the frames of a pass. */
export interface MeasuredQuality {
  /** PSNR of the luma over all frames, in dB; Infinity: lossless. */
  psnr: number
  /** Average QP, 0 to 51. */
  qp: number
}
