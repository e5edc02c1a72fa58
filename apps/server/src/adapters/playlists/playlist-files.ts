import { CutterError } from '@kerf/cutter/api/cutter-error'
import type { ByteRange, SegmentBytes } from '@kerf/cutter/api/segment-source'
import type { MasterPlaylist } from '@kerf/cutter/demux/hls/parse-master'
import type { MediaPlaylist } from '@kerf/cutter/demux/hls/parse-media'
import { LARGEST_PLAYLIST_BYTES, parsePlaylist } from '@kerf/cutter/demux/hls/parse-playlist'
import {
  type FetchOptions,
  type FetchPart,
  type FetchResource,
  playlistSource,
} from '@kerf/cutter/demux/hls/playlist-source'
import { type SegmentSource, SourceReadError } from '../../ports/sources.ts'
import { unreadable } from '../outbound/exchange-watch.ts'
import type { GuardedFetcher, GuardedResponse } from '../outbound/guarded-fetch.ts'
import { EXPIRED_STATUSES, PASSING_STATUSES, parseContentRange, statusTrouble } from '../outbound/range-request.ts'
import { retrying } from '../outbound/range-source.ts'
import { SourceAnswerError } from '../outbound/source-answer-error.ts'

export interface FoundPlaylist {
  address: string
  landedUrl: string
  playlist: MasterPlaylist | MediaPlaylist
}

export type PlaylistFiles = ReturnType<typeof createPlaylistFiles>

export interface FetchedResource {
  address: string
  bytes: number
  /** How long it lasts; null for what is no segment. */
  seconds: number | null
}

const PLAYLIST_TYPES = ['application/vnd.apple.mpegurl', 'application/x-mpegurl', 'audio/mpegurl', 'audio/x-mpegurl']
const PLAYLIST_ENDING = /\.m3u8$/i
const RETRIES = 2

export const namesPlaylist = (link: string): boolean => PLAYLIST_ENDING.test(new URL(link).pathname)

/** Playlists and what they name. Every address in them goes through the guarded fetcher's policy. */
export function createPlaylistFiles(fetcher: GuardedFetcher, headers: Readonly<Record<string, string>>) {
  /** The playlist behind an address. Throws SourceReadError. */
  async function find(address: string, signal: AbortSignal): Promise<FoundPlaylist> {
    const { bytes, landedUrl } = await get(address, null, LARGEST_PLAYLIST_BYTES, signal)
    const text = Buffer.from(bytes).toString('utf8')
    return { address, landedUrl, playlist: await asRefusal(() => parsePlaylist(text, landedUrl)) }
  }

  function get(
    address: string,
    range: ByteRange | null,
    maxBytes: number,
    signal: AbortSignal | undefined,
    onBytes?: (count: number) => void,
  ): Promise<{ bytes: Uint8Array; landedUrl: string }> {
    return retrying(RETRIES, signal, async () => {
      const response = await fetcher.get(address, {
        headers: range ? { ...headers, range: `bytes=${range.start}-${range.end - 1}` } : headers,
        maxBytes: range ? range.end - range.start : maxBytes,
        signal,
      })
      requireAnswer(response, range)
      return { bytes: await bodyOf(response, onBytes), landedUrl: response.url.href }
    })
  }

  /** Some of a segment; all of it where the server knows no parts; null where what it says of them makes no sense. */
  function getPart(
    address: string,
    wanted: ByteRange,
    { maxBytes, signal, onBytes }: FetchOptions,
  ): Promise<SegmentBytes | null> {
    const range = `bytes=${wanted.start}-${wanted.end - 1}`
    return retrying(RETRIES, signal, async () => {
      const response = await fetcher.get(address, { headers: { ...headers, range }, maxBytes, signal })
      const place = placeOfPart(response, wanted)
      if (!place) {
        response.discard()
        return null
      }
      const bytes = await bodyOf(response, onBytes)
      const missing = place === 'whole' ? 0 : place.end - place.start - bytes.length
      if (missing > 0) throw new SourceReadError('source_failed', 'A part of a segment ends early.')
      if (missing < 0) return null
      return place === 'whole'
        ? { bytes, start: 0, sizeBytes: bytes.length }
        : { bytes, start: place.start, sizeBytes: place.sizeBytes }
    })
  }

  return {
    find,

    /** The same, if it is served as one: null for a playlist that pretends to be something else. */
    async findServed(address: string, signal: AbortSignal): Promise<FoundPlaylist | null> {
      const response = await fetcher.get(address, { headers, maxBytes: LARGEST_PLAYLIST_BYTES, signal })
      response.discard()
      return PLAYLIST_TYPES.includes(mediaTypeOf(response)) ? find(address, signal) : null
    },

    /** A list of segments. Throws SourceReadError. */
    async openMedia(
      address: string,
      signal: AbortSignal,
      onFetched?: (fetched: FetchedResource) => void,
    ): Promise<SegmentSource> {
      const { playlist, landedUrl } = await find(address, signal)
      if (playlist.kind === 'master')
        throw new SourceReadError('unsupported_media', 'A playlist names a list of lists.')
      if (!playlist.isEnded) throw new SourceReadError('video_live', 'The playlist has no end yet.')
      const report = (resource: string, bytes: number, range: ByteRange | null): void => {
        const segment = playlist.segments.find((one) => one.address === resource && one.range?.start === range?.start)
        onFetched?.({ address: resource, bytes, seconds: segment?.durationSeconds ?? null })
      }
      const fetchResource: FetchResource = async (resource, range, { maxBytes, signal, onBytes }) => {
        const { bytes } = await get(resource, range, maxBytes, signal, onBytes)
        report(resource, bytes.length, range)
        return bytes
      }
      const fetchPart: FetchPart = async (resource, wanted, options) => {
        const part = await getPart(resource, wanted, options)
        if (part) report(resource, part.sizeBytes, null)
        return part
      }
      const source = playlistSource(playlist, fetchResource, fetchPart)
      const { origin, pathname } = new URL(landedUrl)
      return {
        ...source,
        servedFrom: origin + pathname,
        readSegment: (...read) => asRefusal(() => source.readSegment(...read)),
        readInitSection: (...read) => asRefusal(() => source.readInitSection(...read)),
      }
    },
  }
}

