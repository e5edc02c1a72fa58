import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { notFoundWords } from '#messages/asides.ts'
import { messages, pageDescriptions } from '#messages/site.ts'
import { pageTitle, withProductName } from '../data/navigation/page-title.ts'
import { FORMER_PATHS, PAGES, type Page, type PageId } from '../data/navigation/pages.ts'
import { choosePrerenderVariant } from '../data/sells-plans.ts'
import { App } from './App.tsx'
import type { Prerenderer } from './page-facts.ts'

/** Paths that people type because other sites have them. The server redirects them, and no link of ours uses them. */
const USUAL_PATHS: Partial<Record<PageId, readonly string[]>> = {
  signIn: ['/login', '/log-in', '/sign-in'],
  signUp: ['/register', '/sign-up', '/join'],
  subscription: ['/pricing', '/plans'],
  profile: ['/account', '/dashboard'],
  billing: ['/billing'],
  jobs: ['/jobs', '/downloads'],
  settings: ['/settings'],
  contact: ['/support', '/help'],
  terms: ['/tos'],
  api: ['/docs'],
}
const usualPathEntries = Object.entries(USUAL_PATHS).flatMap(([id, paths]) =>
  paths.map((path) => [path, PAGES[id as PageId].path]),
)

export const formerPaths: Readonly<Record<string, string>> = {
  ...FORMER_PATHS,
  ...Object.fromEntries(usualPathEntries),
}
export const noScript = messages.layout.noScript
export const notLoaded = messages.pageFailed
export const notFoundTitle = withProductName(notFoundWords.title)

export const pageFacts: Prerenderer['pageFacts'] = () =>
  (Object.entries(PAGES) as [PageId, Page][]).map(([id, page]) => ({
    id,
    path: page.path,
    title: pageTitle(id),
    description: pageDescriptions[id],
    listed: page.listed ?? false,
    prerendered: page.prerendered ?? false,
  }))

export const renderPage: Prerenderer['renderPage'] = async (path, server) => {
  choosePrerenderVariant(server)
  const tree = (
    <StrictMode>
      <Router ssrPath={path} ssrSearch="">
        <App />
      </Router>
    </StrictMode>
  )
  const failures: unknown[] = []
  const { prelude } = await prerender(tree, {
    // React inserts streamed parts with inline scripts, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  // React would leave the failed part to the browser without failing the build.
  if (failures.length > 0) throw new Error(`${path} could not be rendered beforehand.`, { cause: failures[0] })
  return new Response(prelude).text()
}
