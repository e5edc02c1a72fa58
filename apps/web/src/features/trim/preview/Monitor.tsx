import type { FramePlace, Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { IconButton } from '@kerf/ui/Button'
import { PlayIcon } from '@kerf/ui/icons/tool-icons'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLoaded } from '../../../browser/use-loaded.ts'
import { aspectOf, isAudioOnly } from '../../../data/ranges/fit.ts'
import { ASSUMED_FRAME_RATE } from '../timeline/frame-step.ts'
import { Still } from './Still.tsx'
import { type Follow, followedTime, type Preview } from './use-preview.ts'

interface MonitorProps {
  video: Video
  range: TimeRange
  follow: Follow
  preview: Preview
  onOpen: () => void
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
  onStep: (seconds: number) => void
  /** Renders the exact frame of a time; null until the code for it is loaded. */
  exactFrame: ((seconds: number, place: FramePlace) => ReactNode) | null
  /** Content over the preview, such as the crop. */
  overlay?: ReactNode
}

/** Loads the players only when the preview is opened. */
const loadPlayback = () => import('./Playback.tsx')

/** Width divided by height of the monitor of an audio-only video, which is a band with the time and the play button. */
const AUDIO_MONITOR_ASPECT = 5

/**
 * Shows the thumbnail of the video, then the frame that is being edited, or the open preview. All have the same place
 * and size, so that the page does not shift.
 */
export function Monitor(props: MonitorProps) {
  const { video, range, follow, preview, onOpen, playheadSeconds, onPlayhead, onStep, exactFrame, overlay } = props
  const { open, playing } = preview
  const frameRate = video.frameRate ?? ASSUMED_FRAME_RATE
  const time = follow.what && followedTime(follow.what, range, playheadSeconds, frameRate)
  const playbackModule = useLoaded(loadPlayback, open ? 'open' : null)
  // The page's own player shows the exact frame itself. Only YouTube's player needs a still over it.
  const hasStill = !open || (video.preview === null && (follow.pressed || !playing))
  return (
    <figure
      className="monitor"
      id="monitor"
      tabIndex={-1}
      style={{ '--shape': isAudioOnly(video) ? AUDIO_MONITOR_ASPECT : aspectOf(video) } as CSSProperties}
    >
      {open && playbackModule ? (
        <playbackModule.Playback
          video={video}
          range={range}
          frameRate={frameRate}
          follow={follow}
          preview={preview}
          playheadSeconds={playheadSeconds}
          onPlayhead={onPlayhead}
          onStep={onStep}
        />
      ) : (
        <Thumbnail video={video} />
      )}
      {time !== null && hasStill && (
        <>
          <Still video={video} seconds={time} />
          {follow.what === 'start' || follow.what === 'end'
            ? exactFrame?.(follow.what === 'start' ? range.startTime : range.endTime, follow.what)
            : exactFrame?.(playheadSeconds, 'at')}
        </>
      )}
      {overlay}
      {!open && (
        <div className="monitor-controls joined">
          <span className="grid content-center bg-timeline px-2.5 text-small text-on-timeline time" translate="no">
            {formatTimecode(video.duration)}
          </span>
          <IconButton
            label={toolWords.preview.play}
            icon={<PlayIcon />}
            onClick={(event) => {
              // The button disappears, so the focus moves to the preview.
              event.currentTarget.closest('figure')?.focus()
              onOpen()
            }}
          />
        </div>
      )}
    </figure>
  )
}

function Thumbnail({ video }: { video: Video }) {
  const [isBroken, setBroken] = useState(false)
  if (video.thumbnail === null || isBroken)
    return <p className="absolute inset-0 grid place-items-center p-6 text-center">{toolWords.result.noThumbnail}</p>
  return <img src={video.thumbnail} alt="" width="960" height="540" onError={() => setBroken(true)} />
}
