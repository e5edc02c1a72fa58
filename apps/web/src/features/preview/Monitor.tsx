import type { Video } from '@kerf/contract/video'
import { formatTimecode } from '@kerf/domain/timecode'
import type { TrimRange } from '@kerf/domain/trim-range'
import { IconButton } from '@kerf/ui/IconButton'
import { PlayIcon } from '@kerf/ui/icons'
import { useState } from 'react'
import { messages } from '#messages/messages.ts'
import { ASSUMED_FRAME_RATE } from '../trim-panel/frame-step.ts'
import { VideoPreview } from './VideoPreview.tsx'
import { YoutubePreview } from './YoutubePreview.tsx'

interface MonitorProps {
  video: Video
  range: TrimRange
  open: boolean
  onToggle: () => void
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
}

/** The picture of the video, and in its place the preview while that is open: nothing else on the page moves. */
export function Monitor({ video, range, open, onToggle, playheadSeconds, onPlayhead }: MonitorProps) {
  return (
    <figure className="monitor" id="monitor">
      {open ? (
        video.preview !== null ? (
          <VideoPreview
            address={video.preview}
            title={video.title}
            range={range}
            frameRate={video.frameRate ?? ASSUMED_FRAME_RATE}
            playheadSeconds={playheadSeconds}
            onPlayhead={onPlayhead}
          />
        ) : (
          <YoutubePreview link={video.youtubeUrl ?? video.url} title={video.title} range={range} />
        )
      ) : (
        <>
          <Thumbnail video={video} />
          <span className="monitor-duration time">{formatTimecode(video.duration)}</span>
          <div className="monitor-controls">
            <IconButton label={messages.preview.play} icon={<PlayIcon />} onClick={onToggle} />
          </div>
        </>
      )}
    </figure>
  )
}

function Thumbnail({ video }: { video: Video }) {
  const [broken, setBroken] = useState(false)
  if (video.thumbnail === null || broken) return <p className="monitor-words">{messages.result.noPicture}</p>
  return <img src={video.thumbnail} alt="" width="960" height="540" onError={() => setBroken(true)} />
}
