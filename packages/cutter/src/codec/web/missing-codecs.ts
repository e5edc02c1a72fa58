import type { VideoCodecName } from '../../bitstream/codec-names.ts'
import type { AudioDecoderConfig, AudioEncoderConfig } from '../audio-codecs.ts'
import { findAudioDecoderConfig } from './audio/audio-decoder.ts'
import { canEncodeAudio } from './audio/audio-encoder.ts'
import { isPcm } from './audio/pcm-decoder.ts'
import { askFirstQuestion } from './shared/first-question.ts'
import { findDecoderConfig } from './video/decoder-config.ts'
import { isFaithfulEncoder } from './video/encoder-trial.ts'
import { bitrateFor, findH264Config } from './video/h264-config.ts'
import { findVideoEncoderConfig } from './video/video-encoder.ts'

/** Codecs that a cut needs. A part that it does not need is absent. */
export interface NeededCodecs {
  decodedVideo?: { codec: VideoCodecName; width: number; height: number; description: Uint8Array | null }
  /** `profile` of H.264: that of the source for a seam, null for any. */
  encodedVideo?: {
    codec: 'h264' | 'vp8' | 'vp9' | 'av1'
    width: number
    height: number
    frameRate: number
    profile: string | null
  }
  decodedAudio?: Omit<AudioDecoderConfig, 'timescale'>
  encodedAudio?: AudioEncoderConfig
}

/** `faithfulVideo`: the encoder of the video blurs or spoils its frames. */
export type MissingCodec = 'webcodecs' | keyof NeededCodecs | 'faithfulVideo'

const USUAL_CRF = 20

/**
 * Finds the parts of a cut that this browser cannot do, and tries its encoders of VP8, VP9 and AV1. The answer is empty if
 * it can do all.
 */
export async function missingCodecs(needed: NeededCodecs): Promise<MissingCodec[]> {
  if (!('VideoDecoder' in globalThis && 'VideoEncoder' in globalThis)) return ['webcodecs']
  await askFirstQuestion()
  const { decodedVideo, encodedVideo, decodedAudio, encodedAudio } = needed
  const missing: MissingCodec[] = []
  if (decodedVideo && !(await findDecoderConfig({ ...decodedVideo, firstChunk: null }))) missing.push('decodedVideo')
  if (encodedVideo && !(await canEncodeVideo(encodedVideo))) missing.push('encodedVideo')
  else if (encodedVideo && !(await isFaithful(encodedVideo))) missing.push('faithfulVideo')
  if (decodedAudio && !(await canDecodeAudio(decodedAudio))) missing.push('decodedAudio')
  if (encodedAudio && !(await canEncodeAudio(encodedAudio))) missing.push('encodedAudio')
  return missing
}

async function canEncodeVideo(shape: NonNullable<NeededCodecs['encodedVideo']>): Promise<boolean> {
  const { codec, ...frames } = shape
  const config =
    codec === 'h264'
      ? await findH264Config(frames, bitrateFor(frames, USUAL_CRF))
      : await findVideoEncoderConfig({ ...frames, codec, maxBitrate: null })
  return config !== null
}

/** H.264 is not tried: every browser with WebCodecs has a good encoder for calls, and most cuts need it. */
async function isFaithful({ codec }: NonNullable<NeededCodecs['encodedVideo']>): Promise<boolean> {
  return codec === 'h264' || isFaithfulEncoder(codec)
}

async function canDecodeAudio(config: NonNullable<NeededCodecs['decodedAudio']>): Promise<boolean> {
  if (isPcm(config.codec)) return true
  return 'AudioDecoder' in globalThis && (await findAudioDecoderConfig(config)) !== null
}
