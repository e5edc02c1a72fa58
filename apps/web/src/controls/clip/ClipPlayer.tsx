import { useRef, useState } from 'react'
import { finishedWords as words } from '#messages/clips/finished.ts'

interface ClipPlayerProps {
  address: string
  name: string
  isAudio?: boolean
}

/** Maximum number of attempts at one position of the clip. After that, the clip counts as unplayable. */
const MAX_TRIES = 3
const SAME_POSITION_SECONDS = 1
/** Age at which an address is renewed: less than the five minutes for which the server signs it. */
const URL_LIFETIME_MILLISECONDS = 4 * 60_000

/**
 * Plays a finished clip. The server may redirect the player to a file store, at an address that is signed for
 * minutes. Before the store would refuse that address, or after it has, the clip is loaded from the server again and
 * resumes at its position. A browser by itself retries the old address for half a minute before it reports an error.
 */
export function ClipPlayer({ address, name, isAudio = false }: ClipPlayerProps) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const resumePoint = useRef<{ seconds: number; plays: boolean } | null>({ seconds: 0, plays: true })
  const lastFailure = useRef({ seconds: -1, tries: 0 })
  const loadedAt = useRef(Number.POSITIVE_INFINITY)
  const [isBroken, setBroken] = useState(false)

  /** Runs when the player needs data that may not be buffered. */
  function renewOldAddress(): void {
    const video = player.current
    if (video && performance.now() - loadedAt.current > URL_LIFETIME_MILLISECONDS && !isBuffered(video)) reload(video)
  }

  function reload(video: HTMLMediaElement): void {
    resumePoint.current ??= { seconds: video.currentTime, plays: !video.paused }
    loadedAt.current = Number.POSITIVE_INFINITY
    video.load()
  }

  function retry(): void {
    const video = player.current
    if (!video) return
    const seconds = video.currentTime
    const isSamePosition = Math.abs(seconds - lastFailure.current.seconds) < SAME_POSITION_SECONDS
    lastFailure.current = { seconds, tries: isSamePosition ? lastFailure.current.tries + 1 : 1 }
    if (lastFailure.current.tries > MAX_TRIES) {
      setBroken(true)
      return
    }
    reload(video)
  }

  function resume(): void {
    const video = player.current
    loadedAt.current = performance.now()
    const { current: point } = resumePoint
    resumePoint.current = null
    if (!video || !point) return
    if (point.seconds > 0) video.currentTime = point.seconds
    // The browser may forbid playback without a click. The player's own button works then.
    if (point.plays) video.play().catch(() => {})
  }

  if (isBroken)
    return (
      <p className="note" role="alert">
        {words.cannotPlay}
      </p>
    )
  const playerProps = {
    className: `block w-full max-h-[50vh] mt-1 mb-3.5${isAudio ? '' : ' bg-timeline'}`,
    src: address,
    'aria-label': words.player(name),
    controls: true,
    onLoadedMetadata: resume,
    onSeeking: renewOldAddress,
    onWaiting: renewOldAddress,
    onError: retry,
  }
  return isAudio ? (
    <audio ref={player} {...playerProps}>
      <track kind="captions" />
    </audio>
  ) : (
    <video ref={player} {...playerProps} playsInline>
      <track kind="captions" />
    </video>
  )
}

function isBuffered({ buffered, currentTime }: HTMLMediaElement): boolean {
  return Array.from({ length: buffered.length }).some(
    (_, rangeIndex) => buffered.start(rangeIndex) <= currentTime && currentTime < buffered.end(rangeIndex),
  )
}
