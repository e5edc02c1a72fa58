import { useEffect, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import type { Player, PlayerProps } from './player.ts'
import { useSeeker } from './use-seeker.ts'

const words = toolWords.preview

/** The page's own player. */
export function VideoPlayer({ address, title, onPlayer, onPlaying }: PlayerProps & { address: string }) {
  const element = useRef<HTMLVideoElement>(null)
  const [broken, setBroken] = useState(false)
  const { seekTo, goOn } = useSeeker(element)
  const latest = useLatest({ onPlayer, onPlaying })
  useEffect(() => () => latest.current.onPlayer(null), [latest])

  function announce(): void {
    const video = element.current
    if (!video) return
    const player: Player = {
      get seconds() {
        if (video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
        // Its own end may lie a little before that of the range.
        return video.ended ? Number.POSITIVE_INFINITY : video.currentTime
      },
      seekTo,
      play() {
        // Autoplay may be refused; the play button is there. A pause that comes in between is no refusal.
        video.play().catch((error: unknown) => {
          if (error instanceof DOMException && error.name === 'NotAllowedError') latest.current.onPlaying(false)
        })
      },
      pause: () => video.pause(),
      setRate(rate) {
        video.playbackRate = rate
      },
    }
    latest.current.onPlayer(player)
  }

  if (broken) return <p className="absolute inset-0 grid place-items-center p-6 text-center">{words.none}</p>
  return (
    <video
      ref={element}
      src={address}
      aria-label={words.player(title)}
      playsInline
      preload="auto"
      onLoadedMetadata={announce}
      onSeeked={goOn}
      onError={() => setBroken(true)}
      onClick={({ currentTarget }) => onPlaying(currentTarget.paused)}
    >
      <track kind="captions" />
    </video>
  )
}
