import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { ServerOffIcon, WifiOffIcon } from '@kerf/ui/icons/icons'
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { messages } from '#messages/site.ts'
import { useConnection } from '../browser/connection.ts'
import { MarkHydrated } from '../browser/use-hydrated.ts'
import { useLoaded } from '../browser/use-loaded.ts'
import { ErrorBoundary } from '../controls/ErrorBoundary.tsx'
import { loadToaster, toasts } from '../data/feedback/toasts.ts'
import { INTERACTION } from '../data/interaction-numbers.ts'
import { usePageTitle } from '../data/navigation/page-title.ts'
import { FORMER_PATHS, PAGES, type PageId } from '../data/navigation/pages.ts'
import { followPlanEnd } from '../data/session/plan-end.ts'
import { followOtherTabs, session } from '../data/session/session.ts'
import { NotFoundPage, ROUTES } from './routes.tsx'
import { SiteFooter } from './shell/SiteFooter.tsx'
import { SiteHeader } from './shell/SiteHeader.tsx'

const words = messages.pageFailed

const MAIN = 'main'
const PAGE_IDS = Object.keys(PAGES) as PageId[]

export function App() {
  const [path] = useLocation()
  useArrival(path)
  usePageTitle(path)
  useEffect(followOtherTabs, [])
  useEffect(() => followPlanEnd(session), [])
  return (
    <>
      <a
        className="skip-link absolute top-2 left-(--gutter) z-40 rounded-control bg-ink px-4 py-3 text-on-ink not-focus:size-px not-focus:overflow-hidden not-focus:p-0 not-focus:[clip-path:inset(50%)]"
        href={`#${MAIN}`}
      >
        {messages.layout.skipToMain}
      </a>
      <SiteHeader />
      <main id={MAIN} tabIndex={-1}>
        <ConnectionBand />
        <ErrorBoundary key={path} fallback={<PageFailed />}>
          <Suspense fallback={<div className="min-h-[60vh]" />}>
            <Switch>
              {PAGE_IDS.map((id) => (
                <Route key={id} path={PAGES[id].path} component={ROUTES[id]} />
              ))}
              {Object.entries(FORMER_PATHS).map(([former, now]) => (
                <Route key={former} path={former}>
                  <Redirect to={now} replace />
                </Route>
              ))}
              <Route component={NotFoundPage} />
            </Switch>
            <MarkHydrated />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter />
      <ErrorBoundary fallback={null}>
        <Toasts />
      </ErrorBoundary>
    </>
  )
}

/** Most often a part of the page that could not be fetched: after an update of the server, or without a connection. */
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

/** The toasts' code comes with the first link, or the first toast: the page can be used before it is here. */
function Toasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current)
  const part = useLoaded(loadToaster, toast?.key ?? null)
  if (!toast || !part) return null
  return (
    <part.Toaster
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

/** Says so while nothing can be reached, at the foot of the screen, where no toast covers it. */
function ConnectionBand() {
  const connection = useConnection()
  const words = messages.connection
  if (connection === 'online') return null
  const offline = connection === 'offline'
  return (
    <div className="connection-band page fixed inset-x-0 bottom-[max(8px,env(safe-area-inset-bottom))] z-10">
      <Band icon={offline ? <WifiOffIcon /> : <ServerOffIcon />}>
        <b>{offline ? words.offline : words.serverGone}</b> {offline ? words.offlineMore : words.serverGoneMore}
      </Band>
    </div>
  )
}

/**
 * A new page begins at its top, and so does the keyboard, unless the page has put it somewhere itself. How far down a page
 * was, when one goes back to it, is left to the browser, which remembers.
 */
function useArrival(path: string): void {
  const shown = useRef(path)
  const travelled = useRef(false)
  useEffect(() => {
    const onTravel = (): void => {
      travelled.current = true
    }
    addEventListener('popstate', onTravel)
    return () => removeEventListener('popstate', onTravel)
  }, [])
  useEffect(() => {
    if (shown.current !== path && !travelled.current && location.hash === '') scrollTo({ top: 0, behavior: 'instant' })
    const main = document.getElementById(MAIN)
    if (shown.current !== path && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    shown.current = path
    travelled.current = false
  }, [path])
}
