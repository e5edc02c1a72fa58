import { heightOf } from '@kerf/domain/formats/rendition-choice'
import type { VideoRecord } from '../../ports/clips.ts'
import { rationedOwner } from '../../ports/rationed-by.ts'
import {
  asFile,
  type ByteSource,
  type LocatedRendition,
  type MediaSource,
  PLAYLIST_CONTAINER,
  type ResolvedVideo,
  type SegmentSource,
  type VideoSource,
} from '../../ports/sources.ts'
import { refusePreview } from '../shared/caches.ts'
import type { Own } from '../shared/deps.ts'
import { done, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import type { BufferedSegment, ReadSegment } from '../shared/segment-buffer.ts'
import { hasOwnPlayer } from './describe-video.ts'
import { findWithSource } from './find-video.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'
import { openShared } from './open-shared.ts'
import {
  type PreviewPart,
  type PreviewTrack,
  parsePreviewPart,
  previewMaster,
  previewPlaylist,
} from './preview-playlists.ts'

export interface PreviewPlaylist {
  playlist: string
}

interface PlayableFormat {
  mediaType: string
}

const MEDIA_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  wave: 'audio/wav',
  flac: 'audio/flac',
  adts: 'audio/aac',
}

const MAX_CACHED_FILES = 50
/** Maximum number of cached playlists. A playlist of 30,000 segments takes some megabytes. */
const MAX_CACHED_PLAYLISTS = 8
const OPEN_TIMEOUT_MILLISECONDS = 30_000

type PreviewDeps = LocateDeps

/**
 * Opens the playable version of a viewer's own video. YouTube videos are refused, because YouTube's own player plays
 * them.
 */
export async function openPreview(
  deps: PreviewDeps,
  ownVideo: Own,
): Promise<Outcome<(PlayableFormat & { bytes: ByteSource }) | PreviewPlaylist>> {
  const lookup = await findPlayable(deps, ownVideo)
  if (!lookup.ok) return lookup
  const { main, audio } = lookup.value
  if (main.container === PLAYLIST_CONTAINER) return done({ playlist: previewMaster(main, audio) })
  const openedTrack = await openTrack(deps, ownVideo, lookup.value, 'main')
  if (!openedTrack.ok) return openedTrack
  return readingOutcome(async () => ({
    bytes: asFile(openedTrack.value),
    mediaType: MEDIA_TYPES[main.container] ?? 'application/octet-stream',
  }))
}

/**
 * Reads a playlist, header or segment of a preview. A segment stays in memory until it is released or the signal
 * aborts.
 */
export async function readPreviewPart(
  deps: PreviewDeps,
  { name, signal, ...own }: Own & { name: string; signal: AbortSignal },
): Promise<Outcome<PreviewPlaylist | (PlayableFormat & BufferedSegment)>> {
  const part = parsePreviewPart(name)
  const lookup = await findPlayable(deps, own)
  if (!lookup.ok) return lookup
  const rendition = lookup.value[part.track]
  if (rendition?.container !== PLAYLIST_CONTAINER) return refused('not_found')
  const { previewBytes, previewSegments } = deps.caches
  const owner = rationedOwner()
  const refusal = refusePreview(deps.caches, owner)
  if (refusal) return refusal
  const openedTrack = await openTrack(deps, own, lookup.value, part.track)
  if (!openedTrack.ok) return openedTrack
  const media = openedTrack.value
  if (!('segments' in media)) return refused('not_found')
  if (!part.item) return done({ playlist: previewPlaylist(media, part.track) })
  const read = readerOf(media, part.item)
  if (!read) return refused('not_found')
  let isRead = false
  // Bytes are counted on arrival, so that aborted reads count too.
  const readCounted: ReadSegment = (signal, onBytes) => {
    isRead = true
    return read(signal, (count) => {
      previewBytes.spend(owner, count)
      onBytes(count)
    })
  }
  const segment = await readingOutcome(() => previewSegments.hold(`${rendition.address} ${name}`, readCounted, signal))
  if (!segment.ok) return segment
  if (!isRead) previewBytes.spend(owner, segment.value.bytes.byteLength)
  return done({ ...segment.value, mediaType: mediaTypeOf(media, part.item, segment.value.bytes) })
}

