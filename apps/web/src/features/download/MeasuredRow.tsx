import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readSize } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { useSettled } from '../../browser/use-settled.ts'
import { type FormatRow, measuredBy } from './format-rows.ts'

interface MeasuredRowProps {
  videoId: string
  range: TimeRange
  row: FormatRow
  /** The row, and about how large such a clip is, where that had to be measured. */
  children: (bytes: number | null) => ReactNode
}

/** To measure is a second of work: it waits until handles rest. */
const REST_MS = 1000

/** A row whose size no index tells: the server measures it, for those who have opened these rows and may take it. */
export function MeasuredRow({ videoId, range, row: { option, isMeasured }, children }: MeasuredRowProps) {
  const { quality, format } = option
  const wished = [quality, format, range.startTime, range.endTime].join(' ')
  const isResting = useSettled(wished, REST_MS) === wished
  const { data } = useQuery({
    queryKey: queryKeys.size(videoId, ...measuredBy({ quality, format }, range)),
    queryFn: ({ signal }) => readSize(videoId, { quality, format }, range, signal),
    enabled: isMeasured && isResting && option.access === 'allowed',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return children(data?.bytes ?? null)
}
