import { type TimeRange, rangesSeconds } from '@kerf/domain/ranges/time-range'
import { approximateClipBytes } from '@kerf/domain/sizes/clip-size'
import { weighRanges } from '@kerf/domain/sizes/weigh-range'
import { useQuery } from '@tanstack/react-query'
import { readSizes } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import type { ShownOption } from './option-row.ts'

/**
 * About how large a clip of these ranges is. Videos are not as large everywhere: where its source tells what each part weighs,
 * that is summed up; until then, and elsewhere, the average has to do. null where nobody knows.
 */
export function useClipBytes(videoId: string, ranges: readonly TimeRange[]): (option: ShownOption) => number | null {
  const { data } = useQuery({
    queryKey: queryKeys.sizes(videoId),
    queryFn: ({ signal }) => readSizes(videoId, signal),
  })
  return ({ quality, format, bitrate }) => {
    const weight = data?.options.find((sized) => sized.quality === quality && sized.format === format)
    if (data && weight) return weighRanges(data, weight, ranges)
    return bitrate === null ? null : approximateClipBytes(bitrate, rangesSeconds(ranges))
  }
}
