import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { bytesAt, estimateBytes } from '@kerf/domain/sizes/size-estimate'
import { useQuery } from '@tanstack/react-query'
import { readSizes } from '../../api/calls.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { ShownOption } from './option-row.ts'

/**
 * About how large a clip of these ranges is. Videos are not as large everywhere: the index tells where their bytes are;
 * until it is there, and where there is none, the average has to do. null where nobody knows.
 */
export function useClipBytes(videoId: string, ranges: readonly TimeRange[]): (option: ShownOption) => number | null {
  const { data } = useQuery({
    queryKey: queryKeys.sizes(videoId),
    queryFn: ({ signal }) => readSizes(videoId, signal),
  })
  return ({ quality, format, bitrate }) => {
    const size = data?.options.find((sized) => sized.quality === quality && sized.format === format)
    if (data && size) return estimateBytes(data, size, ranges)
    return bitrate === null ? null : bytesAt(bitrate, ranges)
  }
}
