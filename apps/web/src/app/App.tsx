import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { messages } from '#messages/messages.ts'
import { SayAlive } from '../browser/use-alive.ts'
import { useArrival } from '../browser/use-arrival.ts'
import { ErrorBoundary } from '../controls/ErrorBoundary.tsx'
import { usePageTitle } from '../data/navigation/page-title.ts'
import { FORMER_PATHS, PAGES, type PageId } from '../data/navigation/pages.ts'
import { followPlanEnd } from '../data/session/plan-end.ts'
import { followOtherTabs, session } from '../data/session/session.ts'
import { PageFailed } from './PageFailed.tsx'
import { NotFoundPage, ROUTES } from './routes.tsx'
import { ConnectionBand } from './shell/ConnectionBand.tsx'
import { SiteFooter } from './shell/SiteFooter.tsx'
import { SiteHeader } from './shell/SiteHeader.tsx'
import { Toasts } from './Toasts.tsx'

const MAIN = 'main'
const PAGE_IDS = Object.keys(PAGES) as PageId[]

export function App() {
  const [path] = useLocation()
  useArrival(path, MAIN)
  usePageTitle(path)
  useEffect(followOtherTabs, [])
  useEffect(() => followPlanEnd(session), [])
  return (
    <>
      <a className="skip-link" href={`#${MAIN}`}>
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
            <SayAlive />
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
