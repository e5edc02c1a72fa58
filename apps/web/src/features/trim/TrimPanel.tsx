import type { Video } from '@kerf/contract/video'
import { MIN_DRAG_SECONDS, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { Tooltip } from '@kerf/ui/Tooltip'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon, LinkIcon, PlayIcon } from '@kerf/ui/tool-icons'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { toolWords, trimTools } from '#messages/tool.ts'
import { readStored, store } from '../../browser/storage.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { isFull, type RangeList } from '../../data/ranges/range-list.ts'
import { sharedAddress } from '../../data/ranges/result-address.ts'
import { LONG_VIDEO_SECONDS, openingView, secondsToX, viewShowing } from './drawing/timeline-view.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import { usePanelKeys } from './panel-keys.ts'
import { TimeField } from './TimeField.tsx'
import { ASSUMED_FRAME_RATE, stepFrames, stepShownFrame } from './timeline/frame-step.ts'
import { type End, isStoppedShort, type MovedBy, moveTrimEnd, type Shown } from './timeline/move-trim-end.ts'
import { Timeline } from './timeline/Timeline.tsx'
import { RangeMarks } from './timeline/TimelineRuler.tsx'
import { TimelineTicks } from './timeline/TimelineTicks.tsx'
import { jumpedView, type Trim } from './use-trim.ts'
import { ZoomButtons } from './ZoomButtons.tsx'
import './trim-panel.css'

const STORAGE_KEY = 'kerf:snap'

interface TrimPanelProps {
  video: Video
  trim: Trim
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
  /** Something on the timeline was moved, and is what the preview should show. */
  onShow: (what: Shown) => void
  /** Work on this end is over for now. */
  onLeave: (end: End) => void
  onHold: (held: boolean) => void
  waveform: WaveformState
  /** More of a waveform that comes in pieces. */
  onWaveform: (waveform: WaveformState) => void
  /** Times that are marked on the timeline, in seconds, ascending. */
  ticks: readonly number[]
  previewOpen: boolean
  onTogglePreview: () => void
  /** Apply Trim is the next step. */
  applyIsNext: boolean
  /** Several ranges can be cut in one go. */
  mayAdd: boolean
  onAddRange: () => void
}

const words = toolWords.trim
/** Short videos have none. */
const loadOverview = () => import('./TrimOverview.tsx')

export function TrimPanel(props: TrimPanelProps) {
  const { video, trim, playheadSeconds, onPlayhead, previewOpen, onTogglePreview, applyIsNext } = props
  const { onShow, onLeave, onHold, mayAdd, onAddRange, waveform, onWaveform, ticks } = props
  const { range, list, jump } = trim
  const durationSeconds = video.duration
  const frameRate = video.frameRate ?? ASSUMED_FRAME_RATE
  const [view, setView] = useState(() => openingView(range, durationSeconds))
  const [stopped, setStopped] = useState(false)
  const { snapping, toggleSnapping } = useSnapping()
  const overview = useLoaded(loadOverview, durationSeconds >= LONG_VIDEO_SECONDS ? 'long' : null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was brought here at once may lie out of view.
  useEffect(() => {
    if (jump.count > 0) setView((now) => jumpedView(now, range, jump.to, durationSeconds))
  }, [jump])

  const { move } = trim
  const moveAndShow = useCallback(
    (end: End, toSeconds: number, by: MovedBy) => {
      move(end, toSeconds, by)
      onShow(end)
      const byHand = by === 'drag' || by === 'click'
      const moved = moveTrimEnd(range, end, toSeconds, durationSeconds, by)
      setStopped(byHand && isStoppedShort(moved, end, toSeconds))
      if (byHand) return
      const seconds = end === 'start' ? moved.startTime : moved.endTime
      setView((now) => viewShowing(now, seconds, durationSeconds))
    },
    [move, onShow, range, durationSeconds],
  )
  function movePlayhead(toSeconds: number, what: 'playhead' | 'step'): void {
    const seconds = Math.min(durationSeconds, Math.max(0, toSeconds))
    onPlayhead(seconds)
    onShow(what)
    if (what === 'step') setView((now) => viewShowing(now, seconds, durationSeconds))
  }
  usePanelKeys((key) => {
    if (key === 'preview') onTogglePreview()
    else if (key === 'add_range') onAddRange()
    else if (key === 'start_here' || key === 'end_here')
      moveAndShow(key === 'start_here' ? 'start' : 'end', playheadSeconds, 'key')
    else movePlayhead(stepShownFrame(playheadSeconds, key === 'frame_back' ? -1 : 1, frameRate), 'step')
  })
  function onBlur(event: FocusEvent): void {
    const left = endWorkedOn(event.target)
    if (left !== null && left !== endWorkedOn(event.relatedTarget)) onLeave(left)
  }

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
          <SnapButton snapping={snapping} onToggle={toggleSnapping} />
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
          onMove={moveAndShow}
          playheadSeconds={playheadSeconds}
          onPlayhead={(seconds) => movePlayhead(seconds, 'playhead')}
          waveform={waveform}
          snapping={snapping}
          onHold={onHold}
          overlay={(layout) => (
            <>
              <RangeMarks ranges={list.ranges} toX={(seconds) => secondsToX(seconds, layout)} />
              <TimelineTicks ticks={ticks} layout={layout} />
            </>
          )}
        />
      </div>
      {stopped && (
        <p className="mt-2 text-small/[1.4]" role="status">
          {words.shortestByHand(MIN_DRAG_SECONDS)}
        </p>
      )}
      <div className="trim-times">
        {fields.map(({ end, label, seconds }) => (
          <TimeField
            key={end}
            end={end}
            label={label}
            seconds={seconds}
            onSet={(wanted) => {
              moveAndShow(end, wanted, 'typed')
              const set = moveTrimEnd(range, end, wanted, durationSeconds, 'typed')
              return end === 'start' ? set.startTime : set.endTime
            }}
            onNudge={(frames) => moveAndShow(end, stepFrames(seconds, frames, frameRate), 'nudge')}
          />
        ))}
        <div className="max-desk:col-span-full max-desk:flex max-desk:items-baseline max-desk:justify-between max-desk:border-t max-desk:border-line max-desk:pt-2.5">
          <label
            className="mb-[5px] block text-small text-ink-2 max-desk:m-0 max-desk:text-body max-desk:text-ink"
            htmlFor="trim-duration"
          >
            {words.duration}
          </label>
          <output
            id="trim-duration"
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
          <Button variant={applyIsNext ? 'primary' : 'ink'} size="bench" disabled={trim.applying} onClick={trim.apply}>
            {trim.applying ? words.applying : words.apply}
          </Button>
        </div>
      </div>
      <div className="mt-3 flex items-center justify-between gap-x-6 gap-y-2 max-desk:order-3 max-desk:mt-2">
        <TrimKeys />
        <div className="trim-foot-acts">
          <Button
            variant="quiet"
            size="small"
            aria-keyshortcuts="A"
            aria-disabled={isFull(list) && list.held === null}
            onClick={onAddRange}
          >
            {list.held === null ? trimTools.addRange : trimTools.doneWithRange(list.held + 1)}
            {!mayAdd && <Badge look="solid">{trimTools.pro}</Badge>}
          </Button>
          <CopyTrimLink link={video.url} range={range} list={list} />
        </div>
      </div>
    </section>
  )
}

