import { lazy, Suspense, useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { messages } from '#messages/site.ts'
import { scrollToSection } from '../../browser/scroll-to-section.ts'
import { readStored } from '../../browser/storage.ts'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { lastVideo } from '../../data/navigation/last-video.ts'
import { pageTitle } from '../../data/navigation/page-title.ts'
import { readAddress } from '../../data/ranges/trim-address.ts'
import { useSession } from '../../data/session/session.ts'
import { loadProcessingDialog } from '../../features/open-link/load-processing.ts'
import { type ProcessLink, usePreparedTrim, useProcessLink } from '../../features/open-link/use-process-link.ts'
import { Hero } from './Hero.tsx'
import { LazyBelowTool } from './LazyBelowTool.tsx'

const loadResultScreen = () => import('./result/ResultScreen.tsx')
const ResultScreen = lazy(() => loadResultScreen().then((module) => ({ default: module.ResultScreen })))

/**
 * The home page is the tool: the link field, which the result replaces once there is one. In its address, `v` is the
 * id of a video, `url` is a link that is processed at once, and `start` and `end` are the part to open.
 */
export function HomePage() {
  // This hook returns the query as written. The router's own hook undoes escapes that belong to the link.
  const address = readAddress(useSearch({ ssrSearch: '' }))
  const { videoId } = address
  const process = useProcessLink(loadResultScreen)
  usePreparedTrim(address, process)
  const dialogModule = useLoaded(loadProcessingDialog, process.working ? 'working' : null)
  return (
    <>
      {videoId ? (
        <Suspense
          fallback={
            <div className="page pt-15">
              <div className="result-loading" role="status" aria-label={messages.processing.loadingVideo} />
            </div>
          }
        >
          <ResultScreen key={videoId} videoId={videoId} process={process} />
        </Suspense>
      ) : (
        <Landing process={process} link={address.link} />
      )}
      {process.working && dialogModule && (
        <dialogModule.ProcessingDialog percent={process.percent} stage={process.stage} onCancel={process.cancel} />
      )}
    </>
  )
}

const loadAccountsOnly = () => import('./AccountsOnly.tsx')
/** Loads the recent clips on demand, because new visitors have none. */
const loadRecentClips = () => import('../../features/clips/RecentClips.tsx')

/** Whether this server is for accounts only, and the visitor is not signed in. */
function useNeedsAccount(): boolean {
  const { state } = useSession()
  const isHydrated = useIsHydrated()
  return isHydrated && state === 'signed_out' && 'access' in document.documentElement.dataset
}

function Landing({ process, link }: { process: ProcessLink; link: string | null }) {
  useEffect(() => {
    lastVideo.save('')
    document.title = pageTitle('home')
    scrollToSection(location.hash.slice(1))
  }, [])
  const noticeModule = useLoaded(loadAccountsOnly, useNeedsAccount() ? 'shut' : null)
  const recentModule = useLoaded(loadRecentClips, readStored('clips'))
  return (
    <>
      {noticeModule && <noticeModule.AccountsOnly />}
      <Hero process={process} link={link} />
      {recentModule && <recentModule.RecentClips />}
      <LazyBelowTool start={process.start} />
    </>
  )
}
