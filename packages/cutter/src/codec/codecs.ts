import type {
  AudioConverter,
  AudioDecoder,
  AudioDecoderConfig,
  AudioEncoder,
  AudioEncoderConfig,
  AudioFormat,
  LoudnessMeter,
  PeakLimiter,
} from './audio-codecs.ts'
import type {
  FadeInput,
  FrameScaler,
  PainterInput,
  SubtitlePainter,
  UprightScaler,
  UprightScalerInput,
  VideoFader,
} from './frame-tools.ts'
import type { PlainFormat, Plane } from './planes.ts'
import type {
  H264Encoder,
  H264EncoderConfig,
  VideoDecoder,
  VideoDecoderConfig,
  VideoEncoder,
  VideoEncoderConfig,
} from './video-codecs.ts'
import type { EncodedChunk, VideoFrame } from './video-frame.ts'

/**
 * The codecs of a platform, in the terms of WebCodecs. They differ from WebCodecs in three ways: opening includes
 * `configure`, output is returned and not passed to a callback, and timestamps are whole ticks of the given timescale,
 * because microseconds would round them. Everything that is opened must be closed.
 */
export interface Codecs {
  /**
   * Whether there is enough memory to encode both seams of a 1080p video at once. A page's process may use about 400
   * MB.
   */
  hasMemoryForTwo: boolean
  /** @throws CutterError unsupported_media or broken_media, as `openAudioDecoder` does */
  openVideoDecoder(config: VideoDecoderConfig): Promise<VideoDecoder>
  h264Encoder(config: H264EncoderConfig): H264Encoder
  /** Opens an encoder, whose first frame throws a CutterError unsupported_media if its format cannot be encoded. */
  videoEncoder(config: VideoEncoderConfig): VideoEncoder

  openAudioDecoder(config: AudioDecoderConfig): Promise<AudioDecoder>
  audioConverter(output: AudioFormat): AudioConverter
  openAudioEncoder(config: AudioEncoderConfig): Promise<AudioEncoder>
  /** @param ceiling highest true peak in dBTP */
  openPeakLimiter(ceiling: number, format: AudioFormat): Promise<PeakLimiter>
  openLoudnessMeter(format: AudioFormat): Promise<LoudnessMeter>

  frameScaler(size: { width: number; height: number }): FrameScaler
  uprightScaler(input: UprightScalerInput): UprightScaler
  /** @throws CutterError unsupported_media if there is no font for the subtitles */
  subtitlePainter(input: PainterInput): SubtitlePainter
  videoFader(input: FadeInput): VideoFader

  /** Makes a frame of copied planes. The caller closes it. */
  imageFrame(planes: readonly Plane[], shape: { format: PlainFormat; width: number; height: number }): VideoFrame
  /** Encodes a frame of the format `rgb` as PNG, or of the format `jpeg` as JPEG. */
  encodeImage(frame: VideoFrame, kind: 'png' | 'jpeg'): Promise<Uint8Array>
  /**
   * Opens an encoder of an animated WebP. Timestamps are milliseconds, and `flush` gives the whole file as one chunk.
   */
  webpEncoder(): VideoEncoder
  /**
   * Draws frames of one size with one palette of 255 colours, and encodes the changes from each frame to the next.
   * Timestamps are indexes, and the first chunk begins with the file's header and palette.
   */
  gifChunks(frames: readonly VideoFrame[], signal: AbortSignal | undefined): AsyncIterable<EncodedChunk>
  /** Decodes images, or the frames of an animated image, in order. A yielded frame is valid until the next one. */
  decodeImages(kind: ImageKind, images: Iterable<Uint8Array>): AsyncIterable<VideoFrame>
}

export type ImageKind = 'gif' | 'webp' | 'png'
