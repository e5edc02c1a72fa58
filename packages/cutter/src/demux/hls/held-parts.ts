import { CutterError } from '../../cutter-error.ts'
import type { FetchedPart, WantedPart } from './playlist-layout.ts'

/** Bytes of a resource, where they lie in it, and how large it is (see `FetchedPart`). */
export interface HeldPart {
  from: number
  bytes: Uint8Array
  sizeBytes: number
}

interface Held {
  /** Sorted, apart from each other. */
  runs: { from: number; bytes: Uint8Array }[]
  sizeBytes: number
}

/** Between asking for a part and for its bytes it is held; several are read side by side. */
const HELD_BYTES = 64 * 1024 * 1024
/** Padding of what is encrypted: the end alone tells how much it is. */
const MOST_PADDING_BYTES = 16
const MOST_SIZES = 30_000

/** Parts of resources that were fetched just now; their sizes are kept for longer. */
export class HeldParts<Resource> {
  readonly #held = new Map<Resource, Held>()
  readonly #sizes = new Map<Resource, number>()
  #heldBytes = 0

  /** What is known of a resource's size; null: nothing. */
  sizeOf(resource: Resource): number | null {
    return this.#sizes.get(resource) ?? null
  }

  whole(resource: Resource): Uint8Array | null {
    const held = this.#held.get(resource)
    const [first] = held?.runs ?? []
    return held && first?.from === 0 && first.bytes.length === held.sizeBytes ? first.bytes : null
  }

  /** The run that has all of a part; null when there is none. */
  around(resource: Resource, wanted: WantedPart): FetchedPart | null {
    const held = this.#held.get(resource)
    const range = held && boundsOf(wanted, held.sizeBytes)
    const run = range && held.runs.find(({ from, bytes }) => from <= range.start && from + bytes.length >= range.end)
    return run ? { from: run.from, to: run.from + run.bytes.length, sizeBytes: held.sizeBytes } : null
  }

  /** The bytes [start, end); null where they are not all there. */
  bytes(resource: Resource, start: number, end: number): Uint8Array | null {
    const runs = this.#held.get(resource)?.runs ?? []
    const found = runs.find(({ from, bytes }) => from <= start && from + bytes.length >= end)
    return found ? found.bytes.subarray(start - found.from, Math.max(start, end) - found.from) : null
  }

  /** What of a part must be fetched: without what is at hand at its ends. */
  missing(resource: Resource, wanted: WantedPart): WantedPart {
    const held = this.#held.get(resource)
    if (!held) {
      return wanted
    }
    let { start, end } = boundsOf(wanted, held.sizeBytes)
    for (const { from, bytes } of held.runs) {
      start = from <= start && start < from + bytes.length ? from + bytes.length : start
    }
    for (const { from, bytes } of held.runs.toReversed()) {
      end = from < end && end <= from + bytes.length ? from : end
    }
    return end > start ? { start, end } : wanted
  }

  hold(resource: Resource, part: HeldPart): void {
    const before = this.#held.get(resource)
    const known = this.#sizes.get(resource) ?? part.sizeBytes
    if (Math.abs(known - part.sizeBytes) > MOST_PADDING_BYTES) {
      throw new CutterError('source_failed', 'A segment has changed while it was read.')
    }
    const sizeBytes = Math.min(known, part.sizeBytes)
    const runs = joined([...(before?.runs ?? []), part])
    this.#drop(resource)
    this.#held.set(resource, { runs, sizeBytes })
    this.#heldBytes += weightOf(runs)
    if (this.#sizes.size < MOST_SIZES || this.#sizes.has(resource)) {
      this.#sizes.set(resource, sizeBytes)
    }
    while (this.#heldBytes > HELD_BYTES && this.#held.size > 1) {
      this.#drop(this.#held.keys().next().value!)
    }
  }

  #drop(resource: Resource): void {
    this.#heldBytes -= weightOf(this.#held.get(resource)?.runs ?? [])
    this.#held.delete(resource)
  }
}

function boundsOf(wanted: WantedPart, sizeBytes: number): { start: number; end: number } {
  return 'lastBytes' in wanted
    ? { start: Math.max(0, sizeBytes - wanted.lastBytes), end: sizeBytes }
    : { start: Math.min(wanted.start, sizeBytes), end: Math.min(wanted.end, sizeBytes) }
}

function weightOf(runs: Held['runs']): number {
  return runs.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

function joined(runs: Held['runs']): Held['runs'] {
  const result: Held['runs'] = []
  for (const { from, bytes } of [...runs].sort((a, b) => a.from - b.from || b.bytes.length - a.bytes.length)) {
    const last = result.at(-1)
    const end = last ? last.from + last.bytes.length : -1
    if (!last || from > end) {
      result.push({ from, bytes })
    } else if (from + bytes.length > end) {
      last.bytes = Buffer.concat([last.bytes, bytes.subarray(end - from)])
    }
  }
  return result
}
