import { rationedOwner } from '../../ports/rationed-by.ts'
import { SourceReadError } from '../../ports/sources.ts'

export interface BufferedSegment {
  bytes: Uint8Array
  /** Frees the segment after it was sent, or is no longer needed. */
  release(): void
}

export interface SegmentBufferLimits {
  /** Limit of this process. */
  maxBytes: number
  /** Limit of one owner. A shared segment counts in full for each of its owners. */
  maxBytesOfOwner: number
}

const LIMITS: SegmentBufferLimits = { maxBytes: 128_000_000, maxBytesOfOwner: 64_000_000 }

export type ReadSegment = (signal: AbortSignal, onBytes: (count: number) => void) => Promise<Uint8Array>

interface BufferedEntry {
  bytes: number
  /** Owners that wait for the segment or are receiving it. */
  owners: string[]
  segment: Promise<Uint8Array>
  reading: AbortController
}

/** Holds whole segments in memory while they are sent, within limits. Concurrent requests share one segment. */
export function createSegmentBuffer({ maxBytes, maxBytesOfOwner: maxOfOne }: SegmentBufferLimits = LIMITS) {
  const entries = new Map<string, BufferedEntry>()

  function bufferedBytes(owner?: string): number {
    let sum = 0
    for (const { bytes, owners } of entries.values()) if (owner === undefined || owners.includes(owner)) sum += bytes
    return sum
  }

  const isFull = (owners: readonly string[]): boolean =>
    bufferedBytes() > maxBytes || owners.every((owner) => bufferedBytes(owner) > maxOfOne)

  function beginRead(key: string, read: ReadSegment): BufferedEntry {
    const reading = new AbortController()
    function onBytes(count: number): void {
      // Counted twice, because joining the chunks copies them.
      entry.bytes += 2 * count
      if (!isFull(entry.owners)) return
      forget(key, entry)
      reading.abort(entry.bytes > maxOfOne ? tooLarge() : busy())
    }
    const segment = read(reading.signal, onBytes).then(
      (bytes) => {
        entry.bytes = bytes.byteLength
        return bytes
      },
      (error: unknown) => {
        forget(key, entry)
        throw reading.signal.aborted ? reading.signal.reason : error
      },
    )
    const entry: BufferedEntry = { bytes: 0, owners: [], segment, reading }
    entries.set(key, entry)
    return entry
  }

  function forget(key: string, entry: BufferedEntry): void {
    if (entries.get(key) === entry) entries.delete(key)
  }

  return {
    bufferedBytes,
    /** Reads a segment once for all concurrent requests. Throws SourceReadError (`busy`), or the error of `read`. */
    async hold(key: string, read: ReadSegment, signal: AbortSignal): Promise<BufferedSegment> {
      signal.throwIfAborted()
      const owner = rationedOwner()
      if (isFull([owner])) throw busy()
      const entry = entries.get(key) ?? beginRead(key, read)
      entry.owners.push(owner)
      let isReleased = false
      function release(): void {
        if (isReleased) return
        isReleased = true
        entry.owners.splice(entry.owners.indexOf(owner), 1)
        if (entry.owners.length > 0) return
        forget(key, entry)
        entry.reading.abort(signal.reason)
      }
      signal.addEventListener('abort', release, { once: true })
      try {
        return { bytes: await entry.segment, release }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

const busy = (): SourceReadError => new SourceReadError('busy', 'Too many segments are being held.')
const tooLarge = (): SourceReadError =>
  new SourceReadError('unsupported_media', 'A segment is too large for a preview.')
