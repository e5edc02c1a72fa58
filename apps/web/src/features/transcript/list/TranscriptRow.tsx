import { firstWhere } from '@kerf/domain/captions/first-where'
import { type TranscriptWord, textOfWords, type WordHit } from '@kerf/domain/captions/transcript-words'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { memo, type ReactNode } from 'react'
import type { SpokenRow } from './spoken-rows.ts'

interface TranscriptRowProps {
  /** Its place among all rows. */
  index: number
  row: SpokenRow
  words: readonly TranscriptWord[]
  topPx: number
  hits: readonly WordHit[]
  /** The index of the hit that somebody has gone to, if it is in this row; else -1. */
  hitNow: number
  /** The words of this row that are chosen, both inclusive; -1 and -2 for none. */
  chosenFirst: number
  chosenLast: number
  /** The word that is being said; -1 for none of this row. */
  said: number
  /** This row is being said. */
  isNow: boolean
  /** What Tab leads to: a word, the row itself, or nothing here. */
  tabStop: number | 'row' | null
}

/** What is said in one cue, with its time. Words are cells: each can be pressed, and be reached by keys. */
export const TranscriptRow = memo(function TranscriptRow(props: TranscriptRowProps) {
  const { index, row, words, topPx, hits, hitNow, chosenFirst, chosenLast, said, isNow, tabStop } = props
  const cells: ReactNode[] = []
  let hitAt = firstWhere(hits.length, (index) => hits[index]!.last >= row.first)
  for (let word = row.first; word <= row.last; word++) {
    const { text } = words[word]!
    const gap = word === row.last ? '' : gapAfter(words, word)
    while (hitAt < hits.length && hits[hitAt]!.last < word) hitAt++
    const hit = hits[hitAt]
    const isHit = hit !== undefined && hit.first <= word
    cells.push(
      // biome-ignore lint/a11y/useSemanticElements: a table of spans that flow like text is none.
      <span
        key={word}
        role="gridcell"
        tabIndex={tabStop === word ? 0 : -1}
        className="transcript-word"
        aria-selected={word >= chosenFirst && word <= chosenLast}
        data-word={word}
        data-said={said === word || undefined}
      >
        {isHit ? (
          <mark data-now={hitAt === hitNow || undefined}>
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
    // biome-ignore lint/a11y/useSemanticElements: rows of a list of which only a part is drawn.
    <div
      role="row"
      aria-rowindex={index + 1}
      tabIndex={tabStop === 'row' ? 0 : -1}
      className="transcript-row"
      data-row={index}
      data-now={isNow || undefined}
      style={{ top: topPx }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
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

/** What is written between a word and the next one: nothing in scripts without spaces. */
function gapAfter(words: readonly TranscriptWord[], word: number): string {
  const both = textOfWords(words, { first: word, last: word + 1 })
  return both.length > words[word]!.text.length + words[word + 1]!.text.length ? ' ' : ''
}
