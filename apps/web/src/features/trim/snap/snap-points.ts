import { firstWordFrom, widenToSilence } from '@kerf/domain/captions/spoken-range'
import type { End } from '../timeline/move-trim-end.ts'
import { nearestFrame } from '../timeline/shown-frame.ts'
import { nearestSilence } from './silences.ts'
import type { SnapMode, SnapPoint, SnapSources } from './snap-modes.ts'

/** Words checked on either side of a time. Captions overlap by no more than a few words. */
const NEIGHBOUR_WORDS = 4

/**
 * Snap point of a handle that is moved to `seconds`: a start snaps to a beginning, an end to an ending. Seconds and
 * frames have no limit of distance; the other modes have `reachSeconds`.
 * @returns null where there is no point within reach
 */
export function snapPoint(
  mode: SnapMode,
  sources: SnapSources,
  end: End,
  seconds: number,
  reachSeconds: number,
): SnapPoint | null {
  switch (mode) {
    case 'off':
      return null
    case 'seconds':
      return wholeSecond(seconds, sources.durationSeconds)
    case 'frames':
      return { seconds: nearestFrame(seconds, sources.frameRate), at: 'frame' }
    case 'words':
      return wordPoint(sources, end, seconds, reachSeconds)
    case 'silences': {
      const silence = sources.loudness && nearestSilence(sources.loudness, end, seconds, reachSeconds)
      return silence === null ? null : { seconds: silence, at: 'silence' }
    }
    case 'chapters': {
      const chapter = nearest(sources.chapters, (candidate) => endTimeOfRange(candidate, end), seconds, reachSeconds)
      return chapter && { seconds: endTimeOfRange(chapter, end), at: 'chapter', name: chapter.title }
    }
  }
}

function wholeSecond(seconds: number, durationSeconds: number): SnapPoint {
  const whole = Math.max(0, Math.round(seconds))
  const isEnd = Math.abs(durationSeconds - seconds) < Math.abs(whole - seconds) || whole > durationSeconds
  return isEnd ? { seconds: durationSeconds, at: 'end' } : { seconds: whole, at: 'second' }
}

/**
 * Snap point at the start or end of a word, moved out into the silence next to it. A press on the word in the
 * transcript cuts at the same time.
 */
function wordPoint(
  { spokenWords, loudness, durationSeconds }: SnapSources,
  end: End,
  seconds: number,
  reachSeconds: number,
): SnapPoint | null {
  if (!spokenWords) return null
  const nextIndex = firstWordFrom(spokenWords, seconds)
  const nearbyWords = spokenWords.slice(Math.max(0, nextIndex - NEIGHBOUR_WORDS), nextIndex + NEIGHBOUR_WORDS)
  const word = nearest(nearbyWords, (candidate) => endTimeOfRange(candidate, end), seconds, reachSeconds)
  return (
    word && {
      seconds: endTimeOfRange(widenToSilence(word, loudness, durationSeconds), end),
      at: 'word',
      name: word.text,
    }
  )
}

const endTimeOfRange = (range: { startTime: number; endTime: number }, end: End): number =>
  end === 'start' ? range.startTime : range.endTime

function nearest<T>(items: readonly T[], time: (item: T) => number, seconds: number, reachSeconds: number): T | null {
  let nearestItem: T | null = null
  let minDistance = reachSeconds
  for (const item of items) {
    const distance = Math.abs(time(item) - seconds)
    if (distance > minDistance) continue
    nearestItem = item
    minDistance = distance
  }
  return nearestItem
}
