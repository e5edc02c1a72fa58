import { pathFor, queryString } from '@kerf/contract/protocol/client'
import { readEdges, type Video } from '@kerf/contract/video'
import { EDGE_SECONDS, edgesOf } from '@kerf/domain/ranges/edges'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Button, IconButton, Joined } from '@kerf/ui/Button'
import { CloseIcon } from '@kerf/ui/icons/tool-icons'
import { useEffect, useRef, useState } from 'react'
import { edgesWords as words } from '#messages/clips/edges.ts'
import { toolWords } from '#messages/clips/tool.ts'

interface EdgesPlayerProps {
  video: Video
  range: TimeRange
  audioTrack: string | undefined
  /** Which end is played over and over. */
  end: 'start' | 'end'
  onEnd: (end: 'start' | 'end') => void
  onClose: () => void
}

/** While a handle moves, nothing is cut. */
const REST_MS = 500
const ENDS = ['start', 'end'] as const

/** Plays the first or the last two seconds of the clip as it will be, over and over. */
export function EdgesPlayer({ video, range, audioTrack, end, onEnd, onClose }: EdgesPlayerProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const rested = useRested(range)
  const isWhole = edgesOf(rested).length === 1
  const address = pathFor(readEdges, { id: video.id }) + queryString({ ...rested, audioTrack })

  // The player's own events come four times a second at most.
  useEffect(() => {
    const fromOf = (): number => (isWhole || end === 'start' ? 0 : EDGE_SECONDS)
    const element = player.current
    if (element?.readyState) element.currentTime = fromOf()
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const playing = player.current
      if (!playing?.duration || playing.seeking) return
      const to = isWhole || end === 'end' ? playing.duration : EDGE_SECONDS
      if (!playing.ended && playing.currentTime < to && playing.currentTime >= fromOf() - 0.05) return
      playing.currentTime = fromOf()
      playing.play().catch(() => {})
    })
    return () => cancelAnimationFrame(frame)
  }, [end, isWhole])

  return (
    <div className="edges">
      {broken === address ? (
        <p className="absolute inset-0 grid place-items-center p-6 text-center">{toolWords.preview.none}</p>
      ) : (
        <video
          key={address}
          ref={player}
          src={address}
          aria-label={words.player}
          autoPlay
          playsInline
          onError={() => setBroken(address)}
        >
          <track kind="captions" />
        </video>
      )}
      <Joined className="monitor-controls">
        {!isWhole &&
          ENDS.map((one) => (
            <Button key={one} variant="quiet" aria-pressed={one === end} onClick={() => onEnd(one)}>
              {words[one]}
            </Button>
          ))}
        <IconButton label={words.close} icon={<CloseIcon />} onClick={onClose} />
      </Joined>
    </div>
  )
}

/** The range once it has stopped moving. */
function useRested(range: TimeRange): TimeRange {
  const [rested, setRested] = useState(range)
  useEffect(() => {
    const timer = setTimeout(() => setRested(range), REST_MS)
    return () => clearTimeout(timer)
  }, [range])
  return rested
}
