import type { Loudness } from '@kerf/domain/captions/spoken-range'
import { findWords, type TranscriptWord, type WordHit } from '@kerf/domain/captions/transcript-words'
import { isSameRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect, useRef } from 'react'
import { useLatest } from '../../browser/use-latest.ts'

interface Asked {
  /** What the video is to open at; null for nothing. */
  asked: string | null
  onAsked: (isSaid: boolean) => void
  words: readonly TranscriptWord[]
  range: TimeRange
  loudness: Loudness | null
  /** A hit with the silence beside it. */
  wholeOf: (hit: WordHit) => TimeRange
  /** Makes a hit the range, and answers the range there is then. */
  take: (hit: WordHit) => TimeRange
}

/**
 * Opens the video at the first place where something is said. How loud it is there may be known only later: then the ends move out
 * to silence, unless somebody has moved them meanwhile.
 */
export function useAsked(props: Asked): void {
  const { asked, words, loudness } = props
  const latest = useLatest(props)
  const opened = useRef<{ hit: WordHit; whole: TimeRange; taken: TimeRange } | null>(null)

  useEffect(() => {
    if (asked === null) return
    const { wholeOf, take, onAsked } = latest.current
    const [hit] = findWords(words, asked)
    if (hit) opened.current = { hit, whole: wholeOf(hit), taken: take(hit) }
    onAsked(hit !== undefined)
  }, [asked, words, latest])

  useEffect(() => {
    const { range, wholeOf, take } = latest.current
    if (loudness === null || opened.current === null) return
    const { hit, whole, taken } = opened.current
    if (!isSameRange(range, taken)) {
      opened.current = null
      return
    }
    const now = wholeOf(hit)
    if (!isSameRange(now, whole)) opened.current = { hit, whole: now, taken: take(hit) }
  }, [loudness, latest])
}
