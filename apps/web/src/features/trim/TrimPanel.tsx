import { MIN_DRAG_SECONDS, type TimeRange } from '@kerf/domain/ranges/time-range'
import { IconButton, Joined } from '@kerf/ui/Button'
import { RedoIcon, UndoIcon } from '@kerf/ui/icons/tool-icons'
import { type ReactNode, useMemo } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { workspaceWords } from '#messages/clips/workspace.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { usePhone } from '../../browser/use-media-query.ts'
import { LONG_VIDEO_SECONDS, secondsToX, viewShowing } from './drawing/timeline-view.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import type { End } from './timeline/move-trim-end.ts'
import { Timeline } from './timeline/Timeline.tsx'
import { RangeMarks } from './timeline/TimelineRuler.tsx'
import { TimelineTicks } from './timeline/TimelineTicks.tsx'
import type { Trim } from './use-trim.ts'
import type { TrimPanelInput, TrimPanelState } from './use-trim-panel.ts'
import './trim-panel.css'

interface TrimPanelProps extends Pick<TrimPanelInput, 'video' | 'trim' | 'follow' | 'playheadSeconds' | 'waveform'> {
  panel: TrimPanelState
  /** More of a waveform that comes in pieces. */
  onWaveform: (waveform: WaveformState) => void
  onTake: Trim['setTimes']
  /** Times that are marked on the timeline, in seconds, ascending. */
  ticks: readonly number[]
  /** The frame of a time, once it can be shown. */
  exactFrame: ((seconds: number, place: End) => ReactNode) | null
  /** Several ranges can be cut in one go. */
  mayAdd: boolean
  /** A clip of each of these ranges is wanted. */
  onCutEach: (ranges: readonly TimeRange[]) => void
}

const words = toolWords.trim
/** Short videos have none. */
const loadOverview = () => import('./TrimOverview.tsx')
/** Few videos have any. */
const loadChapters = () => import('./chapters/Chapters.tsx')
/** Seen once somebody points at the timeline. */
const loadTip = () => import('./timeline/TimelineTip.tsx')

/** The timeline, with the chapters of the video. */
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
    exactFrame,
  } = props
  const { range, list, history } = trim
  const { chapters, duration: durationSeconds } = video
  const { view, setView, isStopped, frameRate, move, movePlayhead } = panel
  const overview = useLoaded(loadOverview, durationSeconds >= LONG_VIDEO_SECONDS ? 'long' : null)
  const chapterParts = useLoaded(loadChapters, chapters.length > 0 ? 'named' : null)
  const tip = useLoaded(loadTip, 'pointed')
  const chapterStarts = useMemo(() => chapters.map(({ startTime }) => startTime), [chapters])
  const phone = usePhone()
  const hasBand = chapters.length > 0 && !phone
  const named = { chapters, range, durationSeconds, onTake: (wanted: TimeRange) => onTake('range', wanted) }

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
    </section>
  )
}
