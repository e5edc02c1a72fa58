import { readFile } from 'node:fs/promises'
import {
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_GIF,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBWEBP_ANIM,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
  FF_ENCODER_PNG,
} from 'node-av/constants'
import { Codec, getFFmpegInfo } from 'node-av/lib'
import { audioCodecIds, videoCodecIds } from './libav/codec-ids.ts'

/** Every encoder that the cutter opens. */
export const ENCODERS = [
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_FLAC,
  FF_ENCODER_GIF,
  FF_ENCODER_LIBWEBP_ANIM,
  FF_ENCODER_PNG,
  FF_ENCODER_MJPEG,
]

/**
 * The names and versions of the media engine, for example `FFmpeg 8.1, node-av 6.1.1`.
 * @throws Error if the engine cannot be used
 */
export async function engineVersion(): Promise<string> {
  const { version: ffmpeg } = getFFmpegInfo()
  const manifest = new URL('../package.json', import.meta.resolve('node-av'))
  const { version: libraryVersion } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return `FFmpeg ${ffmpeg}, node-av ${libraryVersion}`
}

/** The encoders and decoders that the cutter uses and this engine lacks: `libx264 encoder`, `hevc decoder`. */
export function missingCodecs(): string[] {
  const encoders = ENCODERS.filter((name) => !Codec.findEncoderByName(name))
  const decoders = Object.entries({ ...videoCodecIds, ...audioCodecIds }).filter(([, id]) => !Codec.findDecoder(id))
  return [...encoders.map((name) => `${name} encoder`), ...decoders.map(([name]) => `${name} decoder`)]
}
