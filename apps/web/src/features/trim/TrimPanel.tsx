import { MIN_DRAG_SECONDS, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Button } from '@kerf/ui/Button'
import { CloseIcon, PlayIcon } from '@kerf/ui/icons/tool-icons'
import { type FocusEvent, type ReactNode, useMemo } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { usePhone } from '../../browser/use-media-query.ts'
import { LONG_VIDEO_SECONDS, secondsToX, viewShowing } from './drawing/timeline-view.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import { SnapChooser } from './snap/SnapChooser.tsx'
import { TimeField } from './TimeField.tsx'
import { stepFrames } from './timeline/frame-step.ts'
import type { End } from './timeline/move-trim-end.ts'
import { Timeline } from './timeline/Timeline.tsx'
import { RangeMarks } from './timeline/TimelineRuler.tsx'
import { TimelineTicks } from './timeline/TimelineTicks.tsx'
import type { Trim } from './use-trim.ts'
import { type TrimPanelInput, useTrimPanel } from './use-trim-panel.ts'
import { ZoomButtons } from './ZoomButtons.tsx'
import './trim-panel.css'

interface TrimPanelProps extends TrimPanelInput {
  /** More of a waveform that comes in pieces. */
  onWaveform: (waveform: WaveformState) => void
  onTake: Trim['setTimes']
  /** Times that are marked on the timeline, in seconds, ascending. */
  ticks: readonly number[]
  previewOpen: boolean
  /** Its first or last seconds are played as they will be cut; null where there is nothing to see. */
  onPlayEdges: (() => void) | null
  /** Apply Trim is the next step. */
  applyIsNext: boolean
  /** The first or the last frame of the range, once it can be shown. */
  exactFrame: ((seconds: number, place: End) => ReactNode) | null
  /** Several ranges can be cut in one go. */
  mayAdd: boolean
  /** A clip of each of these ranges is wanted. */
  onCutEach: (ranges: readonly TimeRange[]) => void
}

const words = toolWords.trim
/** Short videos have none. */
const loadOverview = () => import('./TrimOverview.tsx')
/** Help, and what few do. */
const loadFoot = () => import('./TrimFoot.tsx')
/** Few videos have any. */
const loadChapters = () => import('./chapters/Chapters.tsx')

