import { type Waveform, waveform } from '@kerf/contract/video'
import type { Cue, Transcript } from '@kerf/domain/captions/transcript'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MediaEngine } from '../../ports/media.ts'
import {
  type ByteSource,
  type FetchedImage,
  type LocatedCaptions,
  type LocatedRendition,
  type MediaSource,
  PLAYLIST_CONTAINER,
  type ReadableRendition,
  type ResolvedVideo,
  SourceReadError,
  type StoreSegmentsOptions,
} from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { openRangeSource } from '../outbound/range-source.ts'
import { createLiveWindows } from '../playlists/live-windows.ts'
import { createPlaylistFiles, type PlaylistFiles } from '../playlists/playlist-files.ts'
import { storeInTurn } from '../playlists/store-in-turn.ts'
import { readSubtitlePlaylist } from '../playlists/subtitle-playlist.ts'
import { createPreviewCache } from '../previews/preview-cache.ts'
import { createSizeIndexCache, createTranscriptCache } from '../previews/source-previews.ts'
import { CAPTIONS_ENDINGS, captionsInTime, cuesOfFile, cuesOfTrack, fetchCaptions } from '../tracks/read-captions.ts'
import { parseCaptionsAddress } from './captions-address.ts'
import { addressOfPiece, parsePreviewAddress, previewSpecOf } from './preview-address.ts'

export interface RemoteMediaOptions {
  fetcher: GuardedFetcher
  engine: Pick<MediaEngine, 'inspect' | 'readPreview'>
  files: FileStore
  clock: Clock
  /** The address that serves a resource; absent: its own. */
  servingAddress?: ((address: string) => string) | undefined
}

export type RemoteMedia = ReturnType<typeof createRemoteMedia>

/** How a resource is requested. */
export type Access = Pick<ReadableRendition, 'egress'> & { headers?: Record<string, string> | undefined }

/** Some servers do not answer clients without a user agent. */
export const USUAL_HEADERS = { 'user-agent': 'Mozilla/5.0 (compatible; Kerf)' }
const CAPTIONS_FILE_PATTERN = new RegExp(`\\.(?:${CAPTIONS_ENDINGS.join('|')})$`, 'i')
/** Longest time to read captions: a playlist has thousands of segments, and cues are spread all over a file. */
const CAPTIONS_TIMEOUT_MILLISECONDS = 60_000

/** Files and playlists at URLs: opens them, and reads their previews, captions and sizes. */
export function createRemoteMedia(options: RemoteMediaOptions) {
  const { engine, files, clock, servingAddress } = options
  const windows = createLiveWindows({ files, clock })
  const fetcherFor = ({ egress }: Access): GuardedFetcher => ({
    ...options.fetcher,
    get: (url, request) =>
      options.fetcher.get(servingAddress ? servingAddress(url) : url, {
        ...request,
        ...(egress !== undefined && { egress }),
      }),
  })

  const open = (address: string, signal: AbortSignal, access: Access = {}): Promise<ByteSource> =>
    openRangeSource(
      options.fetcher,
      address,
      headersOf(access),
      signal,
      access.egress === undefined ? {} : { egress: access.egress },
    )
  const playlistsFor = (access: Access = {}): PlaylistFiles =>
    createPlaylistFiles(fetcherFor(access), headersOf(access), windows)

  const previewCache = createPreviewCache({
    files,
    clock,
    async make(address, filePath, signal) {
      const order = parsePreviewAddress(address)
      if (!order) throw new SourceReadError('source_failed', 'Not an address of this source.')
      const source = order.isPlaylist
        ? await playlistsFor(order).openMedia(order.url, signal)
        : await open(order.url, signal, order)
      if ('sizeBytes' in source && source.sizeBytes !== order.sizeBytes)
        throw new SourceReadError('source_failed', 'It is another file now.')
      await engine.readPreview({ source, spec: previewSpecOf(order), filePath }, signal)
    },
  })

  /** Reads the cues of captions from a track, a file or a playlist. */
  async function cuesOf(captions: LocatedCaptions, signal: AbortSignal, scratch: string): Promise<Cue[]> {
    const captionsAddress = parseCaptionsAddress(captions.address)
    if (!captionsAddress) throw new SourceReadError('source_failed', 'Not an address of this source.')
    const { url } = captionsAddress
    // A master playlist may name a whole captions file instead of a playlist of segments.
    const isFile =
      captionsAddress.kind === 'file' ||
      (captionsAddress.kind === 'playlist' && CAPTIONS_FILE_PATTERN.test(new URL(url).pathname))
    if (isFile) {
      const bytes = await fetchCaptions(fetcherFor(captions), url, { headers: headersOf(captions) }, signal)
      return cuesOfFile(bytes, signal)
    }
    if (captionsAddress.kind === 'playlist')
      return readSubtitlePlaylist(playlistsFor(captions), captionsAddress, signal)
    const source = await open(url, signal, captions)
    if (source.sizeBytes !== captionsAddress.sizeBytes)
      throw new SourceReadError('source_failed', 'It is another file now.')
    return cuesOfTrack(engine, { source, track: captionsAddress.track }, signal, scratch)
  }

  const transcripts = createTranscriptCache({
    files,
    clock,
    read: ({ captions }, callerSignal, scratch) =>
      captionsInTime(callerSignal, CAPTIONS_TIMEOUT_MILLISECONDS, (signal) => cuesOf(captions, signal, scratch)),
  })

  return {
    open,
    playlistsFor,
    engine,

    openRendition: (
      rendition: Pick<LocatedRendition, 'address' | 'container' | 'headers' | 'egress'>,
      signal: AbortSignal,
      ranges: readonly TimeRange[] = [],
    ): Promise<MediaSource> =>
      rendition.container === PLAYLIST_CONTAINER
        ? playlistsFor(rendition).openMedia(rendition.address, signal, { ranges })
        : open(rendition.address, signal, rendition),

    storeSegments: (
      rendition: LocatedRendition,
      ranges: readonly TimeRange[],
      options: StoreSegmentsOptions,
    ): Promise<void> => storeInTurn(playlistsFor(rendition), rendition.address, ranges, options),

    /** A preview of frames that this server makes. */
    fetchPreview: async (address: string, signal: AbortSignal): Promise<FetchedImage> => ({
      mediaType: 'image/jpeg',
      bytes: await previewCache.read(address, signal),
    }),

    async readWaveform(address: string, signal: AbortSignal, piece?: TimeRange): Promise<Waveform> {
      return waveform.parse(
        JSON.parse((await previewCache.read(addressOfPiece(address, piece), signal)).toString('utf8')),
      )
    },

    readCaptions: (_video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal): Promise<Transcript> =>
      transcripts.read({ name: captions.address, captions }, signal),
    openCaptions: (_video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal) =>
      transcripts.open({ name: captions.address, captions }, signal),

    ...createSizeIndexCache({
      engine,
      files,
      clock,
      open: (rendition, signal) => open(rendition.address, signal, rendition),
    }),
  }
}

const headersOf = ({ headers }: Access): Record<string, string> =>
  headers && Object.keys(headers).length > 0 ? headers : USUAL_HEADERS
