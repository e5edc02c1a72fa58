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
import { PREVIEW_RETRY_SECONDS } from '../shared/caches.ts'
import type { Own } from '../shared/deps.ts'
import type { HeldSegment, ReadSegment } from '../shared/held-segments.ts'
import { done, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'
import { openOnce } from './open-once.ts'
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

interface Playing {
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

const MOST_CACHED_FILES = 50
/** A playlist of 30,000 segments takes some megabytes. */
const MOST_CACHED_PLAYLISTS = 8
const OPEN_TIMEOUT_MILLISECONDS = 30_000

type PreviewDeps = LocateDeps

/** The playable form of a viewer's own video. The platform's own player shows its videos; only what has none is played from here. */
export async function openPreview(
  deps: PreviewDeps,
  own: Own,
): Promise<Outcome<(Playing & { bytes: ByteSource }) | PreviewPlaylist>> {
  const found = await findPlayable(deps, own)
  if (!found.ok) return found
  const { main, audio } = found.value
  if (main.container === PLAYLIST_CONTAINER) return done({ playlist: previewMaster(main, audio) })
  const opened = await openTrack(deps, own, found.value, 'main')
  if (!opened.ok) return opened
  return readingOutcome(async () => ({
    bytes: asFile(opened.value),
    mediaType: MEDIA_TYPES[main.container] ?? 'application/octet-stream',
  }))
}

/** What the playlist of a preview names. A segment is held until it is released, or the signal aborts. */
export async function readPreviewPart(
  deps: PreviewDeps,
  { name, signal, ...own }: Own & { name: string; signal: AbortSignal },
): Promise<Outcome<PreviewPlaylist | (Playing & HeldSegment)>> {
  const part = parsePreviewPart(name)
  const found = await findPlayable(deps, own)
  if (!found.ok) return found
  const rendition = found.value[part.track]
  if (rendition?.container !== PLAYLIST_CONTAINER) return refused('not_found')
  const { previewBytes, previewSegments } = deps.caches
  const owner = rationedOwner()
  if (previewBytes.leftOf(owner) <= 0) return refused('too_many_requests', { retryAfterSeconds: PREVIEW_RETRY_SECONDS })
  const opened = await openTrack(deps, own, found.value, part.track)
  if (!opened.ok) return opened
  const media = opened.value
  if (!('segments' in media)) return refused('not_found')
  if (!part.item) return done({ playlist: previewPlaylist(media, part.track) })
  const read = readerOf(media, part.item)
  if (!read) return refused('not_found')
  let isRead = false
  // Counted as they come: what is refused or left in the middle was read as well.
  const reading: ReadSegment = (signal, onBytes) => {
    isRead = true
    return read(signal, (count) => {
      previewBytes.spend(owner, count)
      onBytes(count)
    })
  }
  const held = await readingOutcome(() => previewSegments.hold(`${rendition.address} ${name}`, reading, signal))
  if (!held.ok) return held
  if (!isRead) previewBytes.spend(owner, held.value.bytes.byteLength)
  return done({ ...held.value, mediaType: mediaTypeOf(media, part.item, held.value.bytes) })
}

function readerOf(media: SegmentSource, { kind, index }: NonNullable<PreviewPart['item']>): ReadSegment | null {
  if (kind === 'header')
    return index < media.initSections ? (signal, onBytes) => media.readInitSection(index, signal, onBytes) : null
  if (media.segments[index]?.isGap !== false) return null
  return async (signal, onBytes) => (await media.readSegment(index, null, signal, onBytes)).bytes
}

const SYNC_BYTE = 0x47

function mediaTypeOf(
  { segments }: SegmentSource,
  { kind, index }: NonNullable<PreviewPart['item']>,
  bytes: Uint8Array,
): string {
  if (kind === 'header' || segments[index]?.initSection !== null) return 'video/mp4'
  return bytes[0] === SYNC_BYTE ? 'video/mp2t' : 'audio/aac'
}

type Playable = Record<PreviewTrack, LocatedRendition | null> & {
  main: LocatedRendition
  video: VideoRecord
  source: VideoSource
}

async function findPlayable(deps: PreviewDeps, own: Own): Promise<Outcome<Playable>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { video, source } = found.value
  if (video.source === 'youtube') return refused('not_found')
  const located = await locateVideo(deps, video)
  if (!located.ok) return located
  const tracks = smallestPlayable(located.value)
  return tracks ? done({ ...tracks, video, source }) : refused('not_found')
}

async function openTrack(
  deps: PreviewDeps,
  { id }: Own,
  { video, source, ...tracks }: Playable,
  track: PreviewTrack,
): Promise<Outcome<MediaSource>> {
  const rendition = tracks[track]
  if (!rendition) return refused('not_found')
  const isPlaylist = rendition.container === PLAYLIST_CONTAINER
  const { previews, previewPlaylists } = deps.caches
  const cache = isPlaylist
    ? { cached: previewPlaylists, most: MOST_CACHED_PLAYLISTS }
    : { cached: previews, most: MOST_CACHED_FILES }
  const opened = await readingOutcome(() =>
    // Not ended with this call: the next one of the same player wants it too.
    openOnce(deps, { ...cache, key: `${id} ${track}` }, () =>
      source.openRendition(rendition, AbortSignal.timeout(OPEN_TIMEOUT_MILLISECONDS)),
    ),
  )
  if (!opened.ok) return opened
  const { servedFrom } = opened.value
  // A link may lead elsewhere than when it was processed.
  const subject = { ...subjectOf(video), servedFrom: servedFrom ? [servedFrom] : [] }
  return (await isBlocked(deps.database.records, subject)) ? refused('link_blocked') : opened
}

/** Of a playlist the smallest frames, and their audio where that comes apart; of files one that carries both. */
function smallestPlayable({ renditions }: ResolvedVideo): Pick<Playable, 'main' | 'audio'> | null {
  const bySize = renditions.toSorted((a, b) => (heightOf(a) ?? 0) - (heightOf(b) ?? 0))
  const segmented = bySize.filter(({ container }) => container === PLAYLIST_CONTAINER)
  const main =
    segmented.find(({ carries }) => carries !== 'audio') ?? bySize.find(({ carries }) => carries !== 'video') ?? null
  if (!main) return null
  const audio = main.carries === 'video' ? segmented.find(({ carries }) => carries === 'audio') : null
  return { main, audio: audio ?? null }
}
