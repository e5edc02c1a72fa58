import type { Filmstrip, Video } from '@kerf/contract/video'
import { useEffect, useRef, useState } from 'react'
import { useElementWidth } from '../../../browser/use-element-width.ts'
import { drawThumbnail } from '../drawing/draw-thumbnail.ts'
import { useThumbnails } from '../drawing/use-thumbnails.ts'
import { useSeeker } from './use-seeker.ts'

/** The frame at one time, from the best that there is: the video itself, else its filmstrip, else nothing. */
export function Still({ video, seconds }: { video: Video; seconds: number }) {
  const [broken, setBroken] = useState(false)
  if (video.preview !== null && !broken)
    return <VideoStill address={video.preview} seconds={seconds} onBroken={() => setBroken(true)} />
  if (video.filmstrip === null) return null
  return <ThumbnailStill filmstrip={video.filmstrip} seconds={Math.min(seconds, video.duration)} />
}

/** One frame of the video, whichever is asked for. It lies over the thumbnail, and is seen once it has a frame to show. */
function VideoStill({ address, seconds, onBroken }: { address: string; seconds: number; onBroken: () => void }) {
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

/** The filmstrip's frame for a time, as large as the preview: for videos that only the platform can play. */
function ThumbnailStill({ filmstrip, seconds }: { filmstrip: Filmstrip; seconds: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useElementWidth(canvas)
  const { thumbnails, arrivals } = useThumbnails(filmstrip)

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals and width have nothing to pass on, only to redraw for.
  useEffect(() => {
    const place = drawThumbnail(canvas.current, thumbnails, seconds)
    if (!place || !canvas.current) return
    canvas.current.dataset.arrived = ''
    canvas.current.dataset.frame = `${place.sheet}:${place.x},${place.y}`
  }, [thumbnails, arrivals, seconds, width])

  return <canvas ref={canvas} className="monitor-still" />
}
