import { stat } from 'node:fs/promises'
import type { SpokenTrack, YoutubeRendition } from '@kerf/stamped-media/make-youtube-renditions'

/** One rendition as YouTube would describe it. */
export interface StandinFormat {
  itag: number
  path: string
  sizeBytes: number
  /** `video/mp4`, `audio/webm` ... without parameters */
  mimeType: string
  codecs: string
  bitrate: number
  image: { width: number; height: number; framesPerSecond: number; label: string; quality: string } | null
  audio: { sampleRate: number; channels: number } | null
  /** Speech in the audio; null: nobody speaks. */
  speech: SpokenTrack | null
  /** Name of the audio track in the player; null: there is no choice. */
  audioTrack: { id: string; displayName: string; audioIsDefault: boolean } | null
}

/** Every stamped rendition has this rate. */
export const FRAMES_PER_SECOND = 30

const AUDIO_CODEC_PATTERN = /mp4a|opus|mp3/

const QUALITY_BY_HEIGHT: Record<number, string> = {
  144: 'tiny',
  240: 'small',
  360: 'medium',
  480: 'large',
  720: 'hd720',
  1080: 'hd1080',
  1440: 'hd1440',
  2160: 'hd2160',
}

export async function describeFormat(rendition: YoutubeRendition): Promise<StandinFormat> {
  const hasImage = rendition.width !== undefined && rendition.height !== undefined
  const hasAudio = AUDIO_CODEC_PATTERN.test(rendition.codecs)
  return {
    itag: rendition.itag,
    path: rendition.path,
    sizeBytes: (await stat(rendition.path)).size,
    mimeType: rendition.mime,
    codecs: rendition.codecs,
    bitrate: rendition.bitrate,
    image: hasImage ? describeImage(rendition.width!, rendition.height!) : null,
    audio: hasAudio ? { sampleRate: rendition.codecs.includes('opus') ? 48_000 : 44_100, channels: 2 } : null,
    speech: rendition.speech ?? null,
    audioTrack: null,
  }
}

function describeImage(width: number, height: number): StandinFormat['image'] {
  return {
    width,
    height,
    framesPerSecond: FRAMES_PER_SECOND,
    label: `${height}p`,
    quality: QUALITY_BY_HEIGHT[height] ?? 'medium',
  }
}
