import type { SubtitleKind, SubtitleStyle } from '../captions/transcript.ts'
import { CLIP_FORMATS, type ClipFormat, isSilent } from './clip-format.ts'
import type { Crop } from './crop.ts'

/**
 * Options that change the bytes of a clip, in addition to ranges, quality and format. They are part of its identity.
 */
export interface ClipOptions {
  /** Id of the audio track; absent: the original. */
  audioTrack?: string
  /** Subtitles in the file: a text track, or drawn into the frames. Subtitle files beside a clip do not change it. */
  subtitles?: { captions: string; as: 'track' } | { captions: string; as: 'burned'; style: SubtitleStyle }
  /** Maximum size of the file, in bytes; absent: no limit. */
  maxBytes?: number
  /** Area of the frame to keep; absent: all of it. */
  crop?: Crop
  /** Integrated loudness of the audio in LUFS; absent: unchanged. */
  loudness?: number
  /** Length of the fades at both ends, in seconds. */
  fade?: { video?: number; audio?: number }
  /** Bitrate of an MP3; absent: the default. */
  bitrate?: Mp3Bitrate
  /** Width and frame rate of a GIF or WebP; absent: the defaults. */
  animation?: { width: number; frameRate: number }
  /** Container of `original`: an MP4 with VP9 or AV1; absent: a WebM. */
  container?: 'mp4'
  /** Window of a live stream. The ranges count from its beginning. */
  liveWindow?: string
}

/** Size limits in bytes. A megabyte is a million bytes, so the file also fits into as many MiB. */
export const MAX_BYTES_PRESETS = [8, 10, 16, 25, 50].map((megabytes) => megabytes * 1_000_000)
export const MAX_BYTES_BOUNDS = { least: 500_000, most: 2_000_000_000 } as const
/** Loudness of streaming platforms, in LUFS. Peaks stay below -1 dBTP. */
export const USUAL_LOUDNESS = -14
export const LOUDNESS_BOUNDS = { least: -30, most: -9 } as const
export const FADE_SECONDS_BOUNDS = { least: 0.1, most: 2 } as const
export const MP3_BITRATES = ['320k', '256k', '192k', '128k', 'v2'] as const
export type Mp3Bitrate = (typeof MP3_BITRATES)[number]
export const ANIMATION_WIDTH_BOUNDS = { least: 160, most: 720 } as const
export const FRAME_RATE_BOUNDS = { least: 5, most: 25 } as const

const AUDIBLE_FORMATS = CLIP_FORMATS.filter((format) => !isSilent(format))

/** Formats that allow each option. */
export const OPTION_FORMATS: Readonly<
  Record<
    Exclude<keyof ClipOptions, 'audioTrack' | 'subtitles' | 'fade' | 'liveWindow'> | 'videoFade' | 'audioFade',
    readonly ClipFormat[]
  >
> = {
  maxBytes: ['mp4'],
  crop: ['mp4', 'gif', 'webp', 'png'],
  loudness: AUDIBLE_FORMATS,
  videoFade: ['mp4'],
  audioFade: AUDIBLE_FORMATS,
  bitrate: ['mp3'],
  animation: ['gif', 'webp'],
  container: ['original'],
}

/** Formats that allow each form of subtitles. */
export const SUBTITLED_FORMATS: Readonly<Record<SubtitleKind, readonly ClipFormat[]>> = {
  file: AUDIBLE_FORMATS,
  track: ['mp4', 'original'],
  burned: ['mp4'],
}

/** Key of options. Equal options have the same key, whatever the order of their properties. */
export function optionsKey(options: ClipOptions): string {
  return JSON.stringify(sortedKeys(options))
}

function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, propertyValue]) => propertyValue !== undefined)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, propertyValue]) => [key, sortedKeys(propertyValue)])
}
