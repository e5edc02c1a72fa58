import type { ByteSource } from '../../byte-source.ts'
import { CutterError } from '../../cutter-error.ts'
import { decryptPart, decryptWhole } from './decrypt-segment.ts'
import { HeldParts } from './held-parts.ts'
import type { MediaPlaylist, PlaylistResource, ResourceRange } from './parse-media.ts'
import {
  encodePart,
  encodeTable,
  LARGEST_SEGMENT_BYTES,
  partAt,
  SIZE_BYTES,
  SLOT_BYTES,
  type WantedPart,
} from './playlist-layout.ts'

/**
 * Brings the bytes at an address that a playlist named: all of them, or a range. Whether it may be asked at all is for
 * this function to decide; more than `maxBytes` is to be refused.
 */
export type FetchResource = (
  address: string,
  range: ResourceRange | null,
  options: { maxBytes: number; signal: AbortSignal | undefined },
) => Promise<Uint8Array>

/**
 * Brings some of the bytes at an address that are more in number than anybody knows: those of a range as far as there are any,
 * or the last ones. Where the server sends everything instead, everything; null where it answers in a way that cannot be used.
 */
export type FetchPart = (
  address: string,
  wanted: WantedPart,
  options: { maxBytes: number; signal: AbortSignal | undefined },
) => Promise<ResourcePart | null>

export interface ResourcePart {
  bytes: Uint8Array
  /** Where in the resource they begin. */
  start: number
  /** Of the whole resource. */
  sizeBytes: number
}

const KEY_BYTES = 16
const MOST_KEYS = 1024

/**
 * A playlist whose end is known, as a source that `openMedia` reads. A segment is fetched, and decrypted, when something of
 * it is read, and not before.
 * @param fetchPart for segments of which only a part is needed; left out: they are fetched as a whole
 * @throws CutterError unsupported_media when the playlist still grows
 */
export function playlistSource(
  playlist: MediaPlaylist,
  fetchResource: FetchResource,
  fetchPart: FetchPart | null = null,
): ByteSource {
  if (!playlist.isEnded) {
    throw new CutterError('unsupported_media', 'The playlist is live: it has no end yet.')
  }
  const table = encodeTable({
    segments: playlist.segments,
    maps: playlist.maps.length,
  })
  const slots: PlaylistResource[] = [...playlist.segments, ...playlist.maps]
  const fetched = new FetchedResources(fetchResource, fetchPart)
  return {
    sizeBytes: (1 + slots.length) * SLOT_BYTES,
    async read(start, end, signal) {
      const slot = Math.floor(start / SLOT_BYTES)
      const from = start - slot * SLOT_BYTES
      const to = end - slot * SLOT_BYTES
      if (slot === 0) {
        return padded(table, from, to)
      }
      const resource = slots[slot - 1]!
      if (from >= SLOT_BYTES - SIZE_BYTES) {
        const size = Buffer.alloc(SIZE_BYTES)
        size.writeBigUInt64BE(BigInt((await fetched.whole(resource, signal)).length))
        return size.subarray(from - SLOT_BYTES + SIZE_BYTES, to - SLOT_BYTES + SIZE_BYTES)
      }
      const wanted = partAt(from, to)
      return wanted
        ? encodePart(await fetched.part(resource, wanted, signal))
        : fetched.read(resource, from, to, signal)
    },
  }
}

export function padded(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (to <= bytes.length) {
    return bytes.subarray(from, to)
  }
  const whole = new Uint8Array(to - from)
  whole.set(bytes.subarray(from, to))
  return whole
}

/** Segments and parts of them that were fetched just now, and all keys. */
class FetchedResources {
  readonly #fetch: FetchResource
  readonly #fetchPart: FetchPart | null
  readonly #held = new HeldParts<PlaylistResource>()
  readonly #keys = new Map<string, Uint8Array>()
  /** Its server was asked for a part and did not make sense: it is asked for whole segments only. */
  #isPartless = false

  constructor(fetchResource: FetchResource, fetchPart: FetchPart | null) {
    this.#fetch = fetchResource
    this.#fetchPart = fetchPart
  }

