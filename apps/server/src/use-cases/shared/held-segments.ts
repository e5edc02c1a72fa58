import { rationedOwner } from '../../ports/rationed-by.ts'
import { SourceReadError } from '../../ports/sources.ts'

export interface HeldSegment {
  bytes: Uint8Array
  /** It has been sent, or nobody wants it any more. */
  release(): void
}

export interface HeldSegmentsLimits {
  /** Of this process. */
  mostBytes: number
  /** Held for one owner, alone or together with others. */
  mostOfOne: number
}

const LIMITS: HeldSegmentsLimits = { mostBytes: 128_000_000, mostOfOne: 64_000_000 }

export type ReadSegment = (signal: AbortSignal, onBytes: (count: number) => void) => Promise<Uint8Array>

interface Held {
  bytes: number
  /** Whoever waits for it or is being sent it. */
  owners: string[]
  whole: Promise<Uint8Array>
  reading: AbortController
}

/** Segments come whole and are sent as fast as their reader takes them: all that are held count, each once for all who want it. */
export function createHeldSegments({ mostBytes, mostOfOne }: HeldSegmentsLimits = LIMITS) {
  const held = new Map<string, Held>()

  function heldBytes(owner?: string): number {
    let sum = 0
    for (const { bytes, owners } of held.values()) if (owner === undefined || owners.includes(owner)) sum += bytes
    return sum
  }

  const isFull = (owners: readonly string[]): boolean =>
    heldBytes() > mostBytes || owners.every((owner) => heldBytes(owner) > mostOfOne)

  function begin(key: string, read: ReadSegment): Held {
    const reading = new AbortController()
    function onBytes(count: number): void {
      // As they come, and once more when they are joined.
      entry.bytes += 2 * count
      if (!isFull(entry.owners)) return
      forget(key, entry)
      reading.abort(entry.bytes > mostOfOne ? tooLarge() : busy())
    }
    const whole = read(reading.signal, onBytes).then(
      (bytes) => {
        entry.bytes = bytes.byteLength
        return bytes
      },
      (error: unknown) => {
        forget(key, entry)
        throw reading.signal.aborted ? reading.signal.reason : error
      },
    )
    const entry: Held = { bytes: 0, owners: [], whole, reading }
    held.set(key, entry)
    return entry
  }

  function forget(key: string, entry: Held): void {
    if (held.get(key) === entry) held.delete(key)
  }

  return {
    heldBytes,
    /** The segment, read once for all who want it at the same time. Throws SourceReadError (`busy`), or what `read` throws. */
    async hold(key: string, read: ReadSegment, signal: AbortSignal): Promise<HeldSegment> {
      signal.throwIfAborted()
      const owner = rationedOwner()
      if (isFull([owner])) throw busy()
      const entry = held.get(key) ?? begin(key, read)
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
        return { bytes: await entry.whole, release }
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