function mediaTypeOf(response: GuardedResponse): string {
  return (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
}

async function asRefusal<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CutterError)) throw error
    const known = error.code === 'not_media' || error.code === 'unsupported_media' || error.code === 'broken_media'
    throw new SourceReadError(known ? error.code : 'source_failed', error.message, { cause: error })
  }
}

function requireAnswer(response: GuardedResponse, range: ByteRange | null): void {
  const { status } = response
  if (range === null && status === 200) return
  const part = range && status === 206 ? parseContentRange(response.headers['content-range']) : null
  if (range && part?.first === range.start && part.last === range.end - 1) return
  response.discard()
  const trouble = statusTrouble(response)
  if (PASSING_STATUSES.includes(status)) throw unreadable(`status ${status}`, trouble)
  if (EXPIRED_STATUSES.includes(status))
    throw new SourceAnswerError('source_failed', `The source answered with status ${status}.`, {
      expired: true,
      trouble,
    })
  if (status === 200 || status === 206)
    throw new SourceAnswerError('source_failed', 'The source answered with another part than asked for.')
  throw new SourceAnswerError('source_failed', `The source answered with status ${status}.`, { trouble })
}

/** Which part an answer brings; null: none that could be used, or what it says of it contradicts itself. */
function placeOfPart(
  response: GuardedResponse,
  { start, end: wantedEnd }: ByteRange,
): { start: number; end: number; sizeBytes: number } | 'whole' | null {
  const { status, headers } = response
  if (PASSING_STATUSES.includes(status)) {
    response.discard()
    throw unreadable(`status ${status}`, statusTrouble(response))
  }
  if (status === 200) return 'whole'
  const part = status === 206 ? parseContentRange(headers['content-range']) : null
  if (!part || part.sizeBytes === null) return null
  const { sizeBytes } = part
  const end = Math.min(sizeBytes, wantedEnd)
  return part.first === start && part.last === end - 1 ? { start, end, sizeBytes } : null
}

async function bodyOf({ body }: GuardedResponse, onBytes?: (count: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) {
    chunks.push(chunk)
    onBytes?.(chunk.length)
  }
  return Buffer.concat(chunks)
}
