import type { Video } from '@kerf/contract/video'
import { TooltipProvider } from '@kerf/ui/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messages } from '#messages/messages.ts'
import { quotaQuery } from '../../api/quota-query.ts'
import { INTERACTION } from '../../interaction-numbers.ts'
import { bladePlace } from '../downloads/blade-place.ts'
import { DownloadGrid } from '../downloads/DownloadGrid.tsx'
import { rowAction } from '../downloads/option-row.ts'
import { useDownloads } from '../downloads/use-downloads.ts'
import { LinkEntry } from '../link-entry/LinkEntry.tsx'
import { Monitor } from '../preview/Monitor.tsx'
import { useFollow } from '../preview/use-follow.ts'
import { usePreview } from '../preview/use-preview.ts'
import { showFreshResult } from '../processing/fresh-result.ts'
import type { ProcessLink } from '../processing/use-process-link.ts'
import { TrimPanel } from '../trim-panel/TrimPanel.tsx'
import { useTrim } from '../trim-panel/use-trim.ts'
import { VideoAbout, VideoAside } from './VideoAbout.tsx'

/** The video, its trim panel and its downloads. */
export function VideoResult({ video, process }: { video: Video; process: ProcessLink }) {
  const trim = useTrim(video)
  const preview = usePreview()
  const [playheadSeconds, setPlayhead] = useState(trim.range.startSeconds)
  // A clip from the middle is not what the thumbnail shows.
  const follow = useFollow(trim.range.startSeconds > 0 ? 'start' : null)
  const { data: quota, isPending: quotaPending } = useQuery(quotaQuery)
  const viewer = quota?.viewer ?? 'anonymous'
  // A download is of the applied range; whoever presses it means the one they see.
  const downloads = useDownloads(video.id, video.options, async () => !trim.changed || trim.applyQuietly())
  const rows = video.options.map((option) => ({
    quality: option.quality,
    action: rowAction({
      option,
      downloads: downloads.list.filter((download) => download.quality === option.quality),
      range: trim.range,
      requesting: downloads.isRequesting(option),
    }),
  }))
  const blade = bladePlace(trim.changed, rows)
  function stepTo(seconds: number): void {
    setPlayhead(Math.min(video.duration, seconds))
    follow.onShow('step')
  }
  useEffect(() => showFreshResult(video.id), [video])
  useEffect(() => {
    document.title = messages.layout.titleOfVideo(video.title)
  }, [video.title])

  return (
    <TooltipProvider openDelayMs={INTERACTION.tooltipOpenDelayMs} skipDelayMs={INTERACTION.tooltipSkipDelayMs}>
      <div className="page result" id="video-interface">
        <LinkEntry process={process} shownLink={video.url} />
        <div className="deck">
          <Monitor
            video={video}
            range={trim.range}
            follow={follow}
            open={preview.open}
            onToggle={preview.toggle}
            playheadSeconds={playheadSeconds}
            onPlayhead={setPlayhead}
            onStep={stepTo}
          />
          <VideoAbout video={video} />
          <div className="deck-trim">
            <TrimPanel
              key={trim.travels}
              video={video}
              trim={trim}
              playheadSeconds={playheadSeconds}
              onPlayhead={setPlayhead}
              onShow={follow.onShow}
              onLeave={follow.onLeave}
              onHold={follow.onHold}
              previewOpen={preview.open}
              onTogglePreview={preview.toggle}
              applyIsNext={blade.at === 'apply'}
            />
          </div>
          <VideoAside
            video={video}
            range={trim.range}
            previewOpen={preview.open}
            signedOut={!quotaPending && viewer === 'anonymous'}
          />
          <div className="deck-take">
            <DownloadGrid
              video={video}
              range={trim.range}
              changed={trim.changed}
              viewer={viewer}
              quota={quota}
              downloads={downloads}
              rows={rows}
              nextQuality={blade.at === 'option' ? blade.quality : null}
            />
          </div>
        </div>
      </div>
    </TooltipProvider>
  )
}
