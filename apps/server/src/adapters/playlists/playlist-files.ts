import { CutterError } from '@kerf/cutter/api/cutter-error'
import type { ByteRange, SegmentBytes } from '@kerf/cutter/api/segment-source'
import type { MasterPlaylist } from '@kerf/cutter/demux/hls/parse-master'
import type { MediaPlaylist } from '@kerf/cutter/demux/hls/parse-media'
import { MAX_PLAYLIST_BYTES, parsePlaylist } from '@kerf/cutter/demux/hls/parse-playlist'
import {
  type FetchOptions,
  type FetchPart,
  type FetchResource,
  MAX_SEGMENT_BYTES,
  playlistSource,
} from '@kerf/cutter/demux/hls/playlist-source'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { type SegmentSource, SourceReadError, type StoreSegmentsOptions } from '../../ports/sources.ts'
import { unreadableError } from '../outbound/exchange-watch.ts'
import type { GuardedFetcher, GuardedResponse } from '../outbound/guarded-fetch.ts'
import { EXPIRED_STATUSES, parseContentRange, statusTrouble, TEMPORARY_STATUSES } from '../outbound/range-request.ts'
import { withRetries } from '../outbound/range-source.ts'
import { ResourceGoneError, SourceAnswerError } from '../outbound/source-answer-error.ts'
import { type LiveWindows, parseWindowAddress, type WindowAddress } from './live-windows.ts'
import { windowOf } from './shared-windows.ts'
import { partOfWindow, resourcesOfWindow } from './window-part.ts'

export interface FoundPlaylist {
  address: string
  landedUrl: string
  text: string
  playlist: MasterPlaylist | MediaPlaylist
}

export type PlaylistFiles = ReturnType<typeof createPlaylistFiles>

export interface FetchedResource {
  address: string
  bytes: number
  /** Duration of a segment; null for other resources. */
  seconds: number | null
}

type FetchedCallback = (resource: FetchedResource) => void

const PLAYLIST_TYPES = ['application/vnd.apple.mpegurl', 'application/x-mpegurl', 'audio/mpegurl', 'audio/x-mpegurl']
const PLAYLIST_EXTENSION_PATTERN = /\.m3u8$/i
const RETRY_COUNT = 2

export const namesPlaylist = (link: string): boolean => PLAYLIST_EXTENSION_PATTERN.test(new URL(link).pathname)

/**
 * Reads playlists and the files that they name. The guarded fetcher's policy checks every address.
 * @param windows stores the windows of live playlists; null: live playlists are refused
 */
