import type { ByteSource } from '../../ports/sources.ts'

export type IndexCache = ReturnType<typeof createIndexCache>

export interface IndexCacheLimits {
  maxBytes: number
  /** A larger read is not cached: it is no index. */
  maxReadBytes: number
}

/**
 * Default limits: room for the tables of several videos of three hours, 11 MB each, or for the headers of thousands of
 * segmented files.
 */
const DEFAULT_LIMITS: IndexCacheLimits = { maxBytes: 96 * 1024 * 1024, maxReadBytes: 24 * 1024 * 1024 }
/** Memory of a cached read besides its bytes. It counts because there may be many small reads. */
const ENTRY_BYTES = 512

/** Caches indexes for the next clip of the same video. Files without an identity are not cached. */
export function createIndexCache({ maxBytes, maxReadBytes }: IndexCacheLimits = DEFAULT_LIMITS) {
  const entries = new Map<string, Uint8Array>()
  let totalBytes = 0

  function store(key: string, bytes: Uint8Array): void {
    remove(key)
    entries.set(key, bytes)
    totalBytes += bytes.length + ENTRY_BYTES
    for (const oldestKey of entries.keys()) {
      if (totalBytes <= maxBytes) return
      remove(oldestKey)
    }
  }

  function remove(key: string): void {
    const bytes = entries.get(key)
    if (!bytes) return
    entries.delete(key)
    totalBytes -= bytes.length + ENTRY_BYTES
  }

  return {
    async read(
      source: ByteSource,
      ...[start, end, signal, onBytes]: Parameters<ByteSource['read']>
    ): Promise<Uint8Array> {
      if (source.identity === undefined || end - start > maxReadBytes) return source.read(start, end, signal, onBytes)
      const key = `${source.identity} ${start}-${end}`
      const bytes = entries.get(key) ?? (await source.read(start, end, signal, onBytes))
      store(key, bytes)
      return bytes
    },
  }
}
