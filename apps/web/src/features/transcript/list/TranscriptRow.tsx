import { firstWhere } from '@kerf/domain/captions/first-where'
import { type TranscriptWord, textOfWords, type WordHit } from '@kerf/domain/captions/transcript-words'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { memo, type ReactNode } from 'react'
import type { SpokenRow } from './spoken-rows.ts'

interface TranscriptRowProps {
  /** Index of the row among all rows. */
  index: number
  row: SpokenRow
  words: readonly TranscriptWord[]
  topPx: number
  hits: readonly WordHit[]
  /** Index of the current hit, if it is in this row; else -1. */
  hitNow: number
  /** First and last selected word of this row; -1 and -2 for none. */
  chosenFirst: number
  chosenLast: number
  /** Index of the word at the playhead, if it is in this row; else -1. */
  spokenWord: number
  /** Whether the playhead is in this row. */
  isNow: boolean
  /** Target of Tab: a word, the row itself, or null for neither. */
  tabStop: number | 'row' | null
}

/** Words of one cue, with its time. Each word is a cell that can be pressed and reached by keys. */
export const TranscriptRow = memo(function TranscriptRow(props: TranscriptRowProps) {
  const { index, row, words, topPx, hits, hitNow, chosenFirst, chosenLast, spokenWord, isNow, tabStop } = props
  const cells: ReactNode[] = []
  let hitIndex = firstWhere(hits.length, (index) => hits[index]!.last >= row.first)
  for (let word = row.first; word <= row.last; word++) {
    const { text } = words[word]!
    const gap = word === row.last ? '' : gapAfter(words, word)
    while (hitIndex < hits.length && hits[hitIndex]!.last < word) hitIndex++
    const hit = hits[hitIndex]
    const isHit = hit !== undefined && hit.first <= word
    cells.push(
      // biome-ignore lint/a11y/useSemanticElements: the words flow like text, which cells of a table cannot.
      <span
        key={word}
        role="gridcell"
        tabIndex={tabStop === word ? 0 : -1}
        className="transcript-word"
        aria-selected={word >= chosenFirst && word <= chosenLast}
        data-word={word}
        data-said={spokenWord === word || undefined}
      >
        {isHit ? (
          <mark data-now={hitIndex === hitNow || undefined}>
            {text}
            {word < hit.last && gap}
          </mark>
        ) : (
          text
        )}
        {(!isHit || word === hit.last) && gap}
      </span>,
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: only a part of the rows is rendered.
    <div
      role="row"
      aria-rowindex={index + 1}
      tabIndex={tabStop === 'row' ? 0 : -1}
      className="transcript-row"
      data-row={index}
      data-now={isNow || undefined}
      style={{ top: topPx }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: only a part of the rows is rendered. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row itself has the focus. */}
      <span role="rowheader" className="time">
        {formatTimecode(Math.floor(row.startTime))}
      </span>
      <div dir="auto" className="transcript-text">
        {cells}
      </div>
    </div>
  )
})

/** Text between a word and the next one: a space, or nothing in scripts without spaces. */
function gapAfter(words: readonly TranscriptWord[], word: number): string {
  const pairText = textOfWords(words, { first: word, last: word + 1 })
  return pairText.length > words[word]!.text.length + words[word + 1]!.text.length ? ' ' : ''
}
