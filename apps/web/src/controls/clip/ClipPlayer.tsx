import { useRef, useState } from 'react'
import { finishedWords as words } from '#messages/clips/finished.ts'

interface ClipPlayerProps {
  address: string
  name: string
  isAudio?: boolean
}

/** A file that cannot be had at one place after so many tries cannot be had there at all. */
const MOST_TRIES = 3
const SAME_PLACE_SECONDS = 1
/** Somewhat less than the five minutes for which the server signs addresses. */
const ADDRESS_HOLDS_MS = 4 * 60_000

/**
 * Plays a finished clip. A server may send the player to a store by an address that holds for minutes, and the player goes on
 * asking there. Where that would be refused, or was, the server is asked for a new one, and the clip goes on where it was: a
 * browser by itself tries the old one for half a minute before it says that anything is wrong.
 */
export function ClipPlayer({ address, name, isAudio = false }: ClipPlayerProps) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const resumed = useRef<{ seconds: number; plays: boolean } | null>({ seconds: 0, plays: true })
  const failed = useRef({ seconds: -1, tries: 0 })
  const loadedAt = useRef(Number.POSITIVE_INFINITY)
  const [broken, setBroken] = useState(false)

  /** Something is wanted that is not here yet. */
  function lookAtAge(): void {
    const video = player.current
    if (video && performance.now() - loadedAt.current > ADDRESS_HOLDS_MS && !isHere(video)) loadAnew(video)
  }

  function loadAnew(video: HTMLMediaElement): void {
    resumed.current ??= { seconds: video.currentTime, plays: !video.paused }
    loadedAt.current = Number.POSITIVE_INFINITY
    video.load()
  }

  function askAgain(): void {
    const video = player.current
    if (!video) return
    const seconds = video.currentTime
    const isSamePlace = Math.abs(seconds - failed.current.seconds) < SAME_PLACE_SECONDS
    failed.current = { seconds, tries: isSamePlace ? failed.current.tries + 1 : 1 }
    if (failed.current.tries > MOST_TRIES) {
      setBroken(true)
      return
    }
    loadAnew(video)
  }

  function goOn(): void {
    const video = player.current
    loadedAt.current = performance.now()
    const { current: at } = resumed
    resumed.current = null
    if (!video || !at) return
    if (at.seconds > 0) video.currentTime = at.seconds
    // It may not be allowed to begin by itself; its own button is there.
    if (at.plays) video.play().catch(() => {})
  }

  if (broken)
    return (
      <p className="note" role="alert">
        {words.cannotPlay}
      </p>
    )
  const shared = {
    className: `block w-full max-h-[50vh] mt-1 mb-3.5${isAudio ? '' : ' bg-timeline'}`,
    src: address,
    'aria-label': words.player(name),
    controls: true,
    onLoadedMetadata: goOn,
    onSeeking: lookAtAge,
    onWaiting: lookAtAge,
    onError: askAgain,
  }
  return isAudio ? (
    <audio ref={player} {...shared}>
      <track kind="captions" />
    </audio>
  ) : (
    <video ref={player} {...shared} playsInline>
      <track kind="captions" />
    </video>
  )
}

function isHere({ buffered, currentTime }: HTMLMediaElement): boolean {
  return Array.from({ length: buffered.length }).some(
    (_, part) => buffered.start(part) <= currentTime && currentTime < buffered.end(part),
  )
}
