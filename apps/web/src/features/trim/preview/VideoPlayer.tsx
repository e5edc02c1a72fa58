import { useEffect, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import type { Player, PlayerProps } from './player.ts'
import { useSeeker } from './use-seeker.ts'

const words = toolWords.preview

/** The page's own player: a video element. */
export function VideoPlayer({ address, title, onPlayer, onPlaying }: PlayerProps & { address: string }) {
  const element = useRef<HTMLVideoElement>(null)
  const [isBroken, setBroken] = useState(false)
  const { seekTo, goOn } = useSeeker(element)
  const latest = useLatest({ onPlayer, onPlaying })
  useEffect(() => () => latest.current.onPlayer(null), [latest])

  function announce(): void {
    const video = element.current
    if (!video) return
    const player: Player = {
      get seconds() {
        if (video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
        // The media may end slightly before the range does.
        return video.ended ? Number.POSITIVE_INFINITY : video.currentTime
      },
      seekTo,
      play() {
        // The browser may refuse autoplay: the state becomes paused. A pause during the call rejects too, but is no
        // refusal.
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

  if (isBroken) return <p className="absolute inset-0 grid place-items-center p-6 text-center">{words.none}</p>
  return (
    <video
      ref={element}
      src={address}
      // The site of a link gets no cookies.
      crossOrigin={/^https?:/.test(address) ? 'anonymous' : undefined}
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
