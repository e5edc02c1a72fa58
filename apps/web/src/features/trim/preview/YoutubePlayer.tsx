import { useEffect, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import type { Player, PlayerProps } from './player.ts'
import {
  LISTENING_MESSAGE,
  type PlayerReport,
  playerCommand,
  readPlayerReport,
  YOUTUBE_PLAYER_ORIGIN,
  youtubeFrameAddress,
} from './youtube-frame.ts'

interface YoutubePlayerProps extends PlayerProps {
  link: string
  /** Initial position, in seconds. */
  startSeconds: number
}

/** Interval of the `listening` message. It repeats until the player has loaded and answers. */
const LISTENING_INTERVAL_MILLISECONDS = 250
/** A report within this time after a command may be older than the command. */
const STALE_REPORT_WINDOW_MILLISECONDS = 1000
/** A seek ends when the player reports a time this close to the target, or after `STALE_REPORT_WINDOW_MILLISECONDS`. */
const NEAR_SECONDS = 1

/** YouTube's player in an iframe, controlled by its message API (`enablejsapi`). */
export function YoutubePlayer({ link, title, startSeconds, onPlayer, onPlaying }: YoutubePlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useLatest({ onPlayer, onPlaying })
  // The address stays the same when the start changes, so that the iframe does not reload.
  const [address] = useState(() => youtubeFrameAddress(link, startSeconds, location.origin))

  useEffect(() => {
    const postMessage = (message: string): void =>
      frame.current?.contentWindow?.postMessage(message, YOUTUBE_PLAYER_ORIGIN)
    const session = createSession(postMessage)
    let isReady = false
    const listeningTimer = setInterval(() => postMessage(LISTENING_MESSAGE), LISTENING_INTERVAL_MILLISECONDS)
    function onMessage({ source, origin, data }: MessageEvent): void {
      if (source !== frame.current?.contentWindow || origin !== YOUTUBE_PLAYER_ORIGIN) return
      const report = readPlayerReport(data)
      if (!report) return
      clearInterval(listeningTimer)
      const isPlaying = session.applyReport(report)
      if (!isReady) {
        isReady = true
        latest.current.onPlayer(session.player)
      } else if (isPlaying !== null) latest.current.onPlaying(isPlaying)
    }
    addEventListener('message', onMessage)
    const { current: callbacks } = latest
    return () => {
      clearInterval(listeningTimer)
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

/**
 * State of the player, from its reports (about four a second) and later commands. In between the time is extrapolated.
 */
function createSession(postMessage: (message: string) => void) {
  let seconds = 0
  let atMs = performance.now()
  let rate = 1
  let isPlaying = false
  /** Play state that this page last commanded, or that the player last reported. */
  let isToPlay = false
  let commandedMs = Number.NEGATIVE_INFINITY
  let target: number | null = null

  const extrapolatedSeconds = (): number => seconds + (isPlaying ? ((performance.now() - atMs) / 1000) * rate : 0)
  function setPosition(position: number): void {
    seconds = position
    atMs = performance.now()
  }
  function command(...args: Parameters<typeof playerCommand>): void {
    commandedMs = performance.now()
    postMessage(playerCommand(...args))
  }
  const player: Player = {
    get seconds() {
      return target === null ? extrapolatedSeconds() : null
    },
    seekTo(targetSeconds) {
      target = targetSeconds
      setPosition(targetSeconds)
      command('seekTo', [targetSeconds, true])
    },
    play() {
      isToPlay = true
      command('playVideo')
    },
    pause() {
      setPosition(extrapolatedSeconds())
      isPlaying = false
      isToPlay = false
      command('pauseVideo')
    },
    setRate(newRate) {
      setPosition(extrapolatedSeconds())
      rate = newRate
      command('setPlaybackRate', [newRate])
    },
  }
  return {
    player,
    /** @returns the new play state where the viewer or YouTube has changed it; else null */
    applyReport(report: PlayerReport): boolean | null {
      const isStale = performance.now() - commandedMs < STALE_REPORT_WINDOW_MILLISECONDS
      if (report.currentTime !== undefined) {
        if (target !== null && (!isStale || Math.abs(report.currentTime - target) < NEAR_SECONDS)) target = null
        if (target === null) setPosition(report.currentTime)
      }
      if (report.isPlaying === undefined) return null
      if (isPlaying !== report.isPlaying) setPosition(extrapolatedSeconds())
      isPlaying = report.isPlaying
      if (isStale || isPlaying === isToPlay) return null
      isToPlay = isPlaying
      return isPlaying
    },
  }
}
