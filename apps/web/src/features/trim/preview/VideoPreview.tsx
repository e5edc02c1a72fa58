import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { IconButton, Joined } from '@kerf/ui/Button'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@kerf/ui/icons/tool-icons'
import { useEffect, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import { useOutOfView } from '../../../browser/use-out-of-view.ts'
import { lookAt, stepShownFrame } from '../timeline/frame-step.ts'
import { type Follow, followedTime } from './use-preview.ts'
import { useSeeker } from './use-seeker.ts'

interface VideoPreviewProps {
  address: string
  title: string
  range: TimeRange
  frameRate: number
  follow: Follow
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
  /** Somebody wants the playhead a frame further, and to stay there. */
  onStep: (seconds: number) => void
}

const words = toolWords.preview
/** After a handle was moved its frame is shown for this long before the selection goes on playing. */
const REST_MS = 700

/** Plays the selection over and over. The player's position and the timeline's playhead are one; both follow the hand. */
export function VideoPreview(props: VideoPreviewProps) {
  const { address, title, range, frameRate, follow, playheadSeconds, onPlayhead, onStep } = props
  const player = useRef<HTMLVideoElement>(null)
  // What is wanted: while the player waits for a hand it does not play, though it is to.
  const [playing, setPlaying] = useState(true)
  const [broken, setBroken] = useState(false)
  const waiting = useRef(false)
  const { seekTo, goOn } = useSeeker(player)
  const latest = useLatest({ range, playheadSeconds, onPlayhead, playing })

  function play(): void {
    // Autoplay may be refused; the play button is there. A pause that comes in between is no refusal.
    player.current?.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') setPlaying(false)
    })
  }
  /** Plays on from here when here is in the selection, else from its start. */
  function playFromHere(video: HTMLVideoElement): void {
    const { startTime, endTime } = latest.current.range
    const isInside = video.currentTime >= startTime && video.currentTime < endTime
    if (!isInside) video.currentTime = lookAt.start(startTime, frameRate)
    play()
  }

  // Nobody watches: what cannot be seen should not play either.
  const away = useOutOfView(player) !== null
  const wasAway = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run each time it leaves or comes back, whatever else is new.
  useEffect(() => {
    const video = player.current
    if (!video || away === wasAway.current) return
    wasAway.current = away
    if (away) video.pause()
    else if (latest.current.playing && !waiting.current) playFromHere(video)
  }, [away])

  // Something was moved: the player shows it, and goes on when it has come to rest.
  const { what, moves, pressed } = follow
  const seenMoves = useRef(moves)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each move, and when it is let go, whatever else is new.
  useEffect(() => {
    const video = player.current
    if (!video || what === null || (moves === seenMoves.current && !waiting.current)) return
    if (moves !== seenMoves.current) {
      seenMoves.current = moves
      waiting.current = true
      video.pause()
      const now = latest.current
      seekTo(followedTime(what, now.range, now.playheadSeconds, frameRate))
      if (what === 'start') onPlayhead(now.range.startTime)
      if (what === 'end') onPlayhead(stepShownFrame(now.range.endTime, -1, frameRate))
      if (what === 'step') setPlaying(false)
    }
    if (pressed) return
    const timer = setTimeout(() => {
      waiting.current = false
      if (latest.current.playing) playFromHere(video)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [moves, pressed])

  // While it plays, the playhead follows the player, frame by frame, and goes round at the end.
  useEffect(() => {
    if (!playing) return
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const video = player.current
      if (!video || video.seeking || waiting.current || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
      const { startTime, endTime } = latest.current.range
      if (video.currentTime >= endTime || video.ended) {
        video.currentTime = lookAt.start(startTime, frameRate)
        if (video.paused) video.play().catch(() => {})
      }
      latest.current.onPlayhead(video.currentTime)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, latest, frameRate])

  function open(): void {
    const video = player.current
    if (!video) return
    const { startTime, endTime } = latest.current.range
    const inside = playheadSeconds >= startTime && playheadSeconds < endTime - 0.1
    video.currentTime = inside ? lookAt.playhead(playheadSeconds, frameRate) : lookAt.start(startTime, frameRate)
    play()
  }
  function toggle(): void {
    const video = player.current
    if (!video) return
    waiting.current = false
    setPlaying(!playing)
    if (playing) video.pause()
    else playFromHere(video)
  }
  const step = (frames: -1 | 1): void => onStep(stepShownFrame(playheadSeconds, frames, frameRate))

  if (broken) return <p className="absolute inset-0 grid place-items-center p-6 text-center">{words.none}</p>
  return (
    <>
      <video
        ref={player}
        src={address}
        aria-label={words.player(title)}
        playsInline
        preload="auto"
        onLoadedMetadata={open}
        onSeeked={goOn}
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
