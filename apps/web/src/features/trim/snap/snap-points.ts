import { firstWordFrom, outToSilence } from '@kerf/domain/captions/spoken-range'
import type { End } from '../timeline/move-trim-end.ts'
import { nearestFrame } from '../timeline/shown-frame.ts'
import { nearestSilence } from './silences.ts'
import type { SnapMode, SnapPoint, SnapSources } from './snap-modes.ts'

/** A word that ends here may have begun before several that end later: captions overlap by no more than a few words. */
const WORDS_BESIDE = 4

/**
 * Where a handle that is meant to be at this time stops: a start where something begins, an end where it ends. Seconds and frames
 * are everywhere; of the rest, what is no further away than `reachSeconds`. null where there is nothing.
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
      const chapter = nearest(sources.chapters, (one) => timeOf(one, end), seconds, reachSeconds)
      return chapter && { seconds: timeOf(chapter, end), at: 'chapter', name: chapter.title }
    }
  }
}

function wholeSecond(seconds: number, durationSeconds: number): SnapPoint {
  const whole = Math.max(0, Math.round(seconds))
  const isEnd = Math.abs(durationSeconds - seconds) < Math.abs(whole - seconds) || whole > durationSeconds
  return isEnd ? { seconds: durationSeconds, at: 'end' } : { seconds: whole, at: 'second' }
}

/** The clip then holds the word as a press on it in the transcript would cut it: with the silence beside it. */
function wordPoint(
  { spokenWords, loudness, durationSeconds }: SnapSources,
  end: End,
  seconds: number,
  reachSeconds: number,
): SnapPoint | null {
  if (!spokenWords) return null
  const next = firstWordFrom(spokenWords, seconds)
  const near = spokenWords.slice(Math.max(0, next - WORDS_BESIDE), next + WORDS_BESIDE)
  const word = nearest(near, (one) => timeOf(one, end), seconds, reachSeconds)
  return word && { seconds: timeOf(outToSilence(word, loudness, durationSeconds), end), at: 'word', name: word.text }
}

const timeOf = (range: { startTime: number; endTime: number }, end: End): number =>
  end === 'start' ? range.startTime : range.endTime

function nearest<T>(all: readonly T[], time: (one: T) => number, seconds: number, reachSeconds: number): T | null {
  let found: T | null = null
  let least = reachSeconds
  for (const one of all) {
    const distance = Math.abs(time(one) - seconds)
    if (distance > least) continue
    found = one
    least = distance
  }
  return found
}
