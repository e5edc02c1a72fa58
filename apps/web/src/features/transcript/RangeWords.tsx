import { type TranscriptWord, textOfWords, type WordHit } from '@kerf/domain/captions/transcript-words'
import { Button } from '@kerf/ui/Button'
import { memo } from 'react'
import { transcriptWords as messages } from '#messages/clips/transcript.ts'
import { copyText } from '../../data/feedback/copy-text.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'

/** Of more words the first and the last ones are shown. */
const MOST_SHOWN = 32
const SHOWN_AT_ENDS = 12

interface RangeWordsProps {
  words: readonly TranscriptWord[]
  chosen: WordHit | null
  language: string
}

/** What is said in the range, to be read over and copied. */
export const RangeWords = memo(function RangeWords({ words, chosen, language }: RangeWordsProps) {
  const count = chosen ? chosen.last - chosen.first + 1 : 0
  function copy(hit: WordHit): void {
    void copyText(
      textOfWords(words, hit),
      { title: messages.copied, text: messages.copiedText(counted(count), count) },
      { title: messages.notCopied, text: messages.notCopiedText },
    )
  }
  return (
    <div className="transcript-range">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-small text-ink-2">
          {chosen ? messages.inRange(counted(count), count) : messages.noneInRange}
        </h3>
        {chosen && (
          <Button variant="quiet" size="small" onClick={() => copy(chosen)}>
            {messages.copy}
          </Button>
        )}
      </div>
      {chosen && (
        <blockquote dir="auto" lang={language === 'und' ? undefined : language}>
          {shownText(words, chosen)}
        </blockquote>
      )}
    </div>
  )
})

const counted = (count: number): string => new Intl.NumberFormat(LOCALE).format(count)

function shownText(words: readonly TranscriptWord[], { first, last }: WordHit): string {
  if (last - first < MOST_SHOWN) return textOfWords(words, { first, last })
  const start = textOfWords(words, { first, last: first + SHOWN_AT_ENDS - 1 })
  return `${start} … ${textOfWords(words, { first: last - SHOWN_AT_ENDS + 1, last })}`
}
