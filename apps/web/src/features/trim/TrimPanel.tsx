import { MIN_DRAG_SECONDS, type TimeRange } from '@kerf/domain/ranges/time-range'
import { IconButton, Joined } from '@kerf/ui/Button'
import { RedoIcon, UndoIcon } from '@kerf/ui/icons/tool-icons'
import { type ReactNode, useMemo } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { workspaceWords } from '#messages/clips/workspace.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { usePhone } from '../../browser/use-media-query.ts'
import { LONG_VIDEO_SECONDS, secondsToX, type TimelineLayout, viewShowing } from './drawing/timeline-view.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import type { End } from './timeline/move-trim-end.ts'
import { Timeline } from './timeline/Timeline.tsx'
import { RangeMarks } from './timeline/TimelineRuler.tsx'
import { TimelineTicks } from './timeline/TimelineTicks.tsx'
import type { TrimPanelInput, TrimPanelState } from './use-trim-panel.ts'
import type { TrimState } from './use-trim-state.ts'
import './marks.css'
import './trim-panel.css'

interface TrimPanelProps extends Pick<TrimPanelInput, 'video' | 'trim' | 'follow' | 'playheadSeconds' | 'waveform'> {
  panel: TrimPanelState
  /** Called with the waveform whenever more segments of it have loaded. */
  onWaveform: (waveform: WaveformState) => void
  onTake: TrimState['setTimes']
  /** Draws the marks of the video on a timeline; null until its code is loaded, and without marks. */
  marksLayer: ((layout: TimelineLayout) => ReactNode) | null
  /** Marked times on the timeline in seconds, ascending. */
  ticks: readonly number[]
  /** Renders the exact frame of a time; null until its code is loaded, and for videos without frames. */
  exactFrame: ((seconds: number, place: End) => ReactNode) | null
  /** Whether this viewer may cut several ranges together. */
  mayAdd: boolean
  /** Called with the ranges that are each to become a clip; null where a cut makes one clip. */
  onCutEach: ((ranges: readonly TimeRange[]) => void) | null
}

const words = toolWords.trim
/** Loads the overview only for long videos. */
const loadOverview = () => import('./TrimOverview.tsx')
/** Loads the chapters only where the video has some. */
const loadChapters = () => import('./chapters/Chapters.tsx')
/** Loads the tip as its own chunk, because it shows only while a pointer is on the timeline. */
const loadTip = () => import('./timeline/TimelineTip.tsx')

/** The timeline with undo and redo, the overview, and the chapters of the video. */
export function TrimPanel(props: TrimPanelProps) {
  const {
    video,
    trim,
    follow,
    panel,
    playheadSeconds,
    onTake,
    mayAdd,
    onCutEach,
    waveform,
    onWaveform,
    ticks,
    marksLayer,
    exactFrame,
  } = props
  const { range, list, history } = trim
  const { chapters, duration: durationSeconds } = video
  const { view, setView, isStopped, frameRate, move, movePlayhead } = panel
  const overview = useLoaded(loadOverview, durationSeconds >= LONG_VIDEO_SECONDS ? 'long' : null)
  const chapterParts = useLoaded(loadChapters, chapters.length > 0 ? 'named' : null)
  const tip = useLoaded(loadTip, 'pointed')
  const chapterStarts = useMemo(() => chapters.map(({ startTime }) => startTime), [chapters])
  const isPhone = usePhone()
  const hasBand = chapters.length > 0 && !isPhone
  const chapterProps = {
    chapters,
    range,
    durationSeconds,
    onTake: (chapterRange: TimeRange) => onTake('range', chapterRange),
  }

  return (
    <section className="trim-panel" aria-labelledby="trim-title">
      <div className="trim-head">
        <h2 id="trim-title" className="text-h3 tracking-[-0.01em]">
          {words.title}
        </h2>
        {(history.undo || history.redo) && (
          <Joined>
            <IconButton
              label={workspaceWords.undo}
              icon={<UndoIcon />}
              aria-disabled={!history.undo}
              aria-keyshortcuts="Control+Z"
              onClick={() => history.undo?.()}
            />
            <IconButton
              label={workspaceWords.redo}
              icon={<RedoIcon />}
              aria-disabled={!history.redo}
              aria-keyshortcuts="Control+Shift+Z"
              onClick={() => history.redo?.()}
            />
          </Joined>
        )}
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
              overlay={marksLayer}
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
          onPress={(isPressed) => {
            follow.onPress(isPressed)
            history.hold(isPressed)
          }}
          overlay={(layout, thumbnails) => (
            <>
              {marksLayer?.(layout)}
              <RangeMarks ranges={list.ranges} toX={(seconds) => secondsToX(seconds, layout)} />
              <TimelineTicks ticks={chapterStarts} layout={layout} isFoot />
              <TimelineTicks ticks={ticks} layout={layout} />
              {tip && (
                <tip.TimelineTip
                  layout={layout}
                  range={range}
                  durationSeconds={durationSeconds}
                  thumbnails={thumbnails}
                  exactFrame={exactFrame}
                />
              )}
            </>
          )}
          below={(layout) =>
            hasBand && (
              <div className="chapter-band">
                {chapterParts && (
                  <chapterParts.ChapterBand
                    {...chapterProps}
                    layout={layout}
                    onReveal={({ startTime }) => setView((current) => viewShowing(current, startTime, durationSeconds))}
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
            <chapterParts.ChapterActs {...chapterProps} isRow={isPhone} mayCutEach={mayAdd} onCutEach={onCutEach} />
          )}
        </div>
      )}
      {isStopped && (
        <p className="mt-2 text-small/[1.4]" role="status">
          {words.shortestByHand(MIN_DRAG_SECONDS)}
        </p>
      )}
    </section>
  )
}
