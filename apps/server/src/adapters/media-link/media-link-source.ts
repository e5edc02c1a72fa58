import { setTimeout as delay } from 'node:timers/promises'
import { looksLikePlaylist } from '@kerf/cutter/demux/hls/parse-playlist'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { MediaFacts } from '../../ports/media.ts'
import {
  type ByteSource,
  type LocatedRendition,
  MediaError,
  type Refusal,
  type Resolution,
  type ResolvedVideo,
  refusalOfMediaError,
  type VideoSource,
} from '../../ports/sources.ts'
import { RangesUnsupportedError } from '../outbound/source-answer-error.ts'
import { carriedBy, describeMedia, rendition } from '../playlists/describe-ended.ts'
import { describePlaylist } from '../playlists/describe-playlist.ts'
import { type FoundPlaylist, namesPlaylist } from '../playlists/playlist-files.ts'
import { captionsAddressOf } from '../remote-media/captions-address.ts'
import { locatePreview } from '../remote-media/preview-address.ts'
import { createRemoteMedia, type RemoteMediaOptions, USUAL_HEADERS } from '../remote-media/remote-media.ts'
import { type SidecarCaptions, tracksOfFile } from '../tracks/file-tracks.ts'
import { findSidecarCaptions } from './sidecar-captions.ts'

export interface MediaLinkSourceOptions extends Omit<RemoteMediaOptions, 'servingAddress'> {
  /** Longest time to resolve a link, including all files that it names. */
  resolveMilliseconds?: number | undefined
}

/** Limit of all requests together. Each has a timeout of its own, but a playlist names many files. */
const RESOLVE_TIMEOUT_MILLISECONDS = 60_000

const SNIFFED_BYTES = 4096
/** Longest wait, after the inspection of a file, for the captions beside it. */
const CAPTIONS_TIMEOUT_MILLISECONDS = 1_000

/** The source of direct links to media files and playlists. The reference of a video is its link. */
export function createMediaLinkSource(options: MediaLinkSourceOptions): VideoSource {
  const { engine } = options
  const media = createRemoteMedia(options)
  const { open } = media
  const playlists = media.playlistsFor()

  async function resolvePlaylist(foundPlaylist: FoundPlaylist, signal: AbortSignal): Promise<Resolution> {
    const description = await describePlaylist(foundPlaylist, playlists, engine, signal)
    if (!description.ok) return description
    const { address, facts } = description.smallest
    const previews = locatePreview({ url: address, sizeBytes: 0, isPlaylist: true }, facts)
    const captions = (description.video.captions ?? []).map((track) => ({
      ...track,
      address: captionsAddressOf({ kind: 'playlist', url: track.address, clockSeconds: facts.clockSeconds }),
    }))
    return { ok: true, video: { ...description.video, ...previews, captions } }
  }

  /** Opens the file behind a link and reads its first bytes; finds a playlist if the server declares it as one. */
  async function openFileOrPlaylist(
    link: string,
    signal: AbortSignal,
  ): Promise<FoundPlaylist | { source: ByteSource; firstBytes: Uint8Array }> {
    try {
      const source = await open(link, signal)
      const firstBytes = await source.read(0, Math.min(SNIFFED_BYTES, source.sizeBytes), signal)
      const foundPlaylist = looksLikePlaylist(firstBytes) ? await playlists.findServed(link, signal) : null
      return foundPlaylist ?? { source, firstBytes }
    } catch (error) {
      const isPlaylist = error instanceof RangesUnsupportedError && looksLikePlaylist(error.firstBytes)
      const foundPlaylist = isPlaylist ? await playlists.findServed(link, signal) : null
      if (!foundPlaylist) throw error
      return foundPlaylist
    }
  }

  /** Describes a media file. Captions beside it delay the answer by CAPTIONS_TIMEOUT_MILLISECONDS at most. */
  async function describeFile(link: string, source: ByteSource, signal: AbortSignal): Promise<Resolution> {
    const searchEnd = new AbortController()
    const searchSignal = AbortSignal.any([signal, searchEnd.signal])
    try {
      const captionsSearch = findSidecarCaptions(options.fetcher, link, USUAL_HEADERS, searchSignal)
      const facts = await engine.inspect({ video: source, audio: source }, signal)
      const timeout = delay(CAPTIONS_TIMEOUT_MILLISECONDS, [], { signal: searchSignal, ref: false }).catch(() => [])
      return describe(link, source, facts, await Promise.race([captionsSearch, timeout]))
    } finally {
      searchEnd.abort()
    }
  }

  return {
    async resolve(reference, callerSignal) {
      const timeout = AbortSignal.timeout(options.resolveMilliseconds ?? RESOLVE_TIMEOUT_MILLISECONDS)
      const signal = AbortSignal.any([callerSignal, timeout])
      try {
        if (namesPlaylist(reference)) return await resolvePlaylist(await playlists.find(reference, signal), signal)
        const content = await openFileOrPlaylist(reference, signal)
        if ('playlist' in content) return await resolvePlaylist(content, signal)
        const { source, firstBytes } = content
        const nonMedia = recognizeNonMedia(firstBytes)
        if (nonMedia) return { ok: false, code: nonMedia, cause: 'Its first bytes are not those of a media file.' }
        return await describeFile(reference, source, signal)
      } catch (error) {
        callerSignal.throwIfAborted()
        if (timeout.aborted)
          return {
            ok: false,
            code: 'source_timeout',
            step: 'media-link',
            cause: 'Looking into it takes longer than anybody waits.',
          }
        return { ...refusalOfFailure(error), step: 'media-link' }
      }
    },

    openRendition: media.openRendition,
    storeSegments: media.storeSegments,
    fetchImage: media.fetchPreview,
    readWaveform: media.readWaveform,
    readCaptions: media.readCaptions,
    openCaptions: media.openCaptions,
    readSizeIndex: media.readSizeIndex,
  }
}

