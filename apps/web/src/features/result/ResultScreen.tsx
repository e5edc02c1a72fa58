import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { ApiError, readVideo } from '../../api/calls.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { quotaQuery } from '../../api/quota-query.ts'
import { queryClient } from '../../app/query-client.ts'
import { LinkEntry } from '../link-entry/LinkEntry.tsx'
import type { ProcessLink } from '../processing/use-process-link.ts'
import { ResultLoading } from './ResultLoading.tsx'
import { VideoGone } from './VideoGone.tsx'
import { VideoResult } from './VideoResult.tsx'
import './result.css'

interface ResultScreenProps {
  videoId: string
  process: ProcessLink
}

/** The video behind `?v=`: just processed, or fetched again after a reload. */
export function ResultScreen(props: ResultScreenProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <LoadedResult {...props} />
    </QueryClientProvider>
  )
}

function LoadedResult({ videoId, process }: ResultScreenProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.video(videoId),
    queryFn: ({ signal }) => readVideo(videoId, signal),
  })
  useQuery(quotaQuery)
  if (data) return <VideoResult video={data} process={process} />
  if (error && !isFetching) {
    const gone = error instanceof ApiError && error.status < 500
    return <VideoGone reason={gone ? null : failureSentence(error)} process={process} onRetry={() => refetch()} />
  }
  return (
    <div className="page result">
      <LinkEntry process={process} shownLink="" />
      <ResultLoading />
    </div>
  )
}
