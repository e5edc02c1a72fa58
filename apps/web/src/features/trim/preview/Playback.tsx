import type { Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { IconButton, Joined } from '@kerf/ui/Button'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@kerf/ui/icons/tool-icons'
import { useEffect, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import { useOutOfView } from '../../../browser/use-out-of-view.ts'
import { seekTimes, stepShownFrame } from '../timeline/shown-frame.ts'
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
  /** Called with the time of the neighbouring frame, in seconds: the playhead moves there and playback pauses. */
  onStep: (seconds: number) => void
}

const words = toolWords.preview
/** Time without a move before playback resumes, in milliseconds. Until then the moved handle's frame is shown. */
const RESUME_DELAY_MILLISECONDS = 700

/**
 * Plays the selection in a loop, in the page's own player or YouTube's. Player and playhead share one position. Both
 * follow a handle that is moved.
 */
export function Playback(props: PlaybackProps) {
  const { video, range, frameRate, follow, preview, playheadSeconds, onPlayhead, onStep } = props
  const { playing, rate } = preview
  const [player, setPlayer] = useState<Player | null>(null)
  const isWaiting = useRef(false)
  const container = useRef<HTMLDivElement>(null)
  const latest = useLatest({ range, playheadSeconds, onPlayhead, playing })

  /** Plays from the current position if it is in the selection, else from the selection's start. */
  function playFromHere(activePlayer: Player): void {
    const { startTime, endTime } = latest.current.range
    const { seconds } = activePlayer
    if (seconds !== null && (seconds < startTime || seconds >= endTime))
      activePlayer.seekTo(seekTimes.start(startTime, frameRate))
    activePlayer.play()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each player.
  useEffect(() => {
    if (!player) return
    const { startTime, endTime } = latest.current.range
    const isInside = playheadSeconds >= startTime && playheadSeconds < endTime - 0.1
    player.seekTo(isInside ? seekTimes.playhead(playheadSeconds, frameRate) : seekTimes.start(startTime, frameRate))
    if (latest.current.playing) player.play()
  }, [player])

  useEffect(() => player?.setRate(rate), [player, rate])

  const wasPlaying = useRef(playing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each start and pause.
  useEffect(() => {
    if (!player || wasPlaying.current === playing) return
    wasPlaying.current = playing
    isWaiting.current = false
    if (playing) playFromHere(player)
    else player.pause()
  }, [player, playing])

  // A player outside the viewport is paused.
  const isAway = useOutOfView(container) !== null
  const wasAway = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run each time the player leaves or enters the view.
  useEffect(() => {
    if (!player || isAway === wasAway.current) return
    wasAway.current = isAway
    if (isAway) player.pause()
    else if (latest.current.playing && !isWaiting.current) playFromHere(player)
  }, [player, isAway])

  // The player seeks to each move of a handle or the playhead, and resumes when the movement has stopped.
  const { what, moves, pressed } = follow
  const seenMoves = useRef(moves)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each move, and one at its end.
  useEffect(() => {
    if (!player || what === null || (moves === seenMoves.current && !isWaiting.current)) return
    if (moves !== seenMoves.current) {
      seenMoves.current = moves
      isWaiting.current = true
      player.pause()
      const current = latest.current
      player.seekTo(followedTime(what, current.range, current.playheadSeconds, frameRate))
      if (what === 'start') onPlayhead(current.range.startTime)
      if (what === 'end') onPlayhead(stepShownFrame(current.range.endTime, -1, frameRate))
      if (what === 'step') preview.onPlaying(false)
    }
    if (pressed) return
    const timer = setTimeout(() => {
      isWaiting.current = false
      if (latest.current.playing) playFromHere(player)
    }, RESUME_DELAY_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [player, moves, pressed])

  // During playback the playhead follows the player on each animation frame. At the end, playback starts over.
  useEffect(() => {
    if (!playing || !player) return
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const { seconds } = player
      if (seconds === null || isWaiting.current) return
      const { startTime, endTime } = latest.current.range
      if (seconds >= endTime) {
        player.seekTo(seekTimes.start(startTime, frameRate))
        player.play()
      }
      latest.current.onPlayhead(Math.min(seconds, endTime))
    })
    return () => cancelAnimationFrame(frame)
  }, [player, playing, latest, frameRate])

  const step = (frames: -1 | 1): void => onStep(stepShownFrame(playheadSeconds, frames, frameRate))
  // The page itself pauses during moves and outside the viewport. Such a pause does not change the play state.
  function onPlaying(isPlaying: boolean): void {
    if (!isWaiting.current && !wasAway.current) preview.onPlaying(isPlaying)
  }
  const playerProps = { title: video.title, onPlayer: setPlayer, onPlaying }
  return (
    <>
      <div ref={container} className="monitor-player">
        {video.preview !== null ? (
          <VideoPlayer address={video.preview} {...playerProps} />
        ) : (
          <YoutubePlayer link={video.youtubeUrl ?? video.url} startSeconds={range.startTime} {...playerProps} />
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
