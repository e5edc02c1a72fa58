import { parseYoutubeLink } from '@kerf/domain/links/youtube-link'

export const YOUTUBE_PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

/** `playerState` of the platform's player. */
const PLAYING = 1
const PAUSED = 2

/** What the platform's player says of itself, as far as it is used. */
export interface FrameNews {
  currentTime?: number
  isPlaying?: boolean
}

/**
 * The platform's own player, which takes commands from this page.
 * @returns null for links of other sites
 */
export function youtubeFrameAddress(link: string, startSeconds: number, pageOrigin: string): string | null {
  const youtube = parseYoutubeLink(link)
  if (!youtube) return null
  const asked = new URLSearchParams({
    enablejsapi: '1',
    origin: pageOrigin,
    start: String(Math.floor(startSeconds)),
    autoplay: '1',
    playsinline: '1',
    rel: '0',
  })
  return `${YOUTUBE_PLAYER_ORIGIN}/embed/${youtube.videoId}?${asked}`
}

/** A message that makes the player report its state from now on. */
export const LISTENING = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })

type Command = 'playVideo' | 'pauseVideo' | 'seekTo' | 'setPlaybackRate'

export function frameCommand(func: Command, args: readonly (number | boolean)[] = []): string {
  return JSON.stringify({ event: 'command', func, args })
}

/** Reads a message of the player. null: it is no report. */
export function readFrameNews(message: unknown): FrameNews | null {
  if (typeof message !== 'string') return null
  let said: unknown
  try {
    said = JSON.parse(message)
  } catch {
    return null
  }
  const { event, info } = (said ?? {}) as { event?: unknown; info?: unknown }
  if (event === 'onStateChange') return stateNews(info)
  if ((event !== 'infoDelivery' && event !== 'initialDelivery') || typeof info !== 'object' || info === null)
    return event === 'onReady' ? {} : null
  const { currentTime, playerState } = info as { currentTime?: unknown; playerState?: unknown }
  return {
    ...(typeof currentTime === 'number' && Number.isFinite(currentTime) && { currentTime }),
    ...stateNews(playerState),
  }
}

function stateNews(state: unknown): FrameNews {
  return state === PLAYING || state === PAUSED ? { isPlaying: state === PLAYING } : {}
}
