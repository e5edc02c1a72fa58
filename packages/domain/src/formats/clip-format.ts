import { QUALITIES, type QualityId } from './quality.ts'

interface FormatFacts {
  kind: 'video' | 'audio' | 'animation' | 'frame'
  /** English article for messages: `an mp3`. */
  article: 'a' | 'an'
  mediaType: string
  /** Name of a clip, made from the label of its quality, as in the download table. */
  label(quality: string): string
}

/** Every format of a clip. */
export const FORMATS = {
  mp4: { kind: 'video', article: 'an', mediaType: 'video/mp4', label: (quality) => quality },
  mp3: { kind: 'audio', article: 'an', mediaType: 'audio/mpeg', label: (quality) => quality },
  m4a: { kind: 'audio', article: 'an', mediaType: 'audio/mp4', label: () => 'M4A' },
  opus: { kind: 'audio', article: 'an', mediaType: 'audio/ogg', label: () => 'Opus' },
  flac: { kind: 'audio', article: 'a', mediaType: 'audio/flac', label: () => 'FLAC' },
  wav: { kind: 'audio', article: 'a', mediaType: 'audio/wav', label: () => 'WAV' },
  /** The source's own codecs. They decide whether the file is an MP4 or a WebM. */
  original: { kind: 'video', article: 'an', mediaType: 'video/mp4', label: (quality) => `Original, ${quality}` },
  gif: { kind: 'animation', article: 'a', mediaType: 'image/gif', label: () => 'GIF' },
  webp: { kind: 'animation', article: 'a', mediaType: 'image/webp', label: () => 'WebP' },
  png: { kind: 'frame', article: 'a', mediaType: 'image/png', label: (quality) => `PNG, ${quality}` },
} as const satisfies Record<string, FormatFacts>
export type ClipFormat = keyof typeof FORMATS
export const CLIP_FORMATS = Object.keys(FORMATS) as [ClipFormat, ...ClipFormat[]]

type FormatOf<Kind extends FormatFacts['kind']> = {
  [Format in ClipFormat]: (typeof FORMATS)[Format]['kind'] extends Kind ? Format : never
}[ClipFormat]
export const isAudio = (format: ClipFormat): format is FormatOf<'audio'> => FORMATS[format].kind === 'audio'
export const isAnimation = (format: ClipFormat): format is FormatOf<'animation'> => FORMATS[format].kind === 'animation'
/** Whether the format has no audio, and so no choice of an audio track. */
export const isSilent = (format: ClipFormat): boolean => isAnimation(format) || FORMATS[format].kind === 'frame'

/** How a clip is made: a video in one of three ways, a PNG as `still`, every other format by its own name. */
export const CLIP_WAYS = [
  ...(['copied', 'smart', 'transcoded'] as const),
  ...CLIP_FORMATS.filter((format) => isAudio(format) || isAnimation(format)),
  'still' as const,
]
export const ORIGINAL_CONTAINERS = ['mp4', 'webm'] as const
export type OriginalContainer = (typeof ORIGINAL_CONTAINERS)[number]
/** Parts of the source that a clip may lack: transparency, audio tracks beside the chosen one, subtitles. */
export const LEFT_OUT_PARTS = ['alpha', 'other_audio', 'subtitles'] as const

/** Properties of a video that change its clip. The receipt names them. */
export const MEDIA_NOTES = ['audio_changes', 'begins_later', 'ends_earlier'] as const
export type ClipContainer = Exclude<ClipFormat, 'original'> | 'webm'

/** Longest animation, in seconds. */
export const MAX_ANIMATION_SECONDS = 15
export const ANIMATION_QUALITY = '360p'
/**
 * Default of animations: pixels of the longer side, never enlarged, and the highest frames per second. The clip takes
 * every nth frame of the video.
 */
export const USUAL_ANIMATION = { width: 480, frameRate: 12 }

export const fitsAnimation = (seconds: number): boolean => Math.round(seconds * 1000) <= MAX_ANIMATION_SECONDS * 1000

/** Container of a clip's file. An unfinished `original` counts as an MP4. */
export function clipContainer(format: ClipFormat, originalContainer: OriginalContainer | undefined): ClipContainer {
  return format === 'original' ? (originalContainer ?? 'mp4') : format
}

export function mediaTypeOf(container: ClipContainer): string {
  return container === 'webm' ? 'video/webm' : FORMATS[container].mediaType
}

/** Reads the name of a format in any case; null for an unknown one. */
export function parseFormat(text: string): ClipFormat | null {
  const name = text.trim().toLowerCase()
  return CLIP_FORMATS.find((format) => format === name) ?? null
}

/** Name of a clip, as in the download table: `1080p (HD)`, `GIF`, `PNG, 720p`, `Original, 4K 2160p`. */
export function clipLabel({ quality, format }: { quality: QualityId; format: ClipFormat }): string {
  return FORMATS[format].label(QUALITIES[quality].label)
}
