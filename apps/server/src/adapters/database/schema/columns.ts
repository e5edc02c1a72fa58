import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A stored range is `[start, end]` in whole milliseconds, so that equal ranges are equal in an index. */
type StoredRange = [startMilliseconds: number, endMilliseconds: number]

const toStored = ({ startTime, endTime }: TimeRange): StoredRange => [
  Math.round(startTime * 1000),
  Math.round(endTime * 1000),
]
const fromStored = ([start, end]: StoredRange): TimeRange => ({ startTime: start / 1000, endTime: end / 1000 })

export const timeRangeColumn = customType<{ data: TimeRange; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (range) => JSON.stringify(toStored(range)),
  fromDriver: (storedRange) => fromStored(storedRange as StoredRange),
})

export const timeRangesColumn = customType<{ data: TimeRange[]; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (ranges) => JSON.stringify(ranges.map(toStored)),
  fromDriver: (storedRanges) => (storedRanges as StoredRange[]).map(fromStored),
})
