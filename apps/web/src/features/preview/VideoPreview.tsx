import type { TrimRange } from '@kerf/domain/trim-range'
import { IconButton } from '@kerf/ui/IconButton'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@kerf/ui/icons'
import { Joined } from '@kerf/ui/Joined'
import { useEffect, useRef, useState } from 'react'
import { messages } from '#messages/messages.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { stepFrames } from '../trim-panel/frame-step.ts'

interface VideoPreviewProps {
  address: string
  title: string
  range: TrimRange
  frameRate: number
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
}

const words = messages.preview
/** Differences smaller than this between player and strip are the player's own rounding. */
const SAME_MOMENT_SECONDS = 0.02

/** Plays the selection over and over. The player's position and the strip's playhead are one. */
export function VideoPreview({ address, title, range, frameRate, playheadSeconds, onPlayhead }: VideoPreviewProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [broken, setBroken] = useState(false)
  const latest = useLatest({ range, onPlayhead })
  const reported = useRef(playheadSeconds)

  // The strip's playhead was moved: the player follows.
  useEffect(() => {
    const video = player.current
    if (!video || Math.abs(playheadSeconds - reported.current) < SAME_MOMENT_SECONDS) return
    reported.current = playheadSeconds
    video.currentTime = playheadSeconds
  }, [playheadSeconds])

  // While it plays, the playhead follows the player, frame by frame, and goes round at the end.
  useEffect(() => {
    if (!playing) return
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const video = player.current
      if (!video || video.seeking) return
      const { startSeconds, endSeconds } = latest.current.range
      if (video.currentTime >= endSeconds || video.ended) {
        video.currentTime = startSeconds
        if (video.paused) video.play().catch(() => {})
      }
      reported.current = video.currentTime
      latest.current.onPlayhead(video.currentTime)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, latest])

  function open(): void {
    const video = player.current
    if (!video) return
    const { startSeconds, endSeconds } = latest.current.range
    const inside = playheadSeconds >= startSeconds && playheadSeconds < endSeconds - 0.1
    video.currentTime = inside ? playheadSeconds : startSeconds
    // Autoplay may be refused; the play button is there.
    video.play().catch(() => {})
  }
  function toggle(): void {
    const video = player.current
    if (!video) return
    if (video.paused) video.play().catch(() => {})
    else video.pause()
  }
  function step(frames: -1 | 1): void {
    player.current?.pause()
    onPlayhead(stepFrames(playheadSeconds, frames, frameRate))
  }

  if (broken) return <p className="monitor-words">{words.none}</p>
  return (
    <>
      <video
        ref={player}
        src={address}
        aria-label={words.player(title)}
        playsInline
        preload="auto"
        onLoadedMetadata={open}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(player.current?.ended ?? false)}
        onError={() => setBroken(true)}
        onClick={toggle}
      >
        <track kind="captions" />
      </video>
      <Joined className="monitor-controls">
        <IconButton label={words.back} icon={<ChevronLeftIcon />} onClick={() => step(-1)} />
        <IconButton
          label={playing ? words.pause : words.play}
          icon={playing ? <PauseIcon /> : <PlayIcon />}
          onClick={toggle}
        />
        <IconButton label={words.forward} icon={<ChevronRightIcon />} onClick={() => step(1)} />
      </Joined>
    </>
  )
}
