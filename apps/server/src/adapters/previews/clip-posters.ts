import { buffer } from 'node:stream/consumers'
import { posterSize } from '@kerf/domain/sizes/poster-size'
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

/** First frames of finished clips. */
export function createClipPosters({ engine, files, clock }: ClipPostersOptions): ClipPosters {
  const previewCache = createPreviewCache({
    files,
    clock,
    nameOf: (address) => `poster ${address}`,
    async make(address, filePath, signal) {
      const clip = JSON.parse(address) as StoredClip
      const { width: frameWidth, height: frameHeight } = posterSize(clip)
      const shape = { columns: 1, rows: 1, frameWidth, frameHeight }
      const spec: PreviewSpec = { kind: 'thumbnails', ...shape, times: [0], toleranceSeconds: 1 }
      await engine.readPreview({ source: openStoredClip(files, clip), spec, filePath }, signal)
    },
  })
  return {
    draw: ({ fileKey, sizeBytes, width, height }, signal) =>
      previewCache.read(JSON.stringify({ fileKey, sizeBytes, width, height }), signal),
  }
}

/** A stored file as random access. Reads throw SourceReadError. */
function openStoredClip(files: FileStore, { fileKey, sizeBytes }: StoredClip): ByteSource {
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
