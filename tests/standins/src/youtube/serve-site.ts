import { type Exchange, readBody, send, sendJson, sendNotFound } from './exchange.ts'
import type { MediaLibrary } from './media/media-library.ts'
import { CLIENT_CONFIG, PLAYER_SCRIPT, PLAYER_SCRIPT_PATH, VISITOR_DATA } from './pages/client-config.ts'
import { playerResponse } from './pages/player-response.ts'
import { findVideo, type StandinVideo } from './videos.ts'
import { resolverAnswer } from './ytdlp/resolver-info.ts'

interface PlayerCall {
  videoId?: string
  context?: { client?: { clientName?: string } }
}

/** The path under which the scripted yt-dlp asks what the real one would print. */
export const RESOLVE_PATH = '/__standin/resolve'

const PLAYER_CALL = '/youtubei/v1/player'
const ANY_CALL = /^\/youtubei\/v1\//
const VIDEO_PATH = /^\/(?:shorts|embed|live|v)\/([\w-]{11})/

/** Answers www.youtube.com: pages, the player's calls and its script. */
export async function serveSite(exchange: Exchange, library: MediaLibrary): Promise<void> {
  const path = exchange.url.pathname
  if (path === PLAYER_SCRIPT_PATH) {
    send(exchange, 200, 'text/javascript', PLAYER_SCRIPT)
    return
  }
  const call: PlayerCall = exchange.request.method === 'POST' ? JSON.parse((await readBody(exchange)) || '{}') : {}
  const videoId = call.videoId ?? exchange.url.searchParams.get('v') ?? VIDEO_PATH.exec(path)?.[1]
  const video = videoId ? findVideo(videoId) : null
  if (video?.pagesHang) return // The client waits until it gives up; closing the stand-in ends the connection.
  if (video && path === RESOLVE_PATH) {
    sendJson(exchange, resolverAnswer(video, library))
    return
  }
  if (video?.pageStatus) {
    send(exchange, video.pageStatus, 'text/html', `<html><title>Sorry...</title>${video.pageStatus}</html>`)
    return
  }
  if (ANY_CALL.test(path)) {
    answerCall(exchange, call, video, library)
    return
  }
  if (path === '/watch' && video) {
    sendPage(exchange, watchPage(playerResponse(video, 'WEB', library)))
    return
  }
  if (path === '/' || VIDEO_PATH.test(path)) {
    sendPage(exchange, emptyPage())
    return
  }
  sendNotFound(exchange)
}

function answerCall(exchange: Exchange, call: PlayerCall, video: StandinVideo | null, library: MediaLibrary): void {
  const path = exchange.url.pathname
  if (path === PLAYER_CALL && video) {
    sendJson(exchange, playerResponse(video, call.context?.client?.clientName ?? 'WEB', library))
  } else if (path === PLAYER_CALL) {
    sendJson(exchange, { error: { code: 400, message: 'Invalid video ID' } }, 400)
  } else {
    sendJson(exchange, { responseContext: { visitorData: VISITOR_DATA } })
  }
}

function sendPage(exchange: Exchange, html: string): void {
  send(exchange, 200, 'text/html; charset=utf-8', html, {
    'set-cookie': 'VISITOR_INFO1_LIVE=standin; Domain=.youtube.com; Path=/; Secure; HttpOnly',
  })
}

/** The watch page as far as a resolver needs it: its configuration and the player's answer. */
function watchPage(playerResponse: object): string {
  return `<!DOCTYPE html><html lang="en"><head>
<script nonce="x">ytcfg.set(${asScript(CLIENT_CONFIG)});</script>
</head><body>
<script nonce="x">var ytInitialPlayerResponse = ${asScript(playerResponse)};var meta = document.createElement('meta');</script>
</body></html>`
}

/** Any other page: nothing but the configuration. */
function emptyPage(): string {
  return `<!DOCTYPE html><html><head><script>ytcfg.set(${asScript(CLIENT_CONFIG)});</script></head><body></body></html>`
}

/** JSON that cannot close the script element around it. */
function asScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