/** The refusal that viewers get for an error. Throws errors that are no refusals. */
function refusalOfFailure(error: unknown): Refusal {
  if (error instanceof RangesUnsupportedError) {
    return { ok: false, code: recognizeNonMedia(error.firstBytes) ?? 'no_byte_ranges', cause: failureCause(error) }
  }
  if (error instanceof MediaError) return refusalOfMediaError(error)
  throw error
}

function describe(
  address: string,
  { sizeBytes, servedFrom }: ByteSource,
  facts: MediaFacts,
  sidecarCaptions: readonly SidecarCaptions[],
): { ok: true; video: ResolvedVideo } | Refusal {
  const carries = carriedBy(facts)
  if (carries === null || !(facts.durationSeconds > 0))
    return { ok: false, code: 'not_media', cause: 'There is neither frame nor audio in it that lasts.' }
  if (facts.unreadableAudio) {
    return { ok: false, code: 'unsupported_media', cause: `Nobody here reads its audio: ${facts.unreadableAudio}.` }
  }
  const bitrate = Math.round((sizeBytes * 8) / facts.durationSeconds)
  const file: LocatedRendition = {
    ...rendition('file', carries, address, facts, bitrate),
    container: facts.container,
    sizeBytes,
    headers: USUAL_HEADERS,
  }
  const video: ResolvedVideo = {
    ...describeMedia(address, facts, [file]),
    ...(servedFrom ? { servedFrom: [servedFrom] } : {}),
    ...locatePreview({ url: address, sizeBytes }, facts),
    ...tracksOfFile(
      facts,
      (track) => captionsAddressOf({ kind: 'track', url: address, sizeBytes, track }),
      sidecarCaptions,
    ),
  }
  return { ok: true, video }
}

/** Beginnings of playlists. They are refused before any tool sees them, because their addresses may lead anywhere. */
const PLAYLIST_STARTS = ['#extm3u', '<mpd', '<smil', '[playlist]', 'ffconcat', '<asx', '<smoothstreamingmedia']
const PAGE_STARTS = ['<!doctype html', '<html', '<head', '<body', '<script', '<!--', '<meta', '<title', '<svg']
const XML_PROLOG_PATTERN = /^<\?xml[^>]*>\s*(<!--[\s\S]*?-->\s*)*/

/** The refusal of a file that begins like a page or a playlist; null where it may be media. */
function recognizeNonMedia(firstBytes: Uint8Array): ErrorCode | null {
  if (firstBytes.length === 0) return 'not_media'
  const text = Buffer.from(firstBytes.subarray(0, 4096))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  const content = text.replace(XML_PROLOG_PATTERN, '')
  if (PLAYLIST_STARTS.some((start) => content.startsWith(start))) return 'unsupported_media'
  if (PAGE_STARTS.some((start) => content.startsWith(start)) || text.startsWith('<?xml')) return 'not_media'
  return null
}
