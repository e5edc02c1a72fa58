import { createDecipheriv } from 'node:crypto'
import type { ByteSource } from '../byte-source.ts'
import { CutterError } from '../cutter-error.ts'
import type { MediaPlaylist, PlaylistResource, ResourceRange } from './parse-media.ts'
import { encodeTable, LARGEST_SEGMENT_BYTES, SIZE_BYTES, SLOT_BYTES } from './playlist-layout.ts'

/**
 * Brings the bytes at an address that a playlist named: all of them, or a range. Whether it may be asked at all is for
 * this function to decide; more than `maxBytes` is to be refused.
 */
export type FetchResource = (
  address: string,
  range: ResourceRange | null,
  options: { maxBytes: number; signal: AbortSignal | undefined },
) => Promise<Uint8Array>

/** Between asking for a segment's size and for its bytes it is held; several are read side by side. */
const HELD_BYTES = 64 * 1024 * 1024
const KEY_BYTES = 16
const MOST_KEYS = 1024

/**
 * A playlist whose end is known, as a source that `openMedia` reads. A segment is fetched, and decrypted, when something of
 * it is read, and not before.
 * @throws CutterError unsupported_media when the playlist still grows
 */
export function playlistSource(playlist: MediaPlaylist, fetchResource: FetchResource): ByteSource {
  if (!playlist.isEnded) {
    throw new CutterError('unsupported_media', 'The playlist is live: it has no end yet.')
  }
  const table = encodeTable({
    segments: playlist.segments,
    maps: playlist.maps.length,
  })
  const slots: PlaylistResource[] = [...playlist.segments, ...playlist.maps]
  const held = new HeldResources(fetchResource)
  return {
    sizeBytes: (1 + slots.length) * SLOT_BYTES,
    async read(start, end, signal) {
      const slot = Math.floor(start / SLOT_BYTES)
      const from = start - slot * SLOT_BYTES
      const to = end - slot * SLOT_BYTES
      if (slot === 0) {
        return padded(table, from, to)
      }
      const bytes = await held.get(slots[slot - 1]!, signal)
      if (from >= SLOT_BYTES - SIZE_BYTES) {
        const size = Buffer.alloc(SIZE_BYTES)
        size.writeBigUInt64BE(BigInt(bytes.length))
        return size.subarray(from - SLOT_BYTES + SIZE_BYTES, to - SLOT_BYTES + SIZE_BYTES)
      }
      return padded(bytes, from, to)
    },
  }
}

function padded(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (to <= bytes.length) {
    return bytes.subarray(from, to)
  }
  const whole = new Uint8Array(to - from)
  whole.set(bytes.subarray(from, to))
  return whole
}

/** Segments that were fetched just now, and all keys. */
class HeldResources {
  readonly #fetch: FetchResource
  readonly #held = new Map<PlaylistResource, Uint8Array>()
  readonly #keys = new Map<string, Uint8Array>()
  #heldBytes = 0

  constructor(fetchResource: FetchResource) {
    this.#fetch = fetchResource
  }

  async get(resource: PlaylistResource, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const held = this.#held.get(resource)
    if (held) {
      return held
    }
    const { address, range, key } = resource
    if (range && range.end - range.start > LARGEST_SEGMENT_BYTES) {
      throw new CutterError('unsupported_media', 'A segment of the playlist is too large.')
    }
    const fetched = await this.#fetch(address, range, { maxBytes: LARGEST_SEGMENT_BYTES, signal })
    const bytes = key ? decrypt(fetched, await this.#keyAt(key.address, signal), key.iv) : fetched
    this.#hold(resource, bytes)
    return bytes
  }

  #hold(resource: PlaylistResource, bytes: Uint8Array): void {
    if (!this.#held.has(resource)) {
      this.#held.set(resource, bytes)
      this.#heldBytes += bytes.length
    }
    while (this.#heldBytes > HELD_BYTES && this.#held.size > 1) {
      const [oldest, { length }] = this.#held.entries().next().value!
      this.#held.delete(oldest)
      this.#heldBytes -= length
    }
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

function decrypt(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-128-cbc', key, iv)
  try {
    return Buffer.concat([decipher.update(bytes), decipher.final()])
  } catch (error) {
    throw new CutterError('broken_media', 'A segment cannot be decrypted with its key.', { cause: error })
  }
}
