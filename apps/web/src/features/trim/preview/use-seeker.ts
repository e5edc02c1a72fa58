import { type RefObject, useCallback, useRef } from 'react'

/** Times closer than this need no seek. */
const SAME_TIME_SECONDS = 0.001

interface Seeker {
  seekTo: (seconds: number) => void
  /** Seeks to the newest requested time. Handles the player's `loadedmetadata` and `seeked`. */
  goOn: () => void
}

/**
 * Seeks a player as fast as it shows frames. Only one seek runs at a time; the next goes to the newest requested time.
 */
export function useSeeker(player: RefObject<HTMLVideoElement | null>): Seeker {
  const requestedSeconds = useRef<number | null>(null)
  const goOn = useCallback(() => {
    const video = player.current
    const target = requestedSeconds.current
    if (!video || target === null || video.readyState < HTMLMediaElement.HAVE_METADATA || video.seeking) return
    requestedSeconds.current = null
    if (Math.abs(video.currentTime - target) > SAME_TIME_SECONDS) video.currentTime = target
  }, [player])
  const seekTo = useCallback(
    (seconds: number) => {
      requestedSeconds.current = seconds
      goOn()
    },
    [goOn],
  )
  return { seekTo, goOn }
}
