import type { Loudness } from '@kerf/domain/captions/spoken-range'
import { findWords, type TranscriptWord, type WordHit } from '@kerf/domain/captions/transcript-words'
import { isSameRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect, useRef } from 'react'
import { useLatest } from '../../browser/use-latest.ts'

interface RequestedPhrase {
  /** Phrase whose range is selected when the video opens; null where there is none. */
  phrase: string | null
  onSearched: (isSaid: boolean) => void
  words: readonly TranscriptWord[]
  range: TimeRange
  loudness: Loudness | null
  /** Range of a hit, extended to the silence around it. */
  rangeOfHit: (wordHit: WordHit) => TimeRange
  /** Makes a hit the range. Returns the new range. */
  take: (wordHit: WordHit) => TimeRange
}

/**
 * Selects the range of the first occurrence of a phrase when the video opens. The loudness may load later: then the
 * ends move out to silence, unless the viewer has moved them.
 */
export function useRequestedPhrase(props: RequestedPhrase): void {
  const { phrase, words, loudness } = props
  const latestProps = useLatest(props)
  const openedHit = useRef<{ hit: WordHit; hitRange: TimeRange; newRange: TimeRange } | null>(null)

  useEffect(() => {
    if (phrase === null) return
    const { rangeOfHit, take, onSearched } = latestProps.current
    const [wordHit] = findWords(words, phrase)
    if (wordHit) openedHit.current = { hit: wordHit, hitRange: rangeOfHit(wordHit), newRange: take(wordHit) }
    onSearched(wordHit !== undefined)
  }, [phrase, words, latestProps])

  useEffect(() => {
    const { range, rangeOfHit, take } = latestProps.current
    if (loudness === null || openedHit.current === null) return
    const { hit, hitRange, newRange } = openedHit.current
    if (!isSameRange(range, newRange)) {
      openedHit.current = null
      return
    }
    const newHitRange = rangeOfHit(hit)
    if (!isSameRange(newHitRange, hitRange)) openedHit.current = { hit, hitRange: newHitRange, newRange: take(hit) }
  }, [loudness, latestProps])
}
