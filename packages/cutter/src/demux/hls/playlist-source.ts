import { brokenMedia, CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ByteRange, SegmentBytes, SegmentSource } from '../../api/segment-source.ts'
import type { MediaPlaylist, PlaylistResource } from './parse-media.ts'

export interface FetchOptions extends ReadOptions {
  maxBytes: number
}

interface ReadOptions {
  signal: AbortSignal | undefined
  /** Callback with the size of each chunk that arrives. */
  onBytes: ((count: number) => void) | undefined
}

/**
 * Fetches the bytes at an address of a playlist: all of them, or a range. This function decides whether the address is
 * allowed, and must reject an answer of more than `maxBytes`.
 */
export type FetchResource = (address: string, range: ByteRange | null, options: FetchOptions) => Promise<Uint8Array>

/**
 * Fetches a byte range at an address of unknown size. The result may end early or, if the server ignores the range, be
 * the whole resource. null: the server's answer is not usable.
 */
export type FetchPart = (address: string, range: ByteRange, options: FetchOptions) => Promise<SegmentBytes | null>

/** Largest segment: ten seconds at 50 Mbit/s. */
export const MAX_SEGMENT_BYTES = 64 * 1024 * 1024
const KEY_BYTES = 16
const MAX_KEYS = 1024

/**
 * Creates a segment source for `openMedia` from a complete playlist. Each read fetches a segment and decrypts it
 * (AES-128). Only keys are cached.
 * @param fetchPart fetches parts of segments; null: segments are always fetched as a whole
 * @throws CutterError unsupported_media for a live playlist
 */
export function playlistSource(
  playlist: MediaPlaylist,
  fetchResource: FetchResource,
  fetchPart: FetchPart | null = null,
): SegmentSource {
  if (!playlist.isEnded) throw unsupportedMedia('The playlist is live: it has no end yet.')
  const keys = new Map<string, CryptoKey>()
  /** Whether only whole segments are requested, because the answer to a range request was not usable. */
  let needsWholeSegments = fetchPart === null

  async function readWhole({ address, range, key }: PlaylistResource, options: ReadOptions) {
    if (range) requireSmall(range.end - range.start)
    const bytes = await fetchResource(address, range, { ...options, maxBytes: MAX_SEGMENT_BYTES })
    return key ? await decrypt(bytes, await keyAt(key.address, options), key.iv) : bytes
  }

  /** Reads a part of a resource; null if it must be fetched as a whole. */
  async function readPart(
    { address, range }: PlaylistResource,
    part: ByteRange,
    reading: ReadOptions,
  ): Promise<SegmentBytes | null> {
    const options = { ...reading, maxBytes: MAX_SEGMENT_BYTES }
    if (range) {
      const sizeBytes = range.end - range.start
      requireSmall(sizeBytes)
      const end = Math.min(sizeBytes, part.end)
      if (end <= part.start) return null
      const fileRange = { start: range.start + part.start, end: range.start + end }
      return { bytes: await fetchResource(address, fileRange, options), start: part.start, sizeBytes }
    }
    const partBytes = needsWholeSegments ? null : await fetchPart!(address, part, options)
    needsWholeSegments ||= partBytes === null
    return partBytes
  }

  async function keyAt(address: string, options: ReadOptions): Promise<CryptoKey> {
    const cachedKey = keys.get(address)
    if (cachedKey) return cachedKey
    const bytes = await fetchResource(address, null, { ...options, maxBytes: KEY_BYTES })
    if (bytes.length !== KEY_BYTES) throw brokenMedia('What the playlist names as a key is none.')
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(bytes), 'AES-CBC', false, ['decrypt'])
    if (keys.size >= MAX_KEYS) keys.clear()
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
      // An encrypted segment is read as a whole, because the padding at its end verifies the key.
      const part = byteRange && !segment.key ? await readPart(segment, byteRange, { signal, onBytes }) : null
      if (part) return part
      const bytes = await readWhole(segment, { signal, onBytes })
      return { bytes, start: 0, sizeBytes: bytes.length }
    },
    readInitSection: (index, signal, onBytes) => readWhole(playlist.maps[index]!, { signal, onBytes }),
  }
}

/**
 * Decrypts a segment.
 * @throws CutterError broken_media if the padding at its end is wrong, for example with a wrong key
 */
async function decrypt(bytes: Uint8Array, key: CryptoKey, iv: Uint8Array): Promise<Uint8Array> {
  const cipher = { name: 'AES-CBC', iv: iv as BufferSource }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(cipher, key, bytes as BufferSource))
  } catch (error) {
    throw new CutterError('broken_media', 'A segment cannot be decrypted with its key.', { cause: error })
  }
}

function requireSmall(sizeBytes: number): void {
  if (sizeBytes > MAX_SEGMENT_BYTES) throw unsupportedMedia('A segment of the playlist is too large.')
}
