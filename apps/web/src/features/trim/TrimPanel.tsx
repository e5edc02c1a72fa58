import type { Video } from '@kerf/contract/video'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'
import { MIN_DRAG_SECONDS, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon, LinkIcon, PlayIcon } from '@kerf/ui/icons/tool-icons'
import { type FocusEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { toolWords, trimTools } from '#messages/clips/tool.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { useMediaQuery } from '../../browser/use-media-query.ts'
import { copyText } from '../../data/feedback/copy-text.ts'
import { optionsInAddress } from '../../data/ranges/clip-choice.ts'
import { isFull } from '../../data/ranges/range-list.ts'
import { sharedAddress } from '../../data/ranges/result-address.ts'
import {
  LONG_VIDEO_SECONDS,
  openingView,
  secondsToX,
  type TimelineLayout,
  viewShowing,
} from './drawing/timeline-view.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import { usePanelKeys } from './panel-keys.ts'
import { SnapChooser } from './snap/SnapChooser.tsx'
import { snapSentence, useSnap } from './snap/use-snap.ts'
import { TimeField } from './TimeField.tsx'
import { ASSUMED_FRAME_RATE, stepFrames, stepShownFrame } from './timeline/frame-step.ts'
import { type End, isStoppedShort, type MovedBy, moveTrimEnd, type Shown } from './timeline/move-trim-end.ts'
import { Timeline } from './timeline/Timeline.tsx'
import { RangeMarks } from './timeline/TimelineRuler.tsx'
import { TimelineTicks } from './timeline/TimelineTicks.tsx'
import { jumpedView, type Trim } from './use-trim.ts'
import { ZoomButtons } from './ZoomButtons.tsx'
import './trim-panel.css'

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
  /** What is said, as far as it has been loaded. */
  said: readonly TranscriptWord[] | null
  previewOpen: boolean
  onTogglePreview: () => void
  /** Apply Trim is the next step. */
  applyIsNext: boolean
  /** Several ranges can be cut in one go. */
  mayAdd: boolean
  onAddRange: () => void
  /** A clip of each of these ranges is wanted. */
  onCutEach: (ranges: readonly TimeRange[]) => void
}

/** Where a handle has stopped, in words; it holds until that is moved again. */
interface Snapped {
  end: End
  seconds: number
  sentence: string
}

const words = toolWords.trim
/** Short videos have none. */
const loadOverview = () => import('./TrimOverview.tsx')
/** Few videos have any. */
const loadChapters = () => import('./chapters/Chapters.tsx')

export function TrimPanel(props: TrimPanelProps) {
  const { video, trim, playheadSeconds, onPlayhead, previewOpen, onTogglePreview, applyIsNext } = props
  const { onShow, onLeave, onHold, mayAdd, onAddRange, onCutEach, waveform, onWaveform, ticks, said } = props
  const { range, list, jump } = trim
  const durationSeconds = video.duration
  const frameRate = video.frameRate ?? ASSUMED_FRAME_RATE
  const [view, setView] = useState(() => openingView(range, durationSeconds))
  const [stopped, setStopped] = useState(false)
  const loudness = waveform === 'coming' ? null : waveform
  const { chapters } = video
  const snap = useSnap({ words: said, loudness, chapters, frameRate, durationSeconds })
  const [snapped, setSnapped] = useState<Snapped | null>(null)
  const overview = useLoaded(loadOverview, durationSeconds >= LONG_VIDEO_SECONDS ? 'long' : null)
  const chapterParts = useLoaded(loadChapters, chapters.length > 0 ? 'named' : null)
  const chapterStarts = useMemo(() => chapters.map(({ startTime }) => startTime), [chapters])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was brought here at once may lie out of view.
  useEffect(() => {
    if (jump.count > 0) setView((now) => jumpedView(now, range, jump.to, durationSeconds))
  }, [jump])

  const { move } = trim
  /** `layout` is that of the timeline on which it is moved: what is moved elsewhere does not snap. */
  function moveAndShow(end: End, wantedSeconds: number, by: MovedBy, layout?: TimelineLayout): void {
    const fromSeconds = end === 'start' ? range.startTime : range.endTime
    const point = layout ? snap.pointOf({ end, fromSeconds, toSeconds: wantedSeconds, by, layout }) : null
    const toSeconds = point?.seconds ?? wantedSeconds
    move(end, toSeconds, by)
    onShow(end)
    const byHand = by === 'drag' || by === 'click'
    const moved = moveTrimEnd(range, end, toSeconds, durationSeconds, by)
    const seconds = end === 'start' ? moved.startTime : moved.endTime
    setStopped(byHand && isStoppedShort(moved, end, toSeconds))
    // The other end, or the end of the video, may have been in the way.
    const hasSnapped = point !== null && Math.abs(seconds - point.seconds) < 0.001
    setSnapped(hasSnapped ? { end, seconds, sentence: snapSentence(point) } : null)
    if (!byHand) setView((now) => viewShowing(now, seconds, durationSeconds))
  }
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

  function takeRange(wanted: TimeRange): TimeRange {
    onShow('start')
    return trim.take('range', wanted)
  }
  const phone = useMediaQuery('(width < 860px)')
  const hasBand = chapters.length > 0 && !phone
  const named = { chapters, range, durationSeconds, onTake: takeRange }
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
          <SnapChooser modes={snap.modes} mode={snap.mode} isReady={snap.isReady} onChoose={snap.choose} />
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
          onHold={onHold}
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
      {stopped && (
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
            onSet={(wanted) => {
              moveAndShow(end, wanted, 'typed')
              const set = moveTrimEnd(range, end, wanted, durationSeconds, 'typed')
              // Only a start takes the other end along.
              return end === 'start'
                ? { got: set.startTime, moved: set.endTime === range.endTime ? null : set }
                : { got: set.endTime, moved: null }
            }}
            onNudge={(frames) => moveAndShow(end, stepFrames(seconds, frames, frameRate), 'nudge')}
            snapped={snapped?.end === end && Math.abs(snapped.seconds - seconds) < 0.001 ? snapped.sentence : null}
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
          <CopyTrimLink video={video} trim={trim} />
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

/** Copies a link that opens this part of this video, with its audio track and captions. */
function CopyTrimLink({ video, trim }: Pick<TrimPanelProps, 'video' | 'trim'>) {
  function copy(): void {
    const address = sharedAddress(video.url, trim.range, trim.list, optionsInAddress(trim.choice, video))
    void copyText(
      new URL(address, location.origin).href,
      { title: trimTools.linkCopied, text: trimTools.linkCopiedText },
      { title: trimTools.linkNotCopied, text: trimTools.linkNotCopiedText },
    )
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
