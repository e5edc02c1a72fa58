import { MAX_JOINED_RANGES } from '@kerf/domain/several'
import type { TrimRange } from '@kerf/domain/trim-range'
import { NO_RANGES, type RangeList } from '../several-ranges/range-list.ts'
import type { AskedTimes } from './asked-address.ts'
import { askedRange } from './asked-range.ts'

/** The list of ranges that an address asks for, as far as the video allows; what is no range is left out. */
export function askedList({ ranges, clips }: AskedTimes, durationSeconds: number): RangeList {
  const text = clips ?? ranges
  if (!text) return NO_RANGES
  const read = text.split(',').flatMap((part): TrimRange[] => {
    const [start = null, end = null] = part.split('-')
    const range = askedRange({ start, end }, durationSeconds)
    return range ? [range] : []
  })
  return { ranges: read.slice(0, MAX_JOINED_RANGES), held: null, separate: clips !== undefined }
}
