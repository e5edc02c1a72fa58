import type { Video } from '@kerf/contract/video'
import { formatTimecode } from '@kerf/domain/timecode'
import { Button } from '@kerf/ui/Button'
import { CloseIcon, PlayIcon } from '@kerf/ui/icons'
import { type KeyboardEvent, useCallback, useState } from 'react'
import { messages } from '#messages/messages.ts'
import { ASSUMED_FRAME_RATE, stepFrames } from './frame-step.ts'
import { type End, type MovedBy, moveTrimEnd } from './move-trim-end.ts'
import { panelKey } from './panel-keys.ts'
import { LONG_VIDEO_SECONDS, openingView, viewShowing } from './strip-geometry.ts'
import { TimeField } from './TimeField.tsx'
import { TrimKeys } from './TrimKeys.tsx'
import { TrimOverview } from './TrimOverview.tsx'
import { TrimStrip } from './TrimStrip.tsx'
import type { Trim } from './use-trim.ts'
import { ZoomButtons } from './ZoomButtons.tsx'
import './trim-panel.css'

interface TrimPanelProps {
  video: Video
  trim: Trim
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
  previewOpen: boolean
  onTogglePreview: () => void
  /** Apply Trim is the next step. */
  applyIsNext: boolean
}

const words = messages.trim

export function TrimPanel(props: TrimPanelProps) {
  const { video, trim, playheadSeconds, onPlayhead, previewOpen, onTogglePreview, applyIsNext } = props
  const { range } = trim
  const durationSeconds = video.duration
  const frameRate = video.frameRate ?? ASSUMED_FRAME_RATE
  const [view, setView] = useState(() => openingView(range, durationSeconds))

  const { move } = trim
  const moveAndShow = useCallback(
    (end: End, toSeconds: number, by: MovedBy) => {
      move(end, toSeconds, by)
      if (by === 'drag' || by === 'click') return
      const moved = moveTrimEnd(range, end, toSeconds, durationSeconds, by)
      const seconds = end === 'start' ? moved.startSeconds : moved.endSeconds
      setView((now) => viewShowing(now, seconds, durationSeconds))
    },
    [move, range, durationSeconds],
  )
  const movePlayhead = (seconds: number): void => onPlayhead(Math.min(durationSeconds, Math.max(0, seconds)))

  function onKeyDown(event: KeyboardEvent): void {
    const key = panelKey(event)
    if (key === null) return
    event.preventDefault()
    if (key === 'preview') onTogglePreview()
    else moveAndShow(key === 'start_here' ? 'start' : 'end', playheadSeconds, 'key')
  }

  const fields = [
    { end: 'start', label: words.startTime, seconds: range.startSeconds },
    { end: 'end', label: words.endTime, seconds: range.endSeconds },
  ] as const

  return (
    <section className="trim-panel" aria-labelledby="trim-title" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="trim-head">
        <h2 id="trim-title">{words.title}</h2>
        <ZoomButtons view={view} range={range} durationSeconds={durationSeconds} onViewChange={setView} />
      </div>
      {durationSeconds >= LONG_VIDEO_SECONDS && (
        <TrimOverview durationSeconds={durationSeconds} range={range} view={view} onViewChange={setView} />
      )}
      <div className="bleed-phone">
        <TrimStrip
          bleed="phone"
          range={range}
          durationSeconds={durationSeconds}
          frameRate={frameRate}
          filmstrip={video.filmstrip}
          view={view}
          onViewChange={setView}
          onMove={moveAndShow}
          playheadSeconds={playheadSeconds}
          onPlayhead={movePlayhead}
        />
      </div>
      <div className="trim-times">
        {fields.map(({ end, label, seconds }) => (
          <TimeField
            key={end}
            label={label}
            seconds={seconds}
            onSet={(wanted) => {
              moveAndShow(end, wanted, 'typed')
              const set = moveTrimEnd(range, end, wanted, durationSeconds, 'typed')
              return end === 'start' ? set.startSeconds : set.endSeconds
            }}
            onNudge={(frames) => moveAndShow(end, stepFrames(seconds, frames, frameRate), 'nudge')}
          />
        ))}
        <div className="trim-duration">
          <label htmlFor="trim-duration">{words.duration}</label>
          <output id="trim-duration" className="time">
            {formatTimecode(range.endSeconds - range.startSeconds, 3)}
          </output>
        </div>
        <div className="trim-acts">
          <Button variant="quiet" size="bench" aria-expanded={previewOpen} onClick={onTogglePreview}>
            {previewOpen ? <CloseIcon /> : <PlayIcon />}
            {previewOpen ? words.closePreview : words.openPreview}
          </Button>
          <Button variant={applyIsNext ? 'blade' : 'ink'} size="bench" disabled={trim.applying} onClick={trim.apply}>
            {trim.applying ? words.applying : words.apply}
          </Button>
        </div>
      </div>
      <TrimKeys />
    </section>
  )
}
