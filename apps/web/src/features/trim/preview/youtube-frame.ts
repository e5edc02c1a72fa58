import { parseYoutubeLink } from '@kerf/domain/links/youtube-link'

export const YOUTUBE_PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

/** Values of `playerState` in the reports of YouTube's player. */
const PLAYING_STATE = 1
const PAUSED_STATE = 2

/** The fields of a report of YouTube's player that this page uses. `currentTime` is in seconds. */
export interface PlayerReport {
  currentTime?: number
  isPlaying?: boolean
}

/**
 * Address of YouTube's player for an iframe that takes commands from this page.
 * @returns null for links of other sites
 */
export function youtubeFrameAddress(link: string, startSeconds: number, pageOrigin: string): string | null {
  const youtube = parseYoutubeLink(link)
  if (!youtube) return null
  const parameters = new URLSearchParams({
    enablejsapi: '1',
    origin: pageOrigin,
    start: String(Math.floor(startSeconds)),
    autoplay: '1',
    playsinline: '1',
    rel: '0',
  })
  return `${YOUTUBE_PLAYER_ORIGIN}/embed/${youtube.videoId}?${parameters}`
}

/** A message that makes the player report its state from now on. */
export const LISTENING_MESSAGE = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })

type Command = 'playVideo' | 'pauseVideo' | 'seekTo' | 'setPlaybackRate'

export function playerCommand(func: Command, args: readonly (number | boolean)[] = []): string {
  return JSON.stringify({ event: 'command', func, args })
}

/** Reads a message of the player; null where it is no report. */
export function readPlayerReport(message: unknown): PlayerReport | null {
  if (typeof message !== 'string') return null
  let content: unknown
  try {
    content = JSON.parse(message)
  } catch {
    return null
  }
  const { event, info } = (content ?? {}) as { event?: unknown; info?: unknown }
  if (event === 'onStateChange') return stateReport(info)
  if ((event !== 'infoDelivery' && event !== 'initialDelivery') || typeof info !== 'object' || info === null)
    return event === 'onReady' ? {} : null
  const { currentTime, playerState } = info as { currentTime?: unknown; playerState?: unknown }
  return {
    ...(typeof currentTime === 'number' && Number.isFinite(currentTime) && { currentTime }),
    ...stateReport(playerState),
  }
}

function stateReport(state: unknown): PlayerReport {
  return state === PLAYING_STATE || state === PAUSED_STATE ? { isPlaying: state === PLAYING_STATE } : {}
}
