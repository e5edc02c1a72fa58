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
  /** End of the clip that plays in a loop. */
  end: 'start' | 'end'
  onEnd: (end: 'start' | 'end') => void
  onClose: () => void
}

/** Time without a change of the range before its edges are requested, in milliseconds. */
const RANGE_DEBOUNCE_MILLISECONDS = 500
const RANGE_ENDS = ['start', 'end'] as const

/**
 * Plays the first or the last `EDGE_SECONDS` of the clip, as it will be cut, in a loop. A short clip plays as a whole.
 */
export function EdgesPlayer({ video, range, audioTrack, end, onEnd, onClose }: EdgesPlayerProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [failedAddress, setFailedAddress] = useState<string | null>(null)
  const [loadedAddress, setLoadedAddress] = useState<string | null>(null)
  const settledRange = useSettledRange(range)
  const playsWholeRange = edgesOf(settledRange).length === 1
  const address = pathFor(readEdges, { id: video.id }) + queryString({ ...settledRange, audioTrack })

  // `timeupdate` fires about four times a second, too rarely to loop exactly: each animation frame checks the position.
  useEffect(() => {
    const loopStart = (): number => (playsWholeRange || end === 'start' ? 0 : EDGE_SECONDS)
    const element = player.current
    if (element?.readyState) element.currentTime = loopStart()
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const media = player.current
      if (!media?.duration || media.seeking) return
      const loopEnd = playsWholeRange || end === 'end' ? media.duration : EDGE_SECONDS
      if (!media.ended && media.currentTime < loopEnd && media.currentTime >= loopStart() - 0.05) return
      media.currentTime = loopStart()
      media.play().catch(() => {})
    })
    return () => cancelAnimationFrame(frame)
  }, [end, playsWholeRange])

  return (
    <div className="edges">
      {failedAddress === address ? (
        <p className="absolute inset-0 grid place-items-center p-6 text-center">{toolWords.preview.none}</p>
      ) : (
        <video
          key={address}
          ref={player}
          src={address}
          aria-label={words.player}
          autoPlay
          playsInline
          onLoadedData={() => setLoadedAddress(address)}
          onError={() => setFailedAddress(address)}
        >
          <track kind="captions" />
        </video>
      )}
      {![failedAddress, loadedAddress].includes(address) && (
        <p className="edges-wait" role="status">
          {words.loading}
        </p>
      )}
      <Joined className="monitor-controls">
        {!playsWholeRange &&
          RANGE_ENDS.map((name) => (
            <Button key={name} variant="quiet" aria-pressed={name === end} onClick={() => onEnd(name)}>
              {words[name]}
            </Button>
          ))}
        <IconButton label={words.close} icon={<CloseIcon />} onClick={onClose} />
      </Joined>
    </div>
  )
}

/** The range, once it has not changed for `RANGE_DEBOUNCE_MILLISECONDS`. */
function useSettledRange(range: TimeRange): TimeRange {
  const [settledRange, setSettledRange] = useState(range)
  useEffect(() => {
    const timer = setTimeout(() => setSettledRange(range), RANGE_DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [range])
  return settledRange
}
