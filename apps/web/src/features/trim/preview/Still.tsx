import type { Filmstrip, Video } from '@kerf/contract/video'
import { useEffect, useRef, useState } from 'react'
import { useElementWidth } from '../../../browser/use-element-width.ts'
import { drawThumbnail } from '../drawing/draw-thumbnail.ts'
import { useThumbnails } from '../drawing/use-thumbnails.ts'
import { useSeeker } from './use-seeker.ts'

/** The frame of one time, from the video itself, else from its filmstrip, else nothing. */
export function Still({ video, seconds }: { video: Video; seconds: number }) {
  const [isBroken, setBroken] = useState(false)
  if (video.preview !== null && !isBroken)
    return <VideoStill address={video.preview} seconds={seconds} onBroken={() => setBroken(true)} />
  if (video.filmstrip === null) return null
  return <ThumbnailStill filmstrip={video.filmstrip} seconds={Math.min(seconds, video.duration)} />
}

/** One frame of the video, over the thumbnail. It becomes visible with its first frame. */
function VideoStill({ address, seconds, onBroken }: { address: string; seconds: number; onBroken: () => void }) {
  const player = useRef<HTMLVideoElement>(null)
  const [hasArrived, setArrived] = useState(false)
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
      data-arrived={hasArrived || undefined}
      onLoadedMetadata={goOn}
      onSeeked={() => {
        setArrived(true)
        goOn()
      }}
      onError={onBroken}
    />
  )
}

/**
 * The thumbnail of a time from the filmstrip, as large as the preview, for videos that only YouTube's player can play.
 */
function ThumbnailStill({ filmstrip, seconds }: { filmstrip: Filmstrip; seconds: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useElementWidth(canvas)
  const { thumbnails, arrivals } = useThumbnails(filmstrip)

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals and width only trigger a redraw.
  useEffect(() => {
    const place = drawThumbnail(canvas.current, thumbnails, seconds)
    if (!place || !canvas.current) return
    canvas.current.dataset.arrived = ''
    canvas.current.dataset.frame = `${place.sheet}:${place.x},${place.y}`
  }, [thumbnails, arrivals, seconds, width])

  return <canvas ref={canvas} className="monitor-still" />
}
