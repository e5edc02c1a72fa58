import { CAPTIONS_PATH } from './captions/captions-urls.ts'
import type { ClientSwitch, RequestingProgram } from './client-behaviour.ts'
import { type Exchange, readBody, send, sendJson, sendNotFound } from './exchange.ts'
import type { MediaLibrary } from './media/media-library.ts'
import { clientConfig, PLAYER_SCRIPT, PLAYER_SCRIPT_PATH } from './pages/client-config.ts'
import { clipAt, clipConfigOf, clipPage, resolvedClip } from './pages/clips.ts'
import { nextAnswer } from './pages/most-replayed.ts'
import { type PlayerCallTerms, playerResponse } from './pages/player-response.ts'
import { playlistAnswer } from './pages/playlists.ts'
import { sessionData } from './pages/session-data.ts'
import { emptyPage, PLAYER_MEDIA_PATH, watchPage } from './pages/watch-page.ts'
import { serveCaptions } from './serve-captions.ts'
import { sendFile } from './serve-media.ts'
import { findVideo, type StandinVideo } from './videos.ts'
import { PAGE_CLIENT, wireNameOf } from './ytdlp/queried-clients.ts'
import { resolverAnswer } from './ytdlp/resolver-answer.ts'

interface PlayerCall {
  videoId?: string
  /** Address to resolve. */
  url?: string
  params?: string
  browseId?: string
  continuation?: string
  context?: { client?: { clientName?: string; visitorData?: string } }
}

/** The path at which the scripted yt-dlp requests the output that the real one would print. */
export const RESOLVE_PATH = '/__standin/resolve'

const PLAYER_CALL = '/youtubei/v1/player'
const RESOLVE_URL_CALL = '/youtubei/v1/navigation/resolve_url'
const BROWSE_CALL = '/youtubei/v1/browse'
const NEXT_CALL = '/youtubei/v1/next'
const ANY_CALL_PATTERN = /^\/youtubei\/v1\//
const VIDEO_PATH_PATTERN = /^\/(?:shorts|embed|live|v)\/([\w-]{11})/

const SESSION_PATH = '/sw.js_data'
const RATE_LIMITED_STATUS = 429

/** Answers www.youtube.com: pages, sessions, the player's calls and its script. */
export async function serveSite(exchange: Exchange, library: MediaLibrary, clients: ClientSwitch): Promise<void> {
  const path = exchange.url.pathname
  if (path === PLAYER_SCRIPT_PATH) return send(exchange, 200, 'text/javascript', PLAYER_SCRIPT)
  if (path === PLAYER_MEDIA_PATH) {
    const format = library.formats.find(({ image, audio, mimeType }) => image && audio && mimeType === 'video/mp4')
    return format ? sendFile(exchange, format) : sendNotFound(exchange)
  }
  const call: PlayerCall = exchange.request.method === 'POST' ? JSON.parse((await readBody(exchange)) || '{}') : {}
  const videoId = call.videoId ?? exchange.url.searchParams.get('v') ?? VIDEO_PATH_PATTERN.exec(path)?.[1]
  const video = videoId ? findVideo(videoId) : null
  if (video?.pagesHang) return // The client waits until it gives up; closing the stand-in ends the connection.
  if (path === CAPTIONS_PATH) return serveCaptions(exchange, video, library.seconds, clients)
  if (video && path === RESOLVE_PATH) return answerScripted(exchange, video, library, clients)
  if (path === PLAYER_CALL) return answerPlayerCall(exchange, call, video, library, clients)
  const { hangs, rateLimited } = clients.pageBehaviour(exchange.from)
  if (hangs) return
  const status = rateLimited ? RATE_LIMITED_STATUS : video?.pageStatus
  if (status) return sendSorryPage(exchange, status)
  const { visitorData } = clients
  if (path === SESSION_PATH) {
    return send(exchange, 200, 'application/json; charset=utf-8', sessionData(visitorData, exchange.from))
  }
  const clip = clipAt(path)
  if (clip) return sendPage(exchange, clipPage(clip))
  if (path === RESOLVE_URL_CALL) {
    const resolvedAnswer = resolvedClip(call.url ?? '')
    return resolvedAnswer ? sendJson(exchange, resolvedAnswer) : sendJson(exchange, { error: { code: 404 } }, 404)
  }
  const list = path === BROWSE_CALL ? playlistAnswer(call) : null
  if (list) return sendJson(exchange, list)
  if (path === NEXT_CALL) return sendJson(exchange, nextAnswer(call.videoId ?? ''))
  if (ANY_CALL_PATTERN.test(path)) return sendJson(exchange, { responseContext: { visitorData } })
  if (path === '/watch' && video) {
    const terms = termsFor(exchange, 'WEB', 'ytdlp', visitorData, clients)
    // If the player call fails, the page is sent without its answer.
    const { behaviour } = terms
    const answer = behaviour.hangs || behaviour.rateLimited ? {} : playerResponse(video, terms, library)
    return sendPage(exchange, watchPage(clientConfig(visitorData), answer, video))
  }
  if (path.startsWith('/embed/')) return sendPage(exchange, emptyPage(clientConfig(visitorData, 'WEB_EMBEDDED_PLAYER')))
  if (path === '/tv') return sendPage(exchange, emptyPage(clientConfig(visitorData, 'TVHTML5')))
  if (path === '/' || VIDEO_PATH_PATTERN.test(path)) return sendPage(exchange, emptyPage(clientConfig(visitorData)))
  return sendNotFound(exchange)
}

