import type { ByteSource } from '../../ports/sources.ts'

export type IndexCache = ReturnType<typeof createIndexCache>

export interface IndexCacheLimits {
  mostBytes: number
  /** A read larger than this is no index that is worth keeping. */
  mostReadBytes: number
}

/** The tables of a video of three hours take 11 MB: a few of those, or the headers of thousands of segmented files. */
const LIMITS: IndexCacheLimits = { mostBytes: 96 * 1024 * 1024, mostReadBytes: 24 * 1024 * 1024 }
/** What keeping a read takes beside its bytes: there may be many small ones. */
const ENTRY_BYTES = 512

/** Caches indexes for the next clip of the same video. Files without an identity are not cached. */
export function createIndexCache({ mostBytes, mostReadBytes }: IndexCacheLimits = LIMITS) {
  const cached = new Map<string, Uint8Array>()
  let heldBytes = 0

  function keep(key: string, bytes: Uint8Array): void {
    forget(key)
    cached.set(key, bytes)
    heldBytes += bytes.length + ENTRY_BYTES
    for (const oldest of cached.keys()) {
      if (heldBytes <= mostBytes) return
      forget(oldest)
    }
  }

  function forget(key: string): void {
    const bytes = cached.get(key)
    if (!bytes) return
    cached.delete(key)
    heldBytes -= bytes.length + ENTRY_BYTES
  }

  return {
    async read(
      source: ByteSource,
      ...[start, end, signal, onBytes]: Parameters<ByteSource['read']>
    ): Promise<Uint8Array> {
      if (source.identity === undefined || end - start > mostReadBytes) return source.read(start, end, signal, onBytes)
      const key = `${source.identity} ${start}-${end}`
      const bytes = cached.get(key) ?? (await source.read(start, end, signal, onBytes))
      keep(key, bytes)
      return bytes
    },
  }
}
