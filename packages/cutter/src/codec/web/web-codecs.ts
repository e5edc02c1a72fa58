import type { Codecs } from '../codecs.ts'

const notYet = (): never => {
  throw new Error('The codecs of browsers are not written yet.')
}

/** Codecs of this browser. */
export const webCodecs: Codecs = {
  openVideoDecoder: notYet,
  h264Encoder: notYet,
  videoEncoder: notYet,
  openAudioDecoder: notYet,
  audioConverter: notYet,
  openAudioEncoder: notYet,
  openPeakLimiter: notYet,
  openLoudnessMeter: notYet,
  frameScaler: notYet,
  uprightScaler: notYet,
  subtitlePainter: notYet,
  videoFader: notYet,
  imageFrame: notYet,
  encodeImage: notYet,
  webpEncoder: notYet,
  gifChunks: notYet,
  decodeImages: notYet,
}
