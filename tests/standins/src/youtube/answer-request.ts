import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, send, sendNotFound } from './exchange.ts'
import type { MediaLibrary } from './media/media-library.ts'
import { roleOfHost } from './net/youtube-hosts.ts'
import { livePlaylist, videoIdOfLiveManifest } from './pages/live-playlist.ts'
import { serveImages } from './serve-images.ts'
import { serveMedia } from './serve-media.ts'
import { serveSite } from './serve-site.ts'
import type { BehaviourSwitch } from './standin-behaviour.ts'

/** Answers one request by the host it was sent to. */
export async function answerRequest(
  exchange: Exchange,
  library: MediaLibrary,
  behaviour: BehaviourSwitch,
): Promise<void> {
  if (behaviour.current.delayMilliseconds > 0) await pause(behaviour.current.delayMilliseconds)
  switch (roleOfHost(exchange.url.hostname)) {
    case 'media':
      return answerMediaHost(exchange, library, behaviour)
    case 'images':
      return serveImages(exchange, library)
    case 'site':
      return serveSite(exchange, library)
  }
}

async function answerMediaHost(exchange: Exchange, library: MediaLibrary, behaviour: BehaviourSwitch): Promise<void> {
  const path = exchange.url.pathname
  const liveVideoId = videoIdOfLiveManifest(path)
  if (path === '/videoplayback') return serveMedia(exchange, library, behaviour)
  if (liveVideoId !== null) return send(exchange, 200, 'application/vnd.apple.mpegurl', livePlaylist(liveVideoId))
  return sendNotFound(exchange)
}
