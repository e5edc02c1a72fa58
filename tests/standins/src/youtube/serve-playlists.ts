import type { ClientSwitch } from './client-behaviour.ts'
import { type Exchange, send, sendNotFound } from './exchange.ts'
import type { MediaLibrary } from './media/media-library.ts'
import { playlistParameters, readMediaUrl } from './media-urls.ts'
import { livePlaylist, videoIdOfLiveManifest } from './pages/live-playlist.ts'
import { playlistOfFormat, playlistOfVideo } from './pages/video-playlists.ts'
import { isForbidden } from './serve-media.ts'
import { findVideo } from './videos.ts'

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

/** Answers manifest.googlevideo.com: multivariant playlists of live streams, and all playlists of recorded videos. */
export async function servePlaylist(exchange: Exchange, library: MediaLibrary, clients: ClientSwitch): Promise<void> {
  const path = exchange.url.pathname
  const query = playlistParameters(path)
  const claim = query && readMediaUrl(query, Date.now() / 1000)
  if (claim?.valid) {
    if (isForbidden(claim, exchange, clients)) return send(exchange, 403, 'text/plain', '')
    const video = findVideo(claim.videoId)
    const terms = { ...claim, seconds: library.seconds }
    const isList = claim.itag === 0
    const text = isList
      ? playlistOfVideo(video, library, terms)
      : await playlistOfFormat(video, claim.itag, library, terms)
    return text === null ? sendNotFound(exchange) : send(exchange, 200, PLAYLIST_TYPE, text)
  }
  const liveVideoId = videoIdOfLiveManifest(path)
  if (liveVideoId !== null) return send(exchange, 200, PLAYLIST_TYPE, livePlaylist(liveVideoId))
  return query ? send(exchange, 403, 'text/plain', '') : sendNotFound(exchange)
}
