import { readMarks, type Video } from '@kerf/contract/video'
import type { Mark } from '@kerf/domain/marks/mark'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../data/session/with-session.ts'

/** The server repeats its failed requests for marks a minute later. */
const REFETCH_INTERVAL_MILLISECONDS = 65_000
const MAX_READS = 4
const NO_MARKS: readonly Mark[] = []

/**
 * Marks of a video: those that it came with, and later the most-replayed graph and those of the SponsorBlock server.
 */
export function useMarks({ id, marks, hasMoreMarks = false }: Video): {
  marks: readonly Mark[]
  state: 'complete' | 'reading' | 'partial'
} {
  const { data, isError, isFetching } = useQuery({
    queryKey: ['marks', id],
    queryFn: ({ signal }) => callApi(readMarks, { params: { id }, signal }),
    enabled: hasMoreMarks,
    refetchInterval: ({ state }) =>
      state.data?.isPartial && state.dataUpdateCount < MAX_READS ? REFETCH_INTERVAL_MILLISECONDS : false,
  })
  const isPartial = isError || data?.isPartial === true
  return {
    marks: (data?.marks ?? marks ?? NO_MARKS) as readonly Mark[],
    state: isFetching ? 'reading' : isPartial ? 'partial' : 'complete',
  }
}
