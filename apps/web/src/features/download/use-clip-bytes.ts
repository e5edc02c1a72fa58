import { approximateClipBytes } from '@kerf/domain/clip-size'
import type { TrimRange } from '@kerf/domain/trim-range'
import { weighRanges } from '@kerf/domain/weigh-range'
import { useQuery } from '@tanstack/react-query'
import { readSizes } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { secondsOf } from '../../data/ranges/range-sums.ts'
import type { ShownOption } from './option-row.ts'

/**
 * About how large a clip of these ranges is. Videos are not as large everywhere: where its source tells what each part weighs,
 * that is summed up; until then, and elsewhere, the average has to do. null where nobody knows.
 */
export function useClipBytes(videoId: string, ranges: readonly TrimRange[]): (option: ShownOption) => number | null {
  const { data } = useQuery({
    queryKey: queryKeys.sizes(videoId),
    queryFn: ({ signal }) => readSizes(videoId, signal),
  })
  return ({ quality, format, bitrate }) => {
    const weight = data?.options.find((sized) => sized.quality === quality && sized.format === format)
    if (data && weight) return weighRanges(data, weight, ranges)
    return bitrate === null ? null : approximateClipBytes(bitrate, secondsOf(ranges))
  }
}
