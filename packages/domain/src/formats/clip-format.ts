import { QUALITIES, type QualityId } from './quality.ts'

/** What a clip is made into: what the grid offers, and beside it the source's own codecs, moving images, and a single one. */
export const CLIP_FORMATS = ['mp4', 'mp3', 'original', 'gif', 'webp', 'png'] as const
export type ClipFormat = (typeof CLIP_FORMATS)[number]
/** As `original` a clip is an MP4 or a WebM, which its source decides. */
export const ORIGINAL_CONTAINERS = ['mp4', 'webm'] as const
export type OriginalContainer = (typeof ORIGINAL_CONTAINERS)[number]
export type ClipContainer = Exclude<ClipFormat, 'original'> | 'webm'

/** Moving images are for sharing: short, and small enough that everybody may have them. */
export const MAX_ANIMATION_SECONDS = 15
export const ANIMATION_QUALITY = '360p'
/** The longer side of moving images; a source that is smaller is not enlarged. */
export const ANIMATION_PIXELS = 480

export const isAnimation = (format: ClipFormat): format is 'gif' | 'webp' => format === 'gif' || format === 'webp'

export const fitsAnimation = (seconds: number): boolean => Math.round(seconds * 1000) <= MAX_ANIMATION_SECONDS * 1000

/** What the file of a clip is; `original` that is not finished yet is taken for what it mostly is. */
export function clipContainer(format: ClipFormat, original: OriginalContainer | undefined): ClipContainer {
  return format === 'original' ? (original ?? 'mp4') : format
}

/** Reads the name of a format as a script may write it; null when there is none of it. */
export function parseFormat(text: string): ClipFormat | null {
  const name = text.trim().toLowerCase()
  return CLIP_FORMATS.find((format) => format === name) ?? null
}

/** What a clip is called, as the grid calls its rows: `1080p (HD)`, `GIF`, `PNG, 720p`, `Original, 4K 2160p`. */
export function clipLabel({ quality, format }: { quality: QualityId; format: ClipFormat }): string {
  const { label } = QUALITIES[quality]
  switch (format) {
    case 'mp4':
    case 'mp3':
      return label
    case 'gif':
      return 'GIF'
    case 'webp':
      return 'WebP'
    case 'png':
      return `PNG, ${label}`
    case 'original':
      return `Original, ${label}`
  }
}
