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
import { type ChapterProps, useChapters } from './use-chapters.ts'
import './chapters.css'

interface ChapterBandProps extends ChapterProps {
  layout: TimelineLayout
  /** Scrolls a chapter into view. */
  onReveal: (chapter: Chapter) => void
}

/** Chapters on the scale of the timeline. Titles show where there is room; tooltips and the list have all titles. */
export function ChapterBand({ layout, onReveal, ...chapterProps }: ChapterBandProps) {
  const { chapters } = chapterProps
  const { toolbar, stop, stateOf, onPress, announcement } = useChapters(chapterProps, (place) =>
    onReveal(chapters[place]!),
  )
  const segments = segmentsOf(chapters, layout, stop)
  // The Tab stop is always a segment in view.
  const tabStop = segments.some(({ place }) => place === stop) ? stop : (segments[0]?.place ?? stop)
  return (
    <>
      <div {...toolbar}>
        {segments.map(({ place, left, width, hasRoom }) => (
          <Tooltip key={place} text={chapterTimesText(chapters[place]!)}>
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
      <Announcement>{announcement}</Announcement>
    </>
  )
}

/** Row of chapters on phones, each as wide as its title. */
function ChapterRow(chapterProps: ChapterProps) {
  const { chapters, range } = chapterProps
  const { toolbar, stop, stateOf, onPress, announcement } = useChapters(chapterProps)
  const openingPlace = useRef(chapterAt(chapters, range.startTime))
  useEffect(() => {
    const row = document.getElementById(toolbar.id)
    const button = row?.children[openingPlace.current] as HTMLElement | undefined
    if (row && button) row.scrollLeft = button.offsetLeft - row.offsetLeft - 16
  }, [toolbar.id])
  return (
    <>
      <div {...toolbar} className="chapter-row">
        {chapters.map((chapter, place) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies a chapter; titles may repeat.
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
      <Announcement>{announcement}</Announcement>
    </>
  )
}

function ChapterList(chapterProps: ChapterProps) {
  const { stateOf, onPress, announcement } = useChapters(chapterProps)
  return (
    <>
      <ul className="chapter-list">
        {chapterProps.chapters.map((chapter, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chapter is identified by its place.
          <li key={place}>
            <button type="button" {...stateOf(place, place)} onClick={onPress(place)}>
              <ChapterName chapter={chapter} />
            </button>
          </li>
        ))}
      </ul>
      <Announcement>{announcement}</Announcement>
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

interface ChapterActsProps extends ChapterProps {
  /** Whether the chapters are a row here, and not a band on the timeline. */
  isRow: boolean
  mayCutEach: boolean
  /** null where a cut makes one clip. */
  onCutEach: ((ranges: readonly TimeRange[]) => void) | null
}

/** Actions on chapters, below the timeline. */
export function ChapterActs({ isRow, mayCutEach, onCutEach, ...chapterProps }: ChapterActsProps) {
  const { chapters, range } = chapterProps
  const noteId = useId()
  const { span, add, announcement } = useChapters(chapterProps)
  const nextChapter = chapterAfter(chapters, range, span)
  const clips = clipsOfChapters(chapters, range)
  const row = useRef<HTMLDivElement>(null)
  function addNext(): void {
    if (!nextChapter) return
    add(nextChapter)
    // The button disappears after the last chapter, so the focus moves to the row beside it.
    if (nextChapter === chapters.at(-1)) row.current?.focus()
  }
  function cutEach(): void {
    onCutEach?.(clips)
    if (mayCutEach) toasts.show({ title: words.listed, text: words.listedText(clips.length, chapters.length) })
  }
  return (
    <>
      {isRow && <ChapterRow {...chapterProps} />}
      <Collapsible>
        <div>
          <div ref={row} tabIndex={-1} className="chapter-acts-row outline-none">
            {!isRow && <CollapsibleTrigger>{words.count(chapters.length)}</CollapsibleTrigger>}
            {onCutEach && clips.length > 1 && (
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
            {nextChapter && (
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
              <ChapterList {...chapterProps} />
            </CollapsibleContent>
          )}
        </div>
      </Collapsible>
      <Announcement>{announcement}</Announcement>
    </>
  )
}

const chapterTimesText = ({ title, startTime, endTime }: Chapter): string =>
  words.times(title, formatTimecode(startTime), formatTimecode(endTime))

function Announcement({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}
