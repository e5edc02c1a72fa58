import { useEffect, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import type { Player, PlayerProps } from './player.ts'
import { frameCommand, LISTENING, readFrameNews, YOUTUBE_PLAYER_ORIGIN, youtubeFrameAddress } from './youtube-frame.ts'

interface YoutubePlayerProps extends PlayerProps {
  link: string
  /** Where it opens. */
  startSeconds: number
}

/** The player hears nothing before it has loaded: it is asked until it answers. */
const ASK_EVERY_MS = 250
/** A report from before a command may come this long after it. */
const STALE_MS = 1000
/** A seek is over when the player reports a time this close, or after `STALE_MS`. */
const NEAR_SECONDS = 1

/** The platform's player in its frame, driven by its own messages (`enablejsapi`). */
export function YoutubePlayer({ link, title, startSeconds, onPlayer, onPlaying }: YoutubePlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useLatest({ onPlayer, onPlaying })
  // Another start loads no other frame: the player seeks.
  const [address] = useState(() => youtubeFrameAddress(link, startSeconds, location.origin))

  useEffect(() => {
    const say = (message: string): void => frame.current?.contentWindow?.postMessage(message, YOUTUBE_PLAYER_ORIGIN)
    const session = createSession(say)
    let isReady = false
    const asking = setInterval(() => say(LISTENING), ASK_EVERY_MS)
    function onMessage({ source, origin, data }: MessageEvent): void {
      if (source !== frame.current?.contentWindow || origin !== YOUTUBE_PLAYER_ORIGIN) return
      const news = readFrameNews(data)
      if (!news) return
      clearInterval(asking)
      const isPlaying = session.hear(news)
      if (!isReady) {
        isReady = true
        latest.current.onPlayer(session.player)
      } else if (isPlaying !== null) latest.current.onPlaying(isPlaying)
    }
    addEventListener('message', onMessage)
    const { current: callbacks } = latest
    return () => {
      clearInterval(asking)
      removeEventListener('message', onMessage)
      callbacks.onPlayer(null)
    }
  }, [latest])

  if (address === null)
    return <p className="absolute inset-0 grid place-items-center p-6 text-center">{toolWords.preview.none}</p>
  return (
    <iframe
      ref={frame}
      src={address}
      title={toolWords.preview.player(title)}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}

/** The player as its reports, some four a second, and the commands since tell it. Between two reports its time goes on. */
function createSession(say: (message: string) => void) {
  let seconds = 0
  let atMs = performance.now()
  let rate = 1
  let isPlaying = false
  /** The state that this page last commanded or heard. */
  let isToPlay = false
  let commandedMs = Number.NEGATIVE_INFINITY
  let target: number | null = null

  const now = (): number => seconds + (isPlaying ? ((performance.now() - atMs) / 1000) * rate : 0)
  function setAt(at: number): void {
    seconds = at
    atMs = performance.now()
  }
  function command(...order: Parameters<typeof frameCommand>): void {
    commandedMs = performance.now()
    say(frameCommand(...order))
  }
  const player: Player = {
    get seconds() {
      return target === null ? now() : null
    },
    seekTo(to) {
      target = to
      setAt(to)
      command('seekTo', [to, true])
    },
    play() {
      isToPlay = true
      command('playVideo')
    },
    pause() {
      setAt(now())
      isPlaying = false
      isToPlay = false
      command('pauseVideo')
    },
    setRate(next) {
      setAt(now())
      rate = next
      command('setPlaybackRate', [next])
    },
  }
  return {
    player,
    /** @returns whether it plays now, where somebody else than this page has changed that; else null */
    hear(news: ReturnType<typeof readFrameNews> & object): boolean | null {
      const isStale = performance.now() - commandedMs < STALE_MS
      if (news.currentTime !== undefined) {
        if (target !== null && (!isStale || Math.abs(news.currentTime - target) < NEAR_SECONDS)) target = null
        if (target === null) setAt(news.currentTime)
      }
      if (news.isPlaying === undefined) return null
      if (isPlaying !== news.isPlaying) setAt(now())
      isPlaying = news.isPlaying
      if (isStale || isPlaying === isToPlay) return null
      isToPlay = isPlaying
      return isPlaying
    },
  }
}