  async whole(resource: PlaylistResource, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const held = this.#held.whole(resource)
    if (held) {
      return held
    }
    const { address, range, key } = resource
    requireSmall(range ? range.end - range.start : 0)
    const fetched = await this.#fetch(address, range, { maxBytes: LARGEST_SEGMENT_BYTES, signal })
    const bytes = key ? decryptWhole(fetched, await this.#keyAt(key.address, signal), key.iv) : fetched
    this.#held.hold(resource, { from: 0, bytes, sizeBytes: bytes.length })
    return bytes
  }

  /** What there is around a part of a resource, once that was fetched. */
  async part(resource: PlaylistResource, wanted: WantedPart, signal: AbortSignal | undefined) {
    const found = this.#held.around(resource, wanted)
    if (found) {
      return found
    }
    await this.#fetchMissing(resource, this.#held.missing(resource, wanted), signal)
    const around = this.#held.around(resource, wanted)
    if (!around) {
      throw new CutterError('source_failed', 'A part of a segment was fetched, and is not there.')
    }
    return around
  }

  async read(resource: PlaylistResource, from: number, to: number, signal: AbortSignal | undefined) {
    const known = this.#held.sizeOf(resource)
    const held = known === null ? null : this.#held.bytes(resource, from, Math.min(to, known))
    if (known === null) {
      await this.whole(resource, signal)
    } else if (!held && from < known) {
      await this.#fetchMissing(resource, this.#held.missing(resource, { start: from, end: to }), signal)
    }
    const sizeBytes = this.#held.sizeOf(resource)!
    const found = held ?? this.#held.bytes(resource, from, Math.min(to, sizeBytes))
    return padded(found ?? (await this.whole(resource, signal)).subarray(from, to), 0, to - from)
  }

  async #fetchMissing(resource: PlaylistResource, wanted: WantedPart, signal: AbortSignal | undefined): Promise<void> {
    const { key } = resource
    const secret = key && { bytes: await this.#keyAt(key.address, signal), iv: key.iv }
    const part = await this.#rawPart(resource, secret ? withBlocksBefore(wanted) : wanted, signal)
    if (!part) {
      await this.whole(resource, signal)
      return
    }
    requireSmall(part.sizeBytes)
    this.#held.hold(resource, secret ? decryptPart(part, secret) : { ...part, from: part.start })
  }

  /** null: it must be fetched as a whole. */
  async #rawPart(
    { address, range }: PlaylistResource,
    wanted: WantedPart,
    signal: AbortSignal | undefined,
  ): Promise<ResourcePart | null> {
    const options = { maxBytes: LARGEST_SEGMENT_BYTES, signal }
    if (range) {
      const sizeBytes = range.end - range.start
      requireSmall(sizeBytes)
      const start =
        'lastBytes' in wanted ? Math.max(0, sizeBytes - wanted.lastBytes) : Math.min(sizeBytes, wanted.start)
      const end = 'lastBytes' in wanted ? sizeBytes : Math.min(sizeBytes, wanted.end)
      if (end <= start) {
        return null
      }
      const bytes = await this.#fetch(address, { start: range.start + start, end: range.start + end }, options)
      return { bytes, start, sizeBytes }
    }
    const part = this.#isPartless ? null : ((await this.#fetchPart?.(address, wanted, options)) ?? null)
    this.#isPartless ||= part === null
    return part
  }

  async #keyAt(address: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const known = this.#keys.get(address)
    if (known) {
      return known
    }
    const key = await this.#fetch(address, null, { maxBytes: KEY_BYTES, signal })
    if (key.length !== KEY_BYTES) {
      throw new CutterError('broken_media', 'What the playlist names as a key is none.')
    }
    if (this.#keys.size >= MOST_KEYS) {
      this.#keys.clear()
    }
    this.#keys.set(address, key)
    return key
  }
}

/** Each block is decrypted by means of the one before it. */
function withBlocksBefore(wanted: WantedPart): WantedPart {
  return 'lastBytes' in wanted
    ? { lastBytes: 16 * Math.ceil(wanted.lastBytes / 16) + 2 * 16 }
    : { start: Math.max(0, 16 * Math.floor(wanted.start / 16) - 16), end: 16 * Math.ceil(wanted.end / 16) }
}

function requireSmall(sizeBytes: number): void {
  if (sizeBytes > LARGEST_SEGMENT_BYTES) {
    throw new CutterError('unsupported_media', 'A segment of the playlist is too large.')
  }
}