export function createPlaylistFiles(
  fetcher: GuardedFetcher,
  headers: Readonly<Record<string, string>>,
  windows: LiveWindows | null,
) {
  /** The playlist at an address. Throws SourceReadError. */
  async function find(address: string, signal: AbortSignal): Promise<FoundPlaylist> {
    const { bytes, landedUrl } = await get(address, null, MAX_PLAYLIST_BYTES, signal)
    const text = Buffer.from(bytes).toString('utf8')
    return { address, landedUrl, text, playlist: await withReadErrors(() => parsePlaylist(text, landedUrl)) }
  }

  async function findMedia(address: string, signal: AbortSignal) {
    const { playlist, landedUrl } = await find(address, signal)
    if (!requireMedia(playlist).isEnded) throw new SourceReadError('video_live', 'The playlist has no end yet.')
    return { playlist: requireMedia(playlist), landedUrl, timeline: undefined }
  }

  /** The stored window of a live playlist, as an ended playlist. */
  async function findWindow(address: string) {
    const storedWindow = await windows?.find(address)
    if (!storedWindow) throw new SourceReadError('live_gone', 'The window of the stream is no longer stored.')
    const { text, landedUrl } = storedWindow
    const playlist = requireMedia(await withReadErrors(() => parsePlaylist(text, landedUrl)))
    return { playlist: windowOf(playlist, storedWindow), landedUrl }
  }

  /** Finds the part of a window that some ranges need. A window whose clock is known has a timeline. */
  async function findPart(address: string, { clockSeconds }: WindowAddress, ranges: readonly TimeRange[]) {
    const { playlist: window, landedUrl } = await findWindow(address)
    if (clockSeconds === null) return { playlist: window, landedUrl, timeline: undefined }
    const { playlist, place } = partOfWindow(window, ranges)
    return { playlist, landedUrl, timeline: { clockSeconds, ...place } }
  }

  /** Reads a resource of a window: as it was stored beforehand, else from the source. */
  async function getOfWindow(address: string, resource: string, range: ByteRange | null, options: FetchOptions) {
    const storedSegment = await windows?.findSegment(address, resource, range)
    if (storedSegment) return storedSegment
    try {
      return (await get(resource, range, options.maxBytes, options.signal, options.onBytes)).bytes
    } catch (cause) {
      if (!(cause instanceof ResourceGoneError)) throw cause
      throw new SourceReadError('live_gone', 'The source no longer serves a segment of the stream.', { cause })
    }
  }

  async function get(
    address: string,
    range: ByteRange | null,
    maxBytes: number,
    signal: AbortSignal | undefined,
    onBytes?: (count: number) => void,
  ): Promise<{ bytes: Uint8Array; landedUrl: string }> {
    if (range && range.end - range.start > maxBytes)
      throw new SourceReadError('unsupported_media', 'A byte range of the playlist is too large.')
    return withRetries(RETRY_COUNT, signal, async () => {
      const response = await fetcher.get(address, {
        headers: range ? { ...headers, range: `bytes=${range.start}-${range.end - 1}` } : headers,
        maxBytes: range ? range.end - range.start : maxBytes,
        signal,
      })
      requireAnswer(response, range)
      return { bytes: await readBody(response, onBytes), landedUrl: response.url.href }
    })
  }

  /** Reads a part of a segment; the complete segment if the server ignores ranges; null for a contradictory answer. */
  function getPart(
    address: string,
    requestedRange: ByteRange,
    { maxBytes, signal, onBytes }: FetchOptions,
  ): Promise<SegmentBytes | null> {
    const range = `bytes=${requestedRange.start}-${requestedRange.end - 1}`
    return withRetries(RETRY_COUNT, signal, async () => {
      const response = await fetcher.get(address, { headers: { ...headers, range }, maxBytes, signal })
      const contentRange = answeredRange(response, requestedRange)
      if (!contentRange) {
        response.discard()
        return null
      }
      const bytes = await readBody(response, onBytes)
      const missingBytes = contentRange === 'whole' ? 0 : contentRange.end - contentRange.start - bytes.length
      if (missingBytes > 0) throw new SourceReadError('source_failed', 'A part of a segment ends early.')
      if (missingBytes < 0) return null
      return contentRange === 'whole'
        ? { bytes, start: 0, sizeBytes: bytes.length }
        : { bytes, start: contentRange.start, sizeBytes: contentRange.sizeBytes }
    })
  }

  return {
    find,

    /** The playlist at an address; null if the server declares another media type. Throws SourceReadError. */
    async findServed(address: string, signal: AbortSignal): Promise<FoundPlaylist | null> {
      const response = await fetcher.get(address, { headers, maxBytes: MAX_PLAYLIST_BYTES, signal })
      response.discard()
      return PLAYLIST_TYPES.includes(mediaTypeOf(response)) ? find(address, signal) : null
    },

    windows,

    /**
     * Opens a media playlist, which is a list of segments, or the window of a live one. Throws SourceReadError.
     * @param ranges of a window, only the segments of these ranges are opened
     */
    async openMedia(
      address: string,
      signal: AbortSignal,
      { ranges = [], onFetched }: { ranges?: readonly TimeRange[]; onFetched?: FetchedCallback } = {},
    ): Promise<SegmentSource> {
      const window = parseWindowAddress(address)
      const list = window ? findPart(address, window, ranges) : findMedia(address, signal)
      const { playlist, landedUrl, timeline } = await list
      const report = (resource: string, bytes: number, range: ByteRange | null): void => {
        const segment = playlist.segments.find(
          (candidate) => candidate.address === resource && candidate.range?.start === range?.start,
        )
        onFetched?.({ address: resource, bytes, seconds: segment?.durationSeconds ?? null })
      }
      const fetchResource: FetchResource = async (resource, range, options) => {
        const { maxBytes, signal, onBytes } = options
        const bytes = window
          ? await getOfWindow(address, resource, range, options)
          : (await get(resource, range, maxBytes, signal, onBytes)).bytes
        report(resource, bytes.length, range)
        return bytes
      }
      const fetchPart: FetchPart = async (resource, range, options) => {
        const part = await getPart(resource, range, options)
        if (part) report(resource, part.sizeBytes, null)
        return part
      }
      const source = playlistSource(playlist, fetchResource, fetchPart)
      const { origin, pathname } = new URL(landedUrl)
      return {
        ...source,
        ...(timeline && { timeline }),
        servedFrom: origin + pathname,
        readSegment: (index, byteRange, ...args) =>
          withReadErrors(async () => {
            const { address: resource, range } = playlist.segments[index]!
            // A stored segment is read as a whole, also where the source would serve a part of it.
            const isStored = window && byteRange && (await windows!.hasSegment(address, resource, range))
            return source.readSegment(index, isStored ? null : byteRange, ...args)
          }),
        readInitSection: (...args) => withReadErrors(() => source.readInitSection(...args)),
      }
    },

    /**
     * Stores the segments of some ranges of a window, oldest first, before they leave the stream. Ends early where the
     * disk or `maxBytes` is full, or they are not needed any more. Throws SourceReadError.
     */
    async storeSegments(
      address: string,
      ranges: readonly TimeRange[],
      { maxBytes, signal, isNeeded }: StoreSegmentsOptions,
    ): Promise<void> {
      const { playlist } = await findWindow(address)
      let storedBytes = 0
      for (const { address: resource, range } of resourcesOfWindow(playlist, ranges)) {
        if (storedBytes >= maxBytes || !(await windows!.hasRoom()) || !(await isNeeded())) return
        if (await windows!.hasSegment(address, resource, range)) continue
        const { bytes } = await get(resource, range, MAX_SEGMENT_BYTES, signal)
        await windows!.storeSegment(address, resource, range, bytes)
        storedBytes += bytes.length
      }
    },
  }
}