function readerOf(media: SegmentSource, { kind, index }: NonNullable<PreviewPart['item']>): ReadSegment | null {
  if (kind === 'header')
    return index < media.initSections ? (signal, onBytes) => media.readInitSection(index, signal, onBytes) : null
  if (media.segments[index]?.isGap !== false) return null
  return async (signal, onBytes) => (await media.readSegment(index, null, signal, onBytes)).bytes
}

/** First byte of an MPEG-TS packet. */
const SYNC_BYTE = 0x47

function mediaTypeOf(
  { segments }: SegmentSource,
  { kind, index }: NonNullable<PreviewPart['item']>,
  bytes: Uint8Array,
): string {
  if (kind === 'header' || segments[index]?.initSection !== null) return 'video/mp4'
  return bytes[0] === SYNC_BYTE ? 'video/mp2t' : 'audio/aac'
}

type PlayableVideo = Record<PreviewTrack, LocatedRendition | null> & {
  main: LocatedRendition
  video: VideoRecord
  source: VideoSource
}

async function findPlayable(deps: PreviewDeps, ownVideo: Own): Promise<Outcome<PlayableVideo>> {
  const lookup = await findWithSource(deps, ownVideo)
  if (!lookup.ok) return lookup
  const { video, source } = lookup.value
  if (hasOwnPlayer(video)) return refused('not_found')
  const locatedVideo = await locateVideo(deps, video)
  if (!locatedVideo.ok) return locatedVideo
  const tracks = smallestPlayable(locatedVideo.value)
  return tracks ? done({ ...tracks, video, source }) : refused('not_found')
}

async function openTrack(
  deps: PreviewDeps,
  { id }: Own,
  { video, source, ...tracks }: PlayableVideo,
  track: PreviewTrack,
): Promise<Outcome<MediaSource>> {
  const rendition = tracks[track]
  if (!rendition) return refused('not_found')
  const isPlaylist = rendition.container === PLAYLIST_CONTAINER
  const { previews, previewPlaylists } = deps.caches
  const cache = isPlaylist
    ? { openSources: previewPlaylists, maxCount: MAX_CACHED_PLAYLISTS }
    : { openSources: previews, maxCount: MAX_CACHED_FILES }
  const openedPreview = await readingOutcome(() =>
    // Independent of the caller's signal, because the player's next calls share the open source.
    openShared(deps, { ...cache, key: `${id} ${track}` }, () =>
      source.openRendition(rendition, AbortSignal.timeout(OPEN_TIMEOUT_MILLISECONDS)),
    ),
  )
  if (!openedPreview.ok) return openedPreview
  const { servedFrom } = openedPreview.value
  // The link may redirect to another host than when it was processed.
  const subject = { ...subjectOf(video), servedFrom: servedFrom ? [servedFrom] : [] }
  return (await isBlocked(deps.database.records, subject)) ? refused('link_blocked') : openedPreview
}

/**
 * Chooses renditions for the preview: of playlists the smallest video and its separate audio, of files the smallest
 * with audio.
 */
function smallestPlayable({ renditions }: ResolvedVideo): Pick<PlayableVideo, 'main' | 'audio'> | null {
  const renditionsBySize = renditions.toSorted((a, b) => (heightOf(a) ?? 0) - (heightOf(b) ?? 0))
  const playlistRenditions = renditionsBySize.filter(({ container }) => container === PLAYLIST_CONTAINER)
  const main =
    playlistRenditions.find(({ carries }) => carries !== 'audio') ??
    renditionsBySize.find(({ carries }) => carries === 'both') ??
    renditionsBySize.find(({ carries }) => carries === 'audio') ??
    null
  if (!main) return null
  const audio = main.carries === 'video' ? playlistRenditions.find(({ carries }) => carries === 'audio') : null
  return { main, audio: audio ?? null }
}