function answerPlayerCall(
  exchange: Exchange,
  call: PlayerCall,
  video: StandinVideo | null,
  library: MediaLibrary,
  clients: ClientSwitch,
): void {
  const { clientName = 'WEB', visitorData = '' } = call.context?.client ?? {}
  // youtubei.js sends alt=json, yt-dlp does not.
  const program = exchange.url.searchParams.get('alt') === 'json' ? 'innertube' : 'ytdlp'
  const session = exchange.request.headers['x-goog-visitor-id']?.toString() ?? visitorData
  const terms = termsFor(exchange, clientName, program, session, clients)
  if (terms.behaviour.hangs) return
  const status = terms.behaviour.rateLimited ? RATE_LIMITED_STATUS : video?.pageStatus
  if (status) sendSorryPage(exchange, status)
  else if (video) sendJson(exchange, { ...playerResponse(video, terms, library), ...clipConfigOf(call.params ?? '') })
  else sendJson(exchange, { error: { code: 400, message: 'Invalid video ID' } }, 400)
}

/** Answers the scripted yt-dlp. Like the real one, it requests one client after the other, each in a new session. */
function answerScripted(exchange: Exchange, video: StandinVideo, library: MediaLibrary, clients: ClientSwitch): void {
  const client = exchange.url.searchParams.get('client') ?? PAGE_CLIENT
  const termsOf = (name: string) => termsFor(exchange, name, 'ytdlp', clients.visitorData, clients)
  const page = termsOf('WEB')
  const pages = clients.pageBehaviour(exchange.from)
  const clientTerms =
    client === PAGE_CLIENT ? { ...page, behaviour: { ...pages, noFormats: true } } : termsOf(wireNameOf(client))
  if (clientTerms.behaviour.hangs) return
  const terms = { client, ...clientTerms, page: page.behaviour, pages }
  sendJson(exchange, resolverAnswer(video, terms, library))
}

function termsFor(
  { from }: Exchange,
  client: string,
  program: RequestingProgram,
  visitorData: string,
  clients: ClientSwitch,
): PlayerCallTerms {
  const requester = { client: client.toUpperCase(), program, from }
  const behaviour = clients.behaviourFor(requester)
  const isExpired = behaviour.expiredSession && visitorData !== clients.visitorData
  return { requester, visitorData, behaviour: isExpired ? { ...behaviour, botCheck: true } : behaviour }
}

function sendSorryPage(exchange: Exchange, status: number): void {
  send(exchange, status, 'text/html', `<html><title>Sorry...</title>${status}</html>`)
}

function sendPage(exchange: Exchange, html: string): void {
  send(exchange, 200, 'text/html; charset=utf-8', html, {
    'set-cookie': 'VISITOR_INFO1_LIVE=standin; Domain=.youtube.com; Path=/; Secure; HttpOnly',
  })
}
