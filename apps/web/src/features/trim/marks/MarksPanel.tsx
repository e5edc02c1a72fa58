import type { Video } from '@kerf/contract/video'
import { keepRanges } from '@kerf/domain/marks/leave-out'
import { longSilences } from '@kerf/domain/marks/long-silences'
import type { MarkKind } from '@kerf/domain/marks/mark'
import { MAX_CLIP_RANGES, rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode, shortTimecode } from '@kerf/domain/ranges/timecode'
import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { useState } from 'react'
import { markWords as words } from '#messages/clips/marks.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { isEffective } from '../../../data/ranges/range-list.ts'
import type { WaveformState } from '../drawing/use-waveform.ts'
import type { TrimState } from '../use-trim-state.ts'
import { isLeftOutByDefault, kindsOf, type MarkRow, markRowsOf } from './mark-rows.ts'
import { SilenceCut } from './SilenceCut.tsx'
import { useMarks } from './use-marks.ts'

export interface MarksPanelProps {
  video: Video
  trim: Pick<TrimState, 'range' | 'list'>
  waveform: WaveformState
  /** Whether this viewer may cut several ranges together. */
  mayAdd: boolean
  onTake: (what: 'range', times: TimeRange) => TimeRange
  /** Called with the ranges of one joined clip. @returns whether this viewer may have them */
  onKeep: (ranges: readonly TimeRange[]) => boolean
}

/** List of marks, and a field for silences. Each part of the video in them can be left out of a clip. */
export function MarksPanel({ video, trim, waveform, mayAdd, onTake, onKeep }: MarksPanelProps) {
  const { marks, state } = useMarks(video)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [news, setNews] = useState('')
  const rows = markRowsOf(marks)
  const isChosen = (row: MarkRow): boolean => choices.get(row.key) ?? isLeftOutByDefault(row)
  const chosenRows = rows.filter(isChosen)
  const cutRanges = isEffective(trim.list) ? trim.list.ranges : [trim.range]

  function choose(changedRows: readonly MarkRow[], chosen: boolean): void {
    setChoices(new Map([...choices, ...changedRows.map(({ key }) => [key, chosen] as const)]))
  }
  function leaveOut(parts: readonly TimeRange[], sentenceForNone: string): void {
    const { ranges, found, leftOut } = keepRanges(cutRanges, parts)
    if (found === 0) setNews(sentenceForNone)
    else if (ranges.length === 0) setNews(words.nothingLeft)
    else if (onKeep(ranges)) {
      const isShortened = leftOut < found ? ` ${words.tooMany(found, leftOut, MAX_CLIP_RANGES)}` : ''
      setNews(words.done(leftOut, ranges.length, shortTimecode(rangesSeconds(ranges))) + isShortened)
    } else setNews('')
  }
  const proBadge = !mayAdd && <Badge look="solid">{toolWords.downloads.badges.pro}</Badge>
  const kinds = kindsOf(rows)

  return (
    <div className="marks-panel">
      {kinds.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser.
        <div role="group" aria-label={words.kindsToLeaveOut} className="mark-kinds">
          {kinds.map(([kind, count]) => {
            const rowsOfKind = rows.filter(({ mark }) => mark.kind === kind)
            const areChosen = rowsOfKind.every(isChosen)
            return (
              <Button
                key={kind}
                variant="quiet"
                size="small"
                aria-pressed={areChosen}
                onClick={() => choose(rowsOfKind, !areChosen)}
              >
                <Swatch kind={kind} />
                {words.ofKind(words.kinds[kind], count)}
              </Button>
            )
          })}
        </div>
      )}
      {rows.length > 0 && (
        <>
          <ul className="mark-list" aria-label={words.list}>
            {rows.map((row) => (
              <li key={row.key}>
                <Swatch kind={row.mark.kind} />
                <p>
                  <bdi>{row.label}</bdi>{' '}
                  <span className="time">
                    {words.times(formatTimecode(row.mark.startTime), formatTimecode(row.mark.endTime))}
                  </span>
                </p>
                <div className="joined">
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={words.setAsRangeOf(row.place)}
                    onClick={() => onTake('range', row.mark)}
                  >
                    {words.setAsRange}
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={words.leaveOutOf(row.place)}
                    aria-pressed={isChosen(row)}
                    onClick={() => choose([row], !isChosen(row))}
                  >
                    {words.leaveOut}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {chosenRows.length > 0 && (
            <Button
              size="small"
              onClick={() =>
                leaveOut(
                  chosenRows.map(({ mark }) => mark),
                  words.none,
                )
              }
            >
              {words.leaveTheseOut(chosenRows.length)}
              {proBadge}
            </Button>
          )}
        </>
      )}
      {waveform !== null && (
        <SilenceCut
          isReady={waveform !== 'coming'}
          isPartial={video.waveform?.inPieces === true}
          badge={proBadge}
          onCut={(minSeconds) => {
            if (waveform === 'coming') return
            const silences = cutRanges.flatMap((range) => longSilences(waveform, range, minSeconds))
            leaveOut(silences, words.noSilence)
          }}
        />
      )}
      <p role="status" className="note">
        {state === 'reading' ? words.reading : news || (state === 'partial' ? words.unread : '')}
      </p>
    </div>
  )
}

const Swatch = ({ kind }: { kind: MarkKind }) => <i className="mark-swatch" data-kind={kind} aria-hidden="true" />