function requireMedia(playlist: MasterPlaylist | MediaPlaylist): MediaPlaylist {
  if (playlist.kind === 'media') return playlist
  throw new SourceReadError('unsupported_media', 'A playlist names a list of lists.')
}

function mediaTypeOf(response: GuardedResponse): string {
  return (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
}

/** Runs code of the cutter. Turns CutterError into SourceReadError. */
async function withReadErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CutterError)) throw error
    const isFault = error.code === 'not_media' || error.code === 'unsupported_media' || error.code === 'broken_media'
    throw new SourceReadError(isFault ? error.code : 'source_failed', error.message, { cause: error })
  }
}

function requireAnswer(response: GuardedResponse, range: ByteRange | null): void {
  const { status } = response
  if (range === null && status === 200) return
  const part = range && status === 206 ? parseContentRange(response.headers['content-range']) : null
  if (range && part?.first === range.start && part.last === range.end - 1) return
  response.discard()
  const trouble = statusTrouble(response)
  if (TEMPORARY_STATUSES.includes(status)) throw unreadableError(`status ${status}`, trouble)
  if (status === 404 || EXPIRED_STATUSES.includes(status))
    throw new ResourceGoneError('source_failed', `The source answered with status ${status}.`, {
      expired: status !== 404,
      trouble,
    })
  if (status === 200 || status === 206)
    throw new SourceAnswerError('source_failed', 'The source answered with another part than asked for.')
  throw new SourceAnswerError('source_failed', `The source answered with status ${status}.`, { trouble })
}

/** The part of a file that an answer contains; null if the answer is unusable or contradicts itself. */
function answeredRange(
  response: GuardedResponse,
  { start, end: requestedEnd }: ByteRange,
): { start: number; end: number; sizeBytes: number } | 'whole' | null {
  const { status, headers } = response
  if (TEMPORARY_STATUSES.includes(status)) {
    response.discard()
    throw unreadableError(`status ${status}`, statusTrouble(response))
  }
  if (status === 200) return 'whole'
  const part = status === 206 ? parseContentRange(headers['content-range']) : null
  if (!part || part.sizeBytes === null) return null
  const { sizeBytes } = part
  const end = Math.min(sizeBytes, requestedEnd)
  return part.first === start && part.last === end - 1 ? { start, end, sizeBytes } : null
}

async function readBody({ body }: GuardedResponse, onBytes?: (count: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) {
    chunks.push(chunk)
    onBytes?.(chunk.length)
  }
  return Buffer.concat(chunks)
}
