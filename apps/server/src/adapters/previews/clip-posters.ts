import { buffer } from 'node:stream/consumers'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { ClipPosters, MediaEngine, PreviewSpec, StoredClip } from '../../ports/media.ts'
import { type ByteSource, SourceReadError } from '../../ports/sources.ts'
import { createPreviewCache } from './preview-cache.ts'

export interface ClipPostersOptions {
  engine: Pick<MediaEngine, 'readPreview'>
  files: FileStore
  clock: Clock
}

/** Longer side of a poster in pixels. Chats show previews up to this size. */
const LONGER_SIDE = 1280

/** First frames of finished clips. */
export function createClipPosters({ engine, files, clock }: ClipPostersOptions): ClipPosters {
  const previewCache = createPreviewCache({
    files,
    clock,
    nameOf: (address) => `poster ${address}`,
    async make(address, filePath, signal) {
      const clip = JSON.parse(address) as StoredClip
      const shape = { columns: 1, rows: 1, ...sizeOfPoster(clip) }
      const spec: PreviewSpec = { kind: 'thumbnails', ...shape, times: [0], toleranceSeconds: 1 }
      await engine.readPreview({ source: openStored(files, clip), spec, filePath }, signal)
    },
  })
  return {
    draw: ({ fileKey, sizeBytes, width, height }, signal) =>
      previewCache.read(JSON.stringify({ fileKey, sizeBytes, width, height }), signal),
  }
}

function sizeOfPoster({ width, height }: StoredClip) {
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height))
  const even = (pixels: number): number => Math.max(2, 2 * Math.round((pixels * scale) / 2))
  return { frameWidth: even(width), frameHeight: even(height) }
}

/** A stored file as random access. Reads throw SourceReadError. */
function openStored(files: FileStore, { fileKey, sizeBytes }: StoredClip): ByteSource {
  return {
    sizeBytes,
    async read(start, end) {
      const stream = end > start ? await files.read(fileKey, { start, end: end - 1 }) : null
      const bytes = stream ? await buffer(stream) : new Uint8Array(0)
      if (bytes.byteLength !== end - start) throw new SourceReadError('source_failed', 'The clip has been deleted.')
      return bytes
    },
  }
}
