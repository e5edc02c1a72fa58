import type { MediaPlaylist } from '@kerf/cutter/demux/hls/parse-media'
import { MediaError, SourceReadError } from '../../ports/sources.ts'
import { type LiveWindows, windowAddressOf } from './live-windows.ts'
import type { FoundPlaylist, PlaylistFiles } from './playlist-files.ts'
import { type LiveWindow, sharedWindows, windowOf } from './shared-windows.ts'

/** Most playlists of a stream whose windows are stored: variants, and audio tracks. */
const MAX_PLAYLISTS = 24
/** Most text and segments of all of them. */
const MAX_CHARACTERS = 16_000_000
const MAX_SEGMENTS = 40_000

interface LivePlaylist extends FoundPlaylist {
  playlist: MediaPlaylist
}

/**
 * Stores the windows that the playlists of a live stream have now. Playlists that cannot be read are left out. Throws
 * SourceReadError (`storage_full` where the disk has no room).
 * @param addresses of the media playlists of the stream
 * @param id of the windows
 * @returns the stream with its windows in place of its playlists
 */
export async function takeWindows(
  stream: FoundPlaylist,
  addresses: readonly string[],
  id: string,
  { files, windows, signal }: { files: PlaylistFiles; windows: LiveWindows; signal: AbortSignal },
): Promise<FoundPlaylist> {
  if (!(await windows.hasRoom())) throw new SourceReadError('storage_full', 'There is no room for live streams.')
  const playlists = await findLivePlaylists(stream, addresses, files, signal)
  const spans = spansOf(playlists)
  const stored = await Promise.all(
    playlists.map(async ({ address, text, landedUrl, playlist }, index) => {
      const windowAddress = windowAddressOf(address, { id, clockSeconds: null })
      await windows.save(windowAddress, { text, landedUrl, ...spans[index]! })
      return { address, windowAddress, window: windowOf(playlist, spans[index]!) }
    }),
  )
  if (stream.playlist.kind === 'media')
    return { ...stream, address: stored[0]!.windowAddress, playlist: stored[0]!.window }
  const windowAddresses = new Map(stored.map(({ address, windowAddress }) => [address, windowAddress]))
  const { variants, audio } = stream.playlist
  const playlist = {
    ...stream.playlist,
    variants: variants.flatMap((variant) => {
      const address = windowAddresses.get(variant.address)
      return address === undefined ? [] : [{ ...variant, address }]
    }),
    audio: audio.flatMap((track) => {
      const address = track.address === null ? null : windowAddresses.get(track.address)
      return address === undefined ? [] : [{ ...track, address }]
    }),
    // Their cues count from the beginning of the stream.
    subtitles: [],
  }
  return { ...stream, playlist }
}

async function findLivePlaylists(
  stream: FoundPlaylist,
  addresses: readonly string[],
  files: PlaylistFiles,
  signal: AbortSignal,
): Promise<LivePlaylist[]> {
  if (stream.playlist.kind === 'media') return [{ ...stream, playlist: stream.playlist }]
  const failures: unknown[] = []
  const playlists: LivePlaylist[] = []
  for (const address of [...new Set(addresses)].slice(0, MAX_PLAYLISTS)) {
    try {
      const { playlist, ...place } = await files.find(address, signal)
      if (playlist.kind === 'media' && playlist.segments.length > 0) playlists.push({ ...place, playlist })
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      failures.push(error)
    }
    requireBounded(playlists)
  }
  if (playlists.length > 0) return playlists
  throw failures[0] ?? new SourceReadError('video_live', 'The stream has no segments yet.')
}

function requireBounded(playlists: readonly LivePlaylist[]): void {
  const characters = playlists.reduce((sum, { text }) => sum + text.length, 0)
  const segments = playlists.reduce((sum, { playlist }) => sum + playlist.segments.length, 0)
  if (characters > MAX_CHARACTERS || segments > MAX_SEGMENTS)
    throw new SourceReadError('unsupported_media', 'The playlists of the stream are too long.')
}

function spansOf(playlists: readonly LivePlaylist[]): LiveWindow[] {
  if (playlists.every(({ playlist }) => playlist.segments.length === 0))
    throw new SourceReadError('video_live', 'The stream has no segments yet.')
  return sharedWindows(playlists.map(({ playlist }) => playlist))
}
