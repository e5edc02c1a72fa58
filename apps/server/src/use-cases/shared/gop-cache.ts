import { TYPED_TIME_TOLERANCE_SECONDS } from '@kerf/cutter/api/time-range'
import type { Gop } from '../../ports/media.ts'

const MAX_CACHED_BYTES = 64 * 1024 * 1024

/** Cache of the most recently used GOPs, by rendition and time, limited by bytes. */
export function createGopCache(maxBytes = MAX_CACHED_BYTES) {
  /** Entries in order of use; the most recently used entry is last. */
  const entries = new Set<{ rendition: string; gop: Gop }>()
  let cachedBytes = 0
  return {
    find(rendition: string, typedSeconds: number): Gop | null {
      const atSeconds = typedSeconds + TYPED_TIME_TOLERANCE_SECONDS
      for (const entry of entries) {
        const { startTime, endTime } = entry.gop
        if (entry.rendition !== rendition || atSeconds < startTime || atSeconds >= endTime) continue
        entries.delete(entry)
        entries.add(entry)
        return entry.gop
      }
      return null
    },
    keep(rendition: string, gop: Gop): void {
      entries.add({ rendition, gop })
      cachedBytes += gop.bytes.byteLength
      for (const oldestEntry of entries) {
        if (cachedBytes <= maxBytes) return
        entries.delete(oldestEntry)
        cachedBytes -= oldestEntry.gop.bytes.byteLength
      }
    },
  }
}
