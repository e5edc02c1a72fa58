import type { GuardedFetcher } from '../../outbound/guarded-fetch.ts'
import { isYoutubeServiceHost } from '../../outbound/youtube-hosts.ts'
import type { LiveWindows } from '../../playlists/live-windows.ts'
import { createPlaylistFiles, type PlaylistFiles } from '../../playlists/playlist-files.ts'

/** Reads YouTube's playlists through one outgoing IP address. */
export const youtubePlaylists = (
  fetcher: GuardedFetcher,
  windows: LiveWindows | null,
  egressId: string,
): PlaylistFiles =>
  createPlaylistFiles(
    {
      ...fetcher,
      get: (url, request) => fetcher.get(url, { ...request, egress: egressId, allowHost: isYoutubeServiceHost }),
    },
    {},
    windows,
  )
