import type { ClipFormat } from './clip-format.ts'
import { QUALITIES, type QualityId } from './quality.ts'

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
