import { useEffect, useRef, useState } from 'react'
import { useSeeker } from './use-seeker.ts'

interface MovingStillProps {
  address: string
  seconds: number
  onBroken: () => void
}

/** One frame of the video, whichever is asked for. It lies over the thumbnail, and is seen once it has a frame to show. */
export function VideoStill({ address, seconds, onBroken }: MovingStillProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [arrived, setArrived] = useState(false)
  const { seekTo, goOn } = useSeeker(player)
  useEffect(() => seekTo(seconds), [seekTo, seconds])
  return (
    <video
      ref={player}
      className="monitor-still"
      src={address}
      muted
      playsInline
      preload="metadata"
      aria-hidden="true"
      tabIndex={-1}
      data-arrived={arrived || undefined}
      onLoadedMetadata={goOn}
      onSeeked={() => {
        setArrived(true)
        goOn()
      }}
      onError={onBroken}
    />
  )
}
