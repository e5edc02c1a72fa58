import type { SubtitleForm, SubtitleStyle } from '../captions/transcript.ts'
import { CLIP_FORMATS, type ClipFormat, isSilent } from './clip-format.ts'
import type { Crop } from './crop.ts'

/** What changes the bytes of a clip beside its ranges, quality and format. Part of its identity. */
export interface ClipOptions {
  /** The id of the audio track; absent: the original. */
  audioTrack?: string
  /** Subtitles in the file: a text track, or drawn into the frames. Those in files beside the clip do not change it. */
  subtitles?: { captions: string; as: 'track' } | { captions: string; as: 'burned'; style: SubtitleStyle }
  /** The file is not larger. Absent: no limit. */
  maxBytes?: number
  /** What is left of the frame; absent: all of it. */
  crop?: Crop
  /** The integrated loudness in LUFS that the audio is brought to; absent: as it is. */
  loudness?: number
  /** Seconds at both ends. */
  fade?: { video?: number; audio?: number }
  /** Of an MP3; absent: the usual one. */
  bitrate?: Mp3Bitrate
  /** Of a GIF or WebP; absent: the usual ones. */
  animation?: { width: number; frameRate: number }
  /** Of `original`: an MP4 of VP9 or AV1; absent: a WebM of them. */
  container?: 'mp4'
}

/** Megabytes are millions of bytes: a limit of 10 MiB is kept, too. */
export const MAX_BYTES_PRESETS = [8, 10, 16, 25, 50].map((megabytes) => megabytes * 1_000_000)
export const MAX_BYTES = { least: 500_000, most: 2_000_000_000 } as const
/** Of streaming platforms; peaks stay below -1 dBTP. */
export const USUAL_LOUDNESS = -14
export const LOUDNESS = { least: -30, most: -9 } as const
export const FADE_SECONDS = { least: 0.1, most: 2 } as const
export const MP3_BITRATES = ['320k', '256k', '192k', '128k', 'v2'] as const
export type Mp3Bitrate = (typeof MP3_BITRATES)[number]
export const ANIMATION_WIDTH = { least: 160, most: 720 } as const
export const ANIMATION_FRAME_RATE = { least: 5, most: 25 } as const

const AUDIBLE = CLIP_FORMATS.filter((format) => !isSilent(format))

/** The formats that each option is for. */
export const OPTION_FORMATS: Readonly<
  Record<
    Exclude<keyof ClipOptions, 'audioTrack' | 'subtitles' | 'fade'> | 'videoFade' | 'audioFade',
    readonly ClipFormat[]
  >
> = {
  maxBytes: ['mp4'],
  crop: ['mp4', 'gif', 'webp', 'png'],
  loudness: AUDIBLE,
  videoFade: ['mp4'],
  audioFade: AUDIBLE,
  bitrate: ['mp3'],
  animation: ['gif', 'webp'],
  container: ['original'],
}

/** The formats that can have subtitles of each form. */
export const SUBTITLED_FORMATS: Readonly<Record<SubtitleForm, readonly ClipFormat[]>> = {
  file: AUDIBLE,
  track: ['mp4', 'original'],
  burned: ['mp4'],
}

/** Equal options have the same key, in whatever order their parts came. */
export function optionsKey(options: ClipOptions): string {
  return JSON.stringify(sortedKeys(options))
}

function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, part]) => [key, sortedKeys(part)])
}
