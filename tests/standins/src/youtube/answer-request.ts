import { setTimeout as pause } from 'node:timers/promises'
import type { ClientSwitch } from './client-behaviour.ts'
import type { Exchange } from './exchange.ts'
import type { MediaLibrary } from './media/media-library.ts'
import { roleOfHost } from './net/youtube-hosts.ts'
import { serveImages } from './serve-images.ts'
import { serveMedia } from './serve-media.ts'
import { servePlaylist } from './serve-playlists.ts'
import { serveSite } from './serve-site.ts'
import type { BehaviourSwitch } from './standin-behaviour.ts'

/** Answers one request by the host it was sent to. */
export async function answerRequest(
  exchange: Exchange,
  library: MediaLibrary,
  behaviour: BehaviourSwitch,
  clients: ClientSwitch,
): Promise<void> {
  if (behaviour.current.delayMilliseconds > 0) await pause(behaviour.current.delayMilliseconds)
  switch (roleOfHost(exchange.url.hostname)) {
    case 'media':
      return exchange.url.pathname === '/videoplayback'
        ? serveMedia(exchange, library, behaviour, clients)
        : servePlaylist(exchange, library, clients)
    case 'images':
      return serveImages(exchange, library)
    case 'site':
      return serveSite(exchange, library, clients)
  }
}