/** The end that this control belongs to. */
function endWorkedOn(control: EventTarget | null): End | null {
  const end = control instanceof Element ? control.closest<HTMLElement>('[data-end]')?.dataset.end : null
  return end === 'start' || end === 'end' ? end : null
}

function SnapButton({ snapping, onToggle }: { snapping: boolean; onToggle: () => void }) {
  return (
    <Tooltip text={trimTools.snapMeaning}>
      <Button variant="quiet" size="small" aria-pressed={snapping} onClick={onToggle}>
        {trimTools.snap}
      </Button>
    </Tooltip>
  )
}

/** Whether handles snap: off at first, and remembered in this browser. */
function useSnapping(): { snapping: boolean; toggleSnapping: () => void } {
  const [snapping, setSnapping] = useState(() => readStored('localStorage', STORAGE_KEY) === 'on')
  function toggleSnapping(): void {
    setSnapping(!snapping)
    store('localStorage', STORAGE_KEY, snapping ? null : 'on')
  }
  return { snapping, toggleSnapping }
}

interface CopyTrimLinkProps {
  link: string
  range: TimeRange
  list: RangeList
}

/** Copies a link that opens this part of this video. */
function CopyTrimLink({ link, range, list }: CopyTrimLinkProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(new URL(sharedAddress(link, range, list), location.origin).href)
      toasts.show({ title: trimTools.linkCopied, text: trimTools.linkCopiedText })
    } catch {
      // Closed by the browser, or not there at all because the page came without https.
      toasts.show({ title: trimTools.linkNotCopied, text: trimTools.linkNotCopiedText, tone: 'fault' })
    }
  }
  return (
    <Button variant="quiet" size="small" onClick={copy}>
      <LinkIcon />
      {trimTools.copyLink}
    </Button>
  )
}

const KEYS: readonly (readonly [keys: readonly { name: string; face?: ReactNode }[], meaning: string])[] = [
  [
    [
      { name: words.keys.left, face: <ArrowLeftIcon /> },
      { name: words.keys.right, face: <ArrowRightIcon /> },
    ],
    words.keys.second,
  ],
  [[{ name: words.keys.shift }], words.keys.fiveSeconds],
  [[{ name: ',' }, { name: '.' }], words.keys.frame],
  [[{ name: 'I' }, { name: 'O' }], words.keys.here],
  [[{ name: words.keys.space }], words.keys.preview],
  [[{ name: 'A' }], trimTools.addRange],
]

/** The keys that work in the panel; not shown where there is no keyboard. */
function TrimKeys() {
  return (
    <p className="trim-keys flex flex-wrap gap-x-4.5 gap-y-1 text-small text-ink-2 max-desk:hidden [@media(hover:none)]:hidden">
      {KEYS.map(([keys, meaning]) => (
        <span key={meaning}>
          {keys.map(({ name, face }) => (
            <kbd key={name}>
              {face}
              <span className={face ? 'sr-only' : undefined}>{name}</span>
            </kbd>
          ))}
          {meaning}
        </span>
      ))}
    </p>
  )
}
