import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { messages } from '#messages/messages.ts'
import { SayAlive } from '../browser/use-alive.ts'
import { useArrival } from '../browser/use-arrival.ts'
import { ConnectionBand } from '../features/layout/ConnectionBand.tsx'
import { SiteFooter } from '../features/layout/SiteFooter.tsx'
import { SiteHeader } from '../features/layout/SiteHeader.tsx'
import { followPlanEnd } from '../session/plan-end.ts'
import { followOtherTabs, session } from '../session/session.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageFailed } from './PageFailed.tsx'
import { FORMER_PATHS, PAGES, type PageId } from './pages.ts'
import { NotFoundPage, ROUTES } from './routes.tsx'
import { Toasts } from './Toasts.tsx'
import { usePageTitle } from './use-page-title.ts'

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
