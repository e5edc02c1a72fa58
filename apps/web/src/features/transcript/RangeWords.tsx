import { type TranscriptWord, textOfWords, type WordHit } from '@kerf/domain/captions/transcript-words'
import { Button } from '@kerf/ui/Button'
import { memo } from 'react'
import { transcriptWords as messages } from '#messages/clips/transcript.ts'
import { copyText } from '../../data/feedback/copy-text.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'

/** Maximum number of words that are shown in full. Of a longer text, only the first and the last words are shown. */
const MAX_FULL_WORDS = 32
const WORDS_AT_EACH_END = 12

interface RangeWordsProps {
  words: readonly TranscriptWord[]
  /** Words of the range; null where it has none. */
  rangeHit: WordHit | null
  language: string
}

/** Words that are spoken in the range, to read and copy. */
export const RangeWords = memo(function RangeWords({ words, rangeHit, language }: RangeWordsProps) {
  const count = rangeHit ? rangeHit.last - rangeHit.first + 1 : 0
  function copy(hit: WordHit): void {
    void copyText(
      textOfWords(words, hit),
      { title: messages.copied, text: messages.copiedText(formatCount(count), count) },
      { title: messages.notCopied, text: messages.notCopiedText },
    )
  }
  return (
    <div className="transcript-range">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-small text-ink-2">
          {rangeHit ? messages.inRange(formatCount(count), count) : messages.noneInRange}
        </h3>
        {rangeHit && (
          <Button variant="quiet" size="small" onClick={() => copy(rangeHit)}>
            {messages.copy}
          </Button>
        )}
      </div>
      {rangeHit && (
        <blockquote dir="auto" lang={language === 'und' ? undefined : language}>
          {abridgedText(words, rangeHit)}
        </blockquote>
      )}
    </div>
  )
})

const formatCount = (count: number): string => new Intl.NumberFormat(LOCALE).format(count)

function abridgedText(words: readonly TranscriptWord[], { first, last }: WordHit): string {
  if (last - first < MAX_FULL_WORDS) return textOfWords(words, { first, last })
  const start = textOfWords(words, { first, last: first + WORDS_AT_EACH_END - 1 })
  return `${start} … ${textOfWords(words, { first: last - WORDS_AT_EACH_END + 1, last })}`
}
