import type { Codecs } from '../codecs.ts'
import { audioConverter } from './audio/audio-converter.ts'
import { openAudioDecoder } from './audio/audio-decoder.ts'
import { openAudioEncoder } from './audio/audio-encoder.ts'
import { openLoudnessMeter, openPeakLimiter } from './audio/loudness-filters.ts'
import { frameScaler } from './frames/frame-scaler.ts'
import { imageFrame, uprightScaler } from './frames/upright-scaler.ts'
import { videoFader } from './frames/video-fader.ts'
import { gifChunks } from './images/gif-frames.ts'
import { decodeImages } from './images/image-decoder.ts'
import { encodeImage, webpEncoder } from './images/image-encoder.ts'
import { subtitlePainter } from './subtitles/subtitle-painter.ts'
import { h264Encoder } from './video/h264-encoder.ts'
import { openVideoDecoder } from './video/video-decoder.ts'
import { videoEncoder } from './video/video-encoder.ts'

/** Codecs of this machine: FFmpeg's libraries through node-av. */
export const nativeCodecs: Codecs = {
  hasMemoryForTwo: true,
  openVideoDecoder,
  h264Encoder,
  videoEncoder,
  openAudioDecoder,
  audioConverter,
  openAudioEncoder,
  openPeakLimiter,
  openLoudnessMeter,
  frameScaler,
  uprightScaler,
  subtitlePainter,
  videoFader,
  imageFrame,
  encodeImage,
  webpEncoder,
  gifChunks,
  decodeImages,
}
