import { createDecipheriv } from 'node:crypto'
import { brokenMedia, CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ByteRange, SegmentBytes, SegmentSource } from '../../api/segment-source.ts'
import type { MediaPlaylist, PlaylistResource } from './parse-media.ts'

export interface FetchOptions extends ReadOptions {
  maxBytes: number
}

interface ReadOptions {
  signal: AbortSignal | undefined
  /** Called with the size of each chunk as it arrives. */
  onBytes: ((count: number) => void) | undefined
}

/**
 * Brings the bytes at an address that a playlist names: all of them, or a range. Whether it may be asked at all is for
 * this function to decide; more than `maxBytes` is to be refused.
 */
export type FetchResource = (address: string, range: ByteRange | null, options: FetchOptions) => Promise<Uint8Array>

/**
 * Brings some of the bytes at an address whose size nobody knows: those of a range as far as there are any. Where the
 * server sends everything instead, everything; null where it answers in a way that cannot be used.
 */
export type FetchPart = (address: string, range: ByteRange, options: FetchOptions) => Promise<SegmentBytes | null>

/** Ten seconds at 50 megabits. */
export const LARGEST_SEGMENT_BYTES = 64 * 1024 * 1024
const KEY_BYTES = 16
const MOST_KEYS = 1024

/**
 * The segments of a playlist whose end is known, for `openMedia`. A segment is fetched, and decrypted (AES-128), when it
 * is read; nothing but keys is cached here.
 * @param fetchPart for segments of which only a part is needed; left out: they are fetched as a whole
 * @throws CutterError unsupported_media when the playlist still grows
 */
export function playlistSource(
  playlist: MediaPlaylist,
  fetchResource: FetchResource,
  fetchPart: FetchPart | null = null,
): SegmentSource {
  if (!playlist.isEnded) throw unsupportedMedia('The playlist is live: it has no end yet.')
  const keys = new Map<string, Uint8Array>()
  /** The server's answer to a range request was invalid: only whole segments are requested from it. */
  let isPartless = fetchPart === null

  async function readWhole({ address, range, key }: PlaylistResource, options: ReadOptions) {
    if (range) requireSmall(range.end - range.start)
    const bytes = await fetchResource(address, range, { ...options, maxBytes: LARGEST_SEGMENT_BYTES })
    return key ? decrypted(bytes, await keyAt(key.address, options), key.iv) : bytes
  }

  /** null: it must be fetched as a whole. */
  async function readPart(
    { address, range }: PlaylistResource,
    wanted: ByteRange,
    reading: ReadOptions,
  ): Promise<SegmentBytes | null> {
    const options = { ...reading, maxBytes: LARGEST_SEGMENT_BYTES }
    if (range) {
      const sizeBytes = range.end - range.start
      requireSmall(sizeBytes)
      const end = Math.min(sizeBytes, wanted.end)
      if (end <= wanted.start) return null
      const within = { start: range.start + wanted.start, end: range.start + end }
      return { bytes: await fetchResource(address, within, options), start: wanted.start, sizeBytes }
    }
    const part = isPartless ? null : await fetchPart!(address, wanted, options)
    isPartless ||= part === null
    return part
  }

  async function keyAt(address: string, options: ReadOptions): Promise<Uint8Array> {
    const known = keys.get(address)
    if (known) return known
    const key = await fetchResource(address, null, { ...options, maxBytes: KEY_BYTES })
    if (key.length !== KEY_BYTES) throw brokenMedia('What the playlist names as a key is none.')
    if (keys.size >= MOST_KEYS) keys.clear()
    keys.set(address, key)
    return key
  }

  return {
    segments: playlist.segments.map(({ durationSeconds, map, recording, isGap }) => ({
      duration: durationSeconds,
      initSection: map,
      recording,
      isGap,
    })),
    initSections: playlist.maps.length,
    async readSegment(index, byteRange, signal, onBytes) {
      const segment = playlist.segments[index]!
      // Each block of a cipher is decrypted by means of the one before it, and the padding shows only at the end.
      const part = byteRange && !segment.key ? await readPart(segment, byteRange, { signal, onBytes }) : null
      if (part) return part
      const bytes = await readWhole(segment, { signal, onBytes })
      return { bytes, start: 0, sizeBytes: bytes.length }
    },
    readInitSection: (index, signal, onBytes) => readWhole(playlist.maps[index]!, { signal, onBytes }),
  }
}

/** The padding at the end shows whether the key was correct. */
function decrypted(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-128-cbc', key, iv)
  try {
    return Buffer.concat([decipher.update(bytes), decipher.final()])
  } catch (error) {
    throw new CutterError('broken_media', 'A segment cannot be decrypted with its key.', { cause: error })
  }
}

function requireSmall(sizeBytes: number): void {
  if (sizeBytes > LARGEST_SEGMENT_BYTES) throw unsupportedMedia('A segment of the playlist is too large.')
}
