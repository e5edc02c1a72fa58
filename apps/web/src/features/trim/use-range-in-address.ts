import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import type { Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useLatest } from '../../browser/use-latest.ts'
import { lastVideo } from '../../data/navigation/last-video.ts'
import type { RangeList } from '../../data/ranges/range-list.ts'
import { readRange, resultAddress } from '../../data/ranges/result-address.ts'
import { readAddress, type UrlOptions, type UrlTrim } from '../../data/ranges/trim-address.ts'

/**
 * Safari allows a hundred changes of the address in thirty seconds and throws at the next one. The budget allows eight
 * at once, so that typed times are written immediately, and then one every 400 ms, so that a drag stays below the
 * limit.
 */
const BURST_WRITES = 8
const REFILL_INTERVAL_MILLISECONDS = 400

/** Budget of the whole page, because the limit counts for the page. */
const budget = createWriteBudget()

const EMPTY_TRIM: UrlTrim = { start: null, end: null }

/** Range and options in the address, if it is the address of this video; else an empty part. */
export function readOwnAddress(video: Video): UrlTrim {
  const { videoId, part } = readAddress(location.search)
  return videoId === video.id ? part : EMPTY_TRIM
}

/** Writes range and options into the address, which can be reloaded and shared. Going back restores the range there. */
export function useRangeInAddress(
  video: Video,
  range: TimeRange,
  list: RangeList,
  options: UrlOptions,
  adopt: (range: TimeRange, part: UrlTrim) => void,
): void {
  useEffect(() => {
    const ownAddress = resultAddress(video, range, list, options)
    const newAddress = BASE_PATH + ownAddress
    lastVideo.save(ownAddress)
    const write = (): void => {
      // The browser may show another entry of its history by now, whose address must not change.
      if (readAddress(location.search).videoId !== video.id || newAddress === location.pathname + location.search)
        return
      budget.spend(performance.now())
      navigate(newAddress + location.hash, { replace: true, state: history.state })
    }
    const pauseMs = budget.pauseMs(performance.now())
    if (pauseMs === 0) return write()
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [video, range, list, options])

  const latest = useLatest(adopt)
  useEffect(() => {
    const onTravel = (): void => {
      const addressPart = readOwnAddress(video)
      const addressRange = readRange(addressPart, video.duration)
      if (addressRange) latest.current(addressRange, addressPart)
    }
    addEventListener('popstate', onTravel)
    return () => removeEventListener('popstate', onTravel)
  }, [video, latest])
}

interface WriteBudget {
  /** Time to wait before the next write. */
  pauseMs: (nowMs: number) => number
  spend: (nowMs: number) => void
}

export function createWriteBudget(): WriteBudget {
  // Time at which all eight writes are available again. Each write postpones it.
  let fullAtMs = Number.NEGATIVE_INFINITY
  return {
    pauseMs: (nowMs) => Math.max(0, fullAtMs - nowMs - (BURST_WRITES - 1) * REFILL_INTERVAL_MILLISECONDS),
    spend(nowMs) {
      fullAtMs = Math.max(fullAtMs, nowMs) + REFILL_INTERVAL_MILLISECONDS
    },
  }
}
