import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { messages } from '#messages/messages.ts'
import { useScrollToTop } from '../browser/use-scroll-to-top.ts'
import { HomePage } from '../features/home/HomePage.tsx'
import { ConnectionBand } from '../features/layout/ConnectionBand.tsx'
import { SiteFooter } from '../features/layout/SiteFooter.tsx'
import { SiteHeader } from '../features/layout/SiteHeader.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageFailed } from './PageFailed.tsx'
import { Toasts } from './Toasts.tsx'

const NotFoundPage = lazy(() =>
  import('../features/not-found/NotFoundPage.tsx').then((module) => ({ default: module.NotFoundPage })),
)

export function App() {
  const [path] = useLocation()
  useScrollToTop(path)
  return (
    <>
      <a className="skip-link" href="#main">
        {messages.layout.skipToMain}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <ConnectionBand />
        <ErrorBoundary key={path} fallback={<PageFailed />}>
          <Suspense fallback={<div className="min-h-[60vh]" />}>
            <Switch>
              <Route path="/" component={HomePage} />
              <Route component={NotFoundPage} />
            </Switch>
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
