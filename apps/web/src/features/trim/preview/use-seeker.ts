import { type RefObject, useCallback, useRef } from 'react'

/** Closer than this is there. */
const SAME_TIME_SECONDS = 0.001

interface Seeker {
  seekTo: (seconds: number) => void
  /** For the player's `loadedmetadata` and `seeked`: goes on to where it was last sent. */
  goOn: () => void
}

/** Sends a player to times as fast as it can show them: the next one only when the last is on screen, and then the newest. */
export function useSeeker(player: RefObject<HTMLVideoElement | null>): Seeker {
  const wanted = useRef<number | null>(null)
  const goOn = useCallback(() => {
    const video = player.current
    const target = wanted.current
    if (!video || target === null || video.readyState < HTMLMediaElement.HAVE_METADATA || video.seeking) return
    wanted.current = null
    if (Math.abs(video.currentTime - target) > SAME_TIME_SECONDS) video.currentTime = target
  }, [player])
  const seekTo = useCallback(
    (seconds: number) => {
      wanted.current = seconds
      goOn()
    },
    [goOn],
  )
  return { seekTo, goOn }
}
