import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { ServerOffIcon, WifiOffIcon } from '@kerf/ui/icons/icons'
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { messages } from '#messages/site.ts'
import { useConnection } from '../browser/connection.ts'
import { mustLoadAgain } from '../browser/device-file.ts'
import { MarkHydrated } from '../browser/use-is-hydrated.ts'
import { useLoaded } from '../browser/use-loaded.ts'
import { ErrorBoundary } from '../controls/ErrorBoundary.tsx'
import { loadToaster, toasts } from '../data/feedback/toasts.ts'
import { INTERACTION } from '../data/interaction-numbers.ts'
import { usePageTitle } from '../data/navigation/page-title.ts'
import { FORMER_PATHS, PAGES, type PageId } from '../data/navigation/pages.ts'
import { followOtherTabs, session, useSession } from '../data/session/session.ts'
import { NotFoundPage, ROUTES } from './routes.tsx'
import { SiteFooter } from './shell/SiteFooter.tsx'
import { SiteHeader } from './shell/SiteHeader.tsx'

const words = messages.pageFailed

const MAIN_ID = 'main'
const PAGE_IDS = Object.keys(PAGES) as PageId[]

export function App() {
  const [path] = useLocation()
  useArrival(path)
  usePageTitle(path)
  useEffect(followOtherTabs, [])
  const isToLoadAgain = mustLoadAgain(path)
  useEffect(() => {
    if (isToLoadAgain) location.reload()
  }, [isToLoadAgain])
  if (isToLoadAgain) return null
  return (
    <>
      <a
        className="skip-link absolute top-2 left-(--gutter) z-40 rounded-control bg-ink px-4 py-3 text-on-ink not-focus:size-px not-focus:overflow-hidden not-focus:p-0 not-focus:[clip-path:inset(50%)]"
        href={`#${MAIN_ID}`}
      >
        {messages.layout.skipToMain}
      </a>
      <SiteHeader />
      <main id={MAIN_ID} tabIndex={-1}>
        <ConnectionBand />
        <ErrorBoundary key={path} fallback={<PageFailed />}>
          <Suspense fallback={<div className="min-h-[60vh]" />}>
            <Switch>
              {PAGE_IDS.map((id) => (
                <Route key={id} path={PAGES[id].path} component={ROUTES[id]} />
              ))}
              {Object.entries(FORMER_PATHS).map(([formerPath, newPath]) => (
                <Route key={formerPath} path={formerPath}>
                  <Redirect to={newPath} replace />
                </Route>
              ))}
              <Route component={NotFoundPage} />
            </Switch>
            <MarkHydrated />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter />
      <PlanEnd />
      <ErrorBoundary fallback={null}>
        <Toasts />
      </ErrorBoundary>
    </>
  )
}

const loadPlanEnd = () => import('../data/session/plan-end.ts')

/** Reads the user again when their plan ends. Its code is loaded only for signed-in people. */
function PlanEnd(): null {
  const isSignedIn = useSession().state === 'signed_in'
  const planEnd = useLoaded(loadPlanEnd, isSignedIn ? 'signed in' : null)
  useEffect(() => planEnd?.followPlanEnd(session), [planEnd])
  return null
}

/**
 * Replaces a page that failed, most often because its code was not fetched: after an update of the server, or
 * offline.
 */
function PageFailed() {
  return (
    <section className="hero page">
      <h1>{words.title}</h1>
      <p className="home-lead">{words.text}</p>
      <Button variant="primary" className="mt-7" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </section>
  )
}

/** Toasts of the app. Their code is loaded with the first link or the first toast, so the page is usable earlier. */
function Toasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current)
  const toasterModule = useLoaded(loadToaster, toast?.key ?? null)
  if (!toast || !toasterModule) return null
  return (
    <toasterModule.Toaster
      store={toasts}
      durationMs={INTERACTION.toastDurationMs}
      swipeThreshold={INTERACTION.toastSwipeThreshold}
      hotkey={INTERACTION.toastHotkey}
      dismissLabel={messages.toast.dismiss}
      regionLabel={messages.toast.region}
      announcedAs={messages.toast.announced}
    />
  )
}

/** Message while the network or the server is unreachable, at the foot of the screen, where no toast covers it. */
function ConnectionBand() {
  const connection = useConnection()
  const words = messages.connection
  if (connection === 'online') return null
  const isOffline = connection === 'offline'
  return (
    <div className="connection-band page fixed inset-x-0 bottom-[max(8px,env(safe-area-inset-bottom))] z-10">
      <Band icon={isOffline ? <WifiOffIcon /> : <ServerOffIcon />}>
        <b>{isOffline ? words.offline : words.serverGone}</b> {isOffline ? words.offlineMore : words.serverGoneMore}
      </Band>
    </div>
  )
}

/**
 * Scrolls a new page to its top, and moves the focus to it unless the page has set the focus itself. After back and
 * forward, the browser restores the scroll position.
 */
function useArrival(path: string): void {
  const shownPath = useRef(path)
  const isHistoryStep = useRef(false)
  useEffect(() => {
    const onHistoryStep = (): void => {
      isHistoryStep.current = true
    }
    addEventListener('popstate', onHistoryStep)
    return () => removeEventListener('popstate', onHistoryStep)
  }, [])
  useEffect(() => {
    if (shownPath.current !== path && !isHistoryStep.current && location.hash === '')
      scrollTo({ top: 0, behavior: 'instant' })
    const main = document.getElementById(MAIN_ID)
    if (shownPath.current !== path && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    shownPath.current = path
    isHistoryStep.current = false
  }, [path])
}
