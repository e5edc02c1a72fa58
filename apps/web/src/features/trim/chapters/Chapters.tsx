import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import type { Chapter } from '@kerf/domain/captions/transcript'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { Tooltip } from '@kerf/ui/Tooltip'
import { useEffect, useId, useRef } from 'react'
import { chapterWords as words } from '#messages/clips/choices.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import type { TimelineLayout } from '../drawing/timeline-view.ts'
import { chapterAfter, chapterAt, clipsOfChapters } from './chapter-ranges.ts'
import { segmentsOf } from './chapter-segments.ts'
import { type NamedRange, useChapters } from './use-chapters.ts'
import './chapters.css'

interface ChapterBandProps extends NamedRange {
  layout: TimelineLayout
  /** Brings a chapter into view. */
  onReveal: (chapter: Chapter) => void
}

/** The chapters on the scale of the timeline. Names stand where there is room for them; the tooltip and the list have them all. */
export function ChapterBand({ layout, onReveal, ...named }: ChapterBandProps) {
  const { chapters } = named
  const { toolbar, stop, stateOf, onPress, announced } = useChapters(named, (place) => onReveal(chapters[place]!))
  const segments = segmentsOf(chapters, layout, stop)
  // What Tab leads to is in view.
  const tabStop = segments.some(({ place }) => place === stop) ? stop : (segments[0]?.place ?? stop)
  return (
    <>
      <div {...toolbar}>
        {segments.map(({ place, left, width, hasRoom }) => (
          <Tooltip key={place} text={timesOf(chapters[place]!)}>
            <button
              type="button"
              className="chapter-segment"
              {...stateOf(place, tabStop)}
              aria-label={chapters[place]!.title}
              style={{ left, width }}
              onClick={onPress(place)}
            >
              {hasRoom && <bdi>{chapters[place]!.title}</bdi>}
            </button>
          </Tooltip>
        ))}
      </div>
      <Announced>{announced}</Announced>
    </>
  )
}

/** On a phone: the chapters side by side, as wide as their names. */
function ChapterRow(named: NamedRange) {
  const { chapters, range } = named
  const { toolbar, stop, stateOf, onPress, announced } = useChapters(named)
  const opening = useRef(chapterAt(chapters, range.startTime))
  useEffect(() => {
    const row = document.getElementById(toolbar.id)
    const button = row?.children[opening.current] as HTMLElement | undefined
    if (row && button) row.scrollLeft = button.offsetLeft - row.offsetLeft - 16
  }, [toolbar.id])
  return (
    <>
      <div {...toolbar} className="chapter-row">
        {chapters.map((chapter, place) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: chapters are named by their place; several may be called the same.
            key={place}
            type="button"
            className="btn btn-quiet btn-small"
            {...stateOf(place, stop)}
            onClick={onPress(place)}
          >
            <ChapterName chapter={chapter} />
          </button>
        ))}
      </div>
      <Announced>{announced}</Announced>
    </>
  )
}

function ChapterList(named: NamedRange) {
  const { stateOf, onPress, announced } = useChapters(named)
  return (
    <>
      <ul className="chapter-list">
        {named.chapters.map((chapter, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={place}>
            <button type="button" {...stateOf(place, place)} onClick={onPress(place)}>
              <ChapterName chapter={chapter} />
            </button>
          </li>
        ))}
      </ul>
      <Announced>{announced}</Announced>
    </>
  )
}

function ChapterName({ chapter: { title, startTime } }: { chapter: Chapter }) {
  return (
    <>
      <span className="time">{formatTimecode(startTime)}</span> <bdi>{title}</bdi>
    </>
  )
}

interface ChapterActsProps extends NamedRange {
  /** The chapters themselves are here, and not on the timeline. */
  isRow: boolean
  mayCutEach: boolean
  onCutEach: (ranges: readonly TimeRange[]) => void
}

/** What there is to do with chapters, below the timeline. */
export function ChapterActs({ isRow, mayCutEach, onCutEach, ...named }: ChapterActsProps) {
  const { chapters, range } = named
  const noteId = useId()
  const { span, add, announced } = useChapters(named)
  const next = chapterAfter(chapters, range, span)
  const clips = clipsOfChapters(chapters, range)
  const row = useRef<HTMLDivElement>(null)
  function addNext(): void {
    if (!next) return
    add(next)
    // The button goes with the last chapter; the keyboard stays beside it.
    if (next === chapters.at(-1)) row.current?.focus()
  }
  function cutEach(): void {
    onCutEach(clips)
    if (mayCutEach) toasts.show({ title: words.listed, text: words.listedText(clips.length, chapters.length) })
  }
  return (
    <>
      {isRow && <ChapterRow {...named} />}
      <Collapsible>
        <div>
          <div ref={row} tabIndex={-1} className="chapter-acts-row outline-none">
            {!isRow && <CollapsibleTrigger>{words.count(chapters.length)}</CollapsibleTrigger>}
            {clips.length > 1 && (
              <Button
                variant="quiet"
                size="small"
                aria-describedby={chapters.length > MAX_BATCH_ITEMS ? noteId : undefined}
                onClick={cutEach}
              >
                {words.eachAClip}
                {!mayCutEach && <Badge look="solid">{toolWords.downloads.badges.pro}</Badge>}
              </Button>
            )}
            {next && (
              <Button variant="quiet" size="small" onClick={addNext}>
                {words.addNext}
              </Button>
            )}
            {chapters.length > MAX_BATCH_ITEMS && (
              <p id={noteId} className="note">
                {words.first(MAX_BATCH_ITEMS)}
              </p>
            )}
          </div>
          {!isRow && (
            <CollapsibleContent className="mt-1">
              <ChapterList {...named} />
            </CollapsibleContent>
          )}
        </div>
      </Collapsible>
      <Announced>{announced}</Announced>
    </>
  )
}

const timesOf = ({ title, startTime, endTime }: Chapter): string =>
  words.times(title, formatTimecode(startTime), formatTimecode(endTime))

function Announced({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}
