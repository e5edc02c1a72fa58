import { type CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import type { Codecs } from '../codecs.ts'
import { audioConverter } from './audio/audio-converter.ts'
import { openAudioDecoder } from './audio/audio-decoder.ts'
import { openAudioEncoder } from './audio/audio-encoder.ts'
import { frameScaler } from './frames/frame-scaler.ts'
import { encodeImage, imageFrame } from './frames/images.ts'
import { uprightScaler } from './frames/upright-scaler.ts'
import { videoFader } from './frames/video-fader.ts'
import { h264Encoder } from './video/h264-encoder.ts'
import { openVideoDecoder } from './video/video-decoder.ts'
import { videoEncoder } from './video/video-encoder.ts'

/** The error for work that browsers have no codecs for. @param subject begins a sentence */
const unavailable = (subject: string): CutterError => unsupportedMedia(`${subject} not available on this device.`)

/** Codecs of a browser by WebCodecs. They run in a dedicated worker. */
export const webCodecs: Codecs = {
  hasMemoryForTwo: false,
  openVideoDecoder,
  h264Encoder,
  videoEncoder,
  openAudioDecoder,
  audioConverter,
  openAudioEncoder,
  openPeakLimiter: async () => {
    throw unavailable('An even loudness is')
  },
  openLoudnessMeter: async () => {
    throw unavailable('An even loudness is')
  },
  frameScaler,
  uprightScaler,
  subtitlePainter() {
    throw unavailable('Burned-in subtitles are')
  },
  videoFader,
  imageFrame,
  encodeImage,
  webpEncoder() {
    throw unavailable('Animated WebP is')
  },
  gifChunks() {
    throw unavailable('GIF is')
  },
  decodeImages() {
    throw unavailable('An animated image is')
  },
}
