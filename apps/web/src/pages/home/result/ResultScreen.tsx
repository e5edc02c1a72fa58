import { Button } from '@kerf/ui/Button'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { messages } from '#messages/site.ts'
import { failureSentence } from '../../../data/feedback/failure-sentence.ts'
import { pageTitle } from '../../../data/navigation/page-title.ts'
import { ApiError, quotaQuery, readVideo } from '../../../data/queries/calls.ts'
import { queryClient } from '../../../data/queries/query-client.ts'
import { queryKeys } from '../../../data/queries/query-keys.ts'
import { readAddress } from '../../../data/ranges/trim-address.ts'
import { LinkEntry } from '../../../features/open-link/LinkEntry.tsx'
import type { ProcessLink } from '../../../features/open-link/use-process-link.ts'
import { VideoResult } from './VideoResult.tsx'
import '../../../controls/workspace.css'

interface ResultScreenProps {
  videoId: string
  process: ProcessLink
}

/** The video of the address: just processed, or read again after a reload. */
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
  const isUnknown = !isFetching && error instanceof ApiError && error.status === 404
  const { link, isRestarting } = useLinkRestart(isUnknown, process)
  const isBlocked = error instanceof ApiError && error.code === 'link_blocked'
  // A video that is blocked while it is open is not shown any longer, either.
  if (isBlocked)
    return <VideoGone title={toolWords.result.blockedTitle} text={failureSentence(error)} process={process} />
  if (!data && error && !isFetching && !isRestarting) {
    const isGone = error instanceof ApiError && error.status < 500
    const words = toolWords.result
    return isGone ? (
      <VideoGone title={words.goneTitle} text={words.goneText} link={link} process={process} />
    ) : (
      <VideoGone title={words.failedTitle} text={failureSentence(error)} process={process} onRetry={() => refetch()} />
    )
  }
  return (
    <div className="page result" id="video-interface">
      {/* The field stays when the video has loaded, because somebody may be typing into it. */}
      <LinkEntry process={process} shownLink={data?.url ?? ''} />
      {data ? (
        <VideoResult video={data} />
      ) : (
        <div className="result-loading" role="status" aria-label={messages.processing.loadingVideo} />
      )}
    </div>
  )
}

/** Processes the link in the address again, where the video is somebody else's or was deleted. */
function useLinkRestart(isUnknown: boolean, process: ProcessLink): { link: string | null; isRestarting: boolean } {
  // The address has the current choices, also of a video that was open.
  const { link, part } = readAddress(location.search)
  const [hasTried, setHasTried] = useState(false)
  const isDue = isUnknown && !hasTried && link !== null
  useEffect(() => {
    if (!isDue) return
    setHasTried(true)
    process.start(link, { part, replace: true })
  }, [isDue, link, part, process.start])
  return { link, isRestarting: isDue || (isUnknown && hasTried && process.working) }
}

interface VideoGoneProps {
  title: string
  text: string
  /** Link of the video, if the address has it. */
  link?: string | null
  process: ProcessLink
  /** Reads the video again; absent where that cannot help, and a field for another link is shown. */
  onRetry?: () => void
}

function VideoGone({ title, text, link = null, process, onRetry }: VideoGoneProps) {
  useEffect(() => {
    document.title = pageTitle('home')
  }, [])
  return (
    <section className="hero page">
      <h1>{title}</h1>
      <p className="home-lead">{text}</p>
      {onRetry ? (
        <Button variant="primary" className="mt-7" onClick={onRetry}>
          {toolWords.result.retry}
        </Button>
      ) : (
        <div className="hero-bench">
          <LinkEntry process={process} initialLink={link ?? ''} />
        </div>
      )}
    </section>
  )
}
