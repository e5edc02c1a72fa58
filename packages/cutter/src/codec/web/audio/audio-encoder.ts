import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { AAC_LAYOUTS, AAC_RATES } from '../../../bitstream/aac/audio-specific-config.ts'
import type { AudioEncoder, AudioEncoderConfig } from '../../audio-codecs.ts'
import { standardSpeakers } from '../../speakers.ts'
import { findOpusConfig, openOpusEncoder } from './opus-encoder.ts'

const FLAC_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
const MP3_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const MAX_MP3_CHANNELS = 2

/** Opens Opus by WebCodecs, and other encoders as WebAssembly: no browser on Linux has them. */
export async function openAudioEncoder(config: AudioEncoderConfig): Promise<AudioEncoder> {
  if (!(await canEncodeAudio(config))) {
    const { codec, channels, sampleRate } = config
    throw unsupportedMedia(
      `This browser cannot encode ${channels} channels of ${sampleRate} Hz as ${codec.toUpperCase()}.`,
    )
  }
  if (config.codec === 'opus') return openOpusEncoder(config)
  const { openLibraryEncoder } = await import('./library-encoder.ts')
  return openLibraryEncoder({ ...config, codec: config.codec })
}

/** Whether `openAudioEncoder` can open an encoder. */
export async function canEncodeAudio(config: AudioEncoderConfig): Promise<boolean> {
  const { codec, sampleRate, channels, speakers } = config
  switch (codec) {
    case 'opus':
      return (await findOpusConfig(config)) !== null
    case 'aac':
      return (
        AAC_RATES.includes(sampleRate) &&
        AAC_LAYOUTS.some(([, layoutChannels]) => layoutChannels === channels) &&
        (speakers === undefined || speakers === standardSpeakers(channels))
      )
    case 'mp3':
      return MP3_RATES.includes(sampleRate) && channels <= MAX_MP3_CHANNELS
    default:
      return FLAC_RATES.includes(sampleRate) && channels <= 8
  }
}