export function TrimPanel(props: TrimPanelProps) {
  const { video, trim, follow, playheadSeconds, previewOpen, onTogglePreview, applyIsNext } = props
  const { onPlayEdges, onTake, mayAdd, onAddRange, onCutEach, waveform, onWaveform, ticks } = props
  const { range, list } = trim
  const { chapters, duration: durationSeconds } = video
  const { view, setView, snap, snapped, isStopped, frameRate, move, movePlayhead } = useTrimPanel(props)
  const overview = useLoaded(loadOverview, durationSeconds >= LONG_VIDEO_SECONDS ? 'long' : null)
  const chapterParts = useLoaded(loadChapters, chapters.length > 0 ? 'named' : null)
  const foot = useLoaded(loadFoot, 'foot')
  const chapterStarts = useMemo(() => chapters.map(({ startTime }) => startTime), [chapters])
  function onBlur(event: FocusEvent): void {
    const left = endWorkedOn(event.target)
    if (left !== null && left !== endWorkedOn(event.relatedTarget)) follow.onLeave(left)
  }
  const phone = usePhone()
  const hasBand = chapters.length > 0 && !phone
  const named = { chapters, range, durationSeconds, onTake: (wanted: TimeRange) => onTake('range', wanted) }
  const fields = [
    { end: 'start', label: words.startTime, seconds: range.startTime },
    { end: 'end', label: words.endTime, seconds: range.endTime },
  ] as const

  return (
    <section className="trim-panel" aria-labelledby="trim-title" onBlur={onBlur}>
      <div className="trim-head">
        <h2 id="trim-title" className="text-h3 tracking-[-0.01em] max-desk:mb-2.5">
          {words.title}
        </h2>
        <div className="trim-tools">
          <SnapChooser snap={snap} />
          <ZoomButtons view={view} range={range} durationSeconds={durationSeconds} onViewChange={setView} />
        </div>
      </div>
      {durationSeconds >= LONG_VIDEO_SECONDS && (
        <div className="trim-overview">
          {overview && (
            <overview.TrimOverview
              video={video}
              range={range}
              view={view}
              onViewChange={setView}
              waveform={waveform}
              onWaveform={onWaveform}
              marks={list.ranges}
              ticks={ticks}
            />
          )}
        </div>
      )}
      <div className="bleed-phone">
        <Timeline
          bleed="phone"
          range={range}
          durationSeconds={durationSeconds}
          frameRate={frameRate}
          filmstrip={video.filmstrip}
          view={view}
          onViewChange={setView}
          onMove={move}
          playheadSeconds={playheadSeconds}
          onPlayhead={(seconds) => movePlayhead(seconds, 'playhead')}
          waveform={waveform}
          onPress={follow.onPress}
          overlay={(layout) => (
            <>
              <RangeMarks ranges={list.ranges} toX={(seconds) => secondsToX(seconds, layout)} />
              <TimelineTicks ticks={chapterStarts} layout={layout} isFoot />
              <TimelineTicks ticks={ticks} layout={layout} />
            </>
          )}
          below={(layout) =>
            hasBand && (
              <div className="chapter-band">
                {chapterParts && (
                  <chapterParts.ChapterBand
                    {...named}
                    layout={layout}
                    onReveal={({ startTime }) => setView((now) => viewShowing(now, startTime, durationSeconds))}
                  />
                )}
              </div>
            )
          }
        />
      </div>
      {chapters.length > 0 && (
        <div className="chapter-acts">
          {chapterParts && (
            <chapterParts.ChapterActs {...named} isRow={phone} mayCutEach={mayAdd} onCutEach={onCutEach} />
          )}
        </div>
      )}
      {isStopped && (
        <p className="mt-2 text-small/[1.4]" role="status">
          {words.shortestByHand(MIN_DRAG_SECONDS)}
        </p>
      )}
      <div className="trim-times" data-snapping={snap.mode !== 'off' || undefined}>
        {fields.map(({ end, label, seconds }) => (
          <TimeField
            key={end}
            end={end}
            label={label}
            seconds={seconds}
            range={range}
            frame={props.exactFrame?.(seconds, end)}
            onSet={(wanted) => {
              const set = move(end, wanted, 'typed')
              // Only a start takes the other end along.
              return end === 'start'
                ? { got: set.startTime, moved: set.endTime === range.endTime ? null : set }
                : { got: set.endTime, moved: null }
            }}
            onNudge={(frames) => move(end, stepFrames(seconds, frames, frameRate), 'nudge')}
            snapped={snapped?.end === end && Math.abs(snapped.seconds - seconds) < 0.001 ? snapped.sentence : null}
          />
        ))}
        <div className="trim-duration max-desk:col-span-full max-desk:flex max-desk:items-baseline max-desk:justify-between max-desk:border-t max-desk:border-line max-desk:pt-2.5">
          <label
            className="mb-[5px] block text-small text-ink-2 max-desk:m-0 max-desk:text-body max-desk:text-ink"
            htmlFor="trim-duration"
          >
            {words.duration}
          </label>
          <output
            id="trim-duration"
            translate="no"
            className="time block min-w-[8ch] text-time leading-[52px] max-desk:min-w-0 max-desk:leading-[1.2]"
          >
            {formatTimecode(range.endTime - range.startTime, 3)}
          </output>
        </div>
        <div className="trim-acts">
          <Button variant="quiet" size="bench" aria-expanded={previewOpen} onClick={onTogglePreview}>
            {previewOpen ? <CloseIcon /> : <PlayIcon />}
            {previewOpen ? words.closePreview : words.openPreview}
          </Button>
          <Button
            variant={applyIsNext ? 'primary' : 'ink'}
            size="bench"
            aria-disabled={trim.applying}
            onClick={trim.apply}
          >
            {trim.applying ? words.applying : words.apply}
          </Button>
        </div>
      </div>
      {/* There before its parts are. */}
      <div className="mt-3 min-h-9 max-desk:order-3 max-desk:mt-2">
        {foot && (
          <foot.TrimFoot video={video} trim={trim} mayAdd={mayAdd} onAddRange={onAddRange} onPlayEdges={onPlayEdges} />
        )}
      </div>
    </section>
  )
}

/** The end that this control belongs to. */
function endWorkedOn(control: EventTarget | null): End | null {
  const end = control instanceof Element ? control.closest<HTMLElement>('[data-end]')?.dataset.end : null
  return end === 'start' || end === 'end' ? end : null
}
