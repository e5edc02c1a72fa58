import type { Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { IconButton, Joined } from '@kerf/ui/Button'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@kerf/ui/icons/tool-icons'
import { useEffect, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import { useOutOfView } from '../../../browser/use-out-of-view.ts'
import { lookAt, stepShownFrame } from '../timeline/shown-frame.ts'
import type { Player } from './player.ts'
import { type Follow, followedTime, type Preview } from './use-preview.ts'
import { VideoPlayer } from './VideoPlayer.tsx'
import { YoutubePlayer } from './YoutubePlayer.tsx'

interface PlaybackProps {
  video: Video
  range: TimeRange
  frameRate: number
  follow: Follow
  preview: Preview
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
  /** Somebody wants the playhead a frame further, and to stay there. */
  onStep: (seconds: number) => void
}

const words = toolWords.preview
/** After a handle was moved its frame is shown for this long before the selection goes on playing. */
const REST_MS = 700

/**
 * Plays the selection over and over, in whichever player the video has. The player's position and the timeline's playhead
 * are one; both follow the hand.
 */
export function Playback(props: PlaybackProps) {
  const { video, range, frameRate, follow, preview, playheadSeconds, onPlayhead, onStep } = props
  const { playing, rate } = preview
  const [player, setPlayer] = useState<Player | null>(null)
  const waiting = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  const latest = useLatest({ range, playheadSeconds, onPlayhead, playing })

  /** Plays on from here when here is in the selection, else from its start. */
  function playFromHere(from: Player): void {
    const { startTime, endTime } = latest.current.range
    const { seconds } = from
    if (seconds !== null && (seconds < startTime || seconds >= endTime)) from.seekTo(lookAt.start(startTime, frameRate))
    from.play()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each player.
  useEffect(() => {
    if (!player) return
    const { startTime, endTime } = latest.current.range
    const inside = playheadSeconds >= startTime && playheadSeconds < endTime - 0.1
    player.seekTo(inside ? lookAt.playhead(playheadSeconds, frameRate) : lookAt.start(startTime, frameRate))
    if (latest.current.playing) player.play()
  }, [player])

  useEffect(() => player?.setRate(rate), [player, rate])

  const wasPlaying = useRef(playing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each start and pause.
  useEffect(() => {
    if (!player || wasPlaying.current === playing) return
    wasPlaying.current = playing
    waiting.current = false
    if (playing) playFromHere(player)
    else player.pause()
  }, [player, playing])

  // Nobody watches: what cannot be seen should not play either.
  const away = useOutOfView(place) !== null
  const wasAway = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run each time it leaves or comes back, whatever else is new.
  useEffect(() => {
    if (!player || away === wasAway.current) return
    wasAway.current = away
    if (away) player.pause()
    else if (latest.current.playing && !waiting.current) playFromHere(player)
  }, [player, away])

  // Something was moved: the player shows it, and goes on when it has come to rest.
  const { what, moves, pressed } = follow
  const seenMoves = useRef(moves)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each move, and when it is let go, whatever else is new.
  useEffect(() => {
    if (!player || what === null || (moves === seenMoves.current && !waiting.current)) return
    if (moves !== seenMoves.current) {
      seenMoves.current = moves
      waiting.current = true
      player.pause()
      const now = latest.current
      player.seekTo(followedTime(what, now.range, now.playheadSeconds, frameRate))
      if (what === 'start') onPlayhead(now.range.startTime)
      if (what === 'end') onPlayhead(stepShownFrame(now.range.endTime, -1, frameRate))
      if (what === 'step') preview.onPlaying(false)
    }
    if (pressed) return
    const timer = setTimeout(() => {
      waiting.current = false
      if (latest.current.playing) playFromHere(player)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [player, moves, pressed])

  // While it plays, the playhead follows the player, frame by frame, and goes round at the end.
  useEffect(() => {
    if (!playing || !player) return
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const { seconds } = player
      if (seconds === null || waiting.current) return
      const { startTime, endTime } = latest.current.range
      if (seconds >= endTime) {
        player.seekTo(lookAt.start(startTime, frameRate))
        player.play()
      }
      latest.current.onPlayhead(Math.min(seconds, endTime))
    })
    return () => cancelAnimationFrame(frame)
  }, [player, playing, latest, frameRate])

  const step = (frames: -1 | 1): void => onStep(stepShownFrame(playheadSeconds, frames, frameRate))
  // What this page itself pauses, while a hand moves something or nobody watches, is to play on.
  function onPlaying(isPlaying: boolean): void {
    if (!waiting.current && !wasAway.current) preview.onPlaying(isPlaying)
  }
  const shown = { title: video.title, onPlayer: setPlayer, onPlaying }
  return (
    <>
      <div ref={place} className="monitor-player">
        {video.preview !== null ? (
          <VideoPlayer address={video.preview} {...shown} />
        ) : (
          <YoutubePlayer link={video.youtubeUrl ?? video.url} startSeconds={range.startTime} {...shown} />
        )}
      </div>
      <Joined className="monitor-controls">
        <IconButton label={words.back} icon={<ChevronLeftIcon />} onClick={() => step(-1)} />
        <IconButton
          label={playing ? words.pause : words.play}
          icon={playing ? <PauseIcon /> : <PlayIcon />}
          onClick={() => preview.onPlaying(!playing)}
        />
        <IconButton label={words.forward} icon={<ChevronRightIcon />} onClick={() => step(1)} />
      </Joined>
    </>
  )
}
