import type { Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useLatest } from '../../browser/use-latest.ts'
import { lastVideo } from '../../data/navigation/last-video.ts'
import { type AskedOptions, type AskedPart, readAddress } from '../../data/ranges/asked-address.ts'
import type { RangeList } from '../../data/ranges/range-list.ts'
import { askedRange, resultAddress } from '../../data/ranges/result-address.ts'

/**
 * Safari takes a hundred changes of the address in thirty seconds and throws at the next one. This allows eight at once, so
 * that what is typed is there immediately, and then one every 400 ms, so that a drag never comes near.
 */
const AT_ONCE = 8
const REFILL_MS = 400

/** One for the page, as the limit is. */
const budget = createWriteBudget()

const NOTHING: AskedPart = { start: null, end: null }

/** What the address asks for, when it is this video's address. */
export function askedInAddress(video: Video): AskedPart {
  const { videoId, asked } = readAddress(location.search)
  return videoId === video.id ? asked : NOTHING
}

/** The address says what the timeline shows, so that it can be reloaded, bookmarked and handed on; going back brings its range. */
export function useRangeInAddress(
  video: Video,
  range: TimeRange,
  list: RangeList,
  options: AskedOptions,
  adopt: (range: TimeRange, asked: AskedPart) => void,
): void {
  useEffect(() => {
    const to = resultAddress(video, range, list, options)
    lastVideo.save(to)
    const write = (): void => {
      // Another entry of the history may be shown by now: that one is not ours to change.
      if (readAddress(location.search).videoId !== video.id || to === location.pathname + location.search) return
      budget.spend(performance.now())
      navigate(to + location.hash, { replace: true, state: history.state })
    }
    const pauseMs = budget.pauseMs(performance.now())
    if (pauseMs === 0) return write()
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [video, range, list, options])

  const latest = useLatest(adopt)
  useEffect(() => {
    const onTravel = (): void => {
      const asked = askedInAddress(video)
      const range = askedRange(asked, video.duration)
      if (range) latest.current(range, asked)
    }
    addEventListener('popstate', onTravel)
    return () => removeEventListener('popstate', onTravel)
  }, [video, latest])
}

interface WriteBudget {
  /** How long to wait before the next write, given the time now. */
  pauseMs: (nowMs: number) => number
  spend: (nowMs: number) => void
}

export function createWriteBudget(): WriteBudget {
  // The time at which all eight would be there again: every write moves it on.
  let fullAtMs = Number.NEGATIVE_INFINITY
  return {
    pauseMs: (nowMs) => Math.max(0, fullAtMs - nowMs - (AT_ONCE - 1) * REFILL_MS),
    spend(nowMs) {
      fullAtMs = Math.max(fullAtMs, nowMs) + REFILL_MS
    },
  }
}
