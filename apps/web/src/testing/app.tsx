import { PRODUCT_SLUG } from '@kerf/domain/site/product'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { App } from '../app/App.tsx'
import { reportServerAnswers } from '../browser/connection.ts'
import { toasts } from '../data/feedback/toasts.ts'
import { queryClient } from '../data/queries/query-client.ts'
import { session } from '../data/session/session.ts'
import '../app/app.css'

// The scripted server sends no emails. A server says so in its pages.
document.documentElement.dataset.mail = 'off'

let root: Root | null = null

/**
 * Opens a page of the app, as if its address were loaded. A page that was open before is closed. The page is shown
 * once it is known who is signed in, or before.
 */
export async function open(path: string, { isUserKnown = true } = {}): Promise<void> {
  closeApp()
  history.pushState(null, '', path)
  const knownUser = session.refreshAfterChange()
  if (isUserKnown) await knownUser
  renderApp()
}

/** Loads the present page again. Its entry in the history keeps its state, as when a page is reloaded. */
export async function reload(): Promise<void> {
  closeApp()
  await session.refreshAfterChange()
  renderApp()
}

function renderApp(): void {
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  root = createRoot(element)
  root.render(<App />)
}

/** Closes the open page and forgets what the app has read. */
export function closeApp(): void {
  root?.unmount()
  root = null
  document.getElementById('root')?.remove()
  queryClient.clear()
  toasts.dismiss(toasts.current()?.key)
  reportServerAnswers(true)
  scrollTo(0, 0)
}

/**
 * Stands for another tab of this browser: it tells the app that the session has changed, and counts the messages of the
 * app.
 */
export function openOtherTab() {
  const channel = new BroadcastChannel(`${PRODUCT_SLUG}:session`)
  let newsCount = 0
  channel.addEventListener('message', () => {
    newsCount += 1
  })
  onTestFinished(() => channel.close())
  return { changeSession: () => channel.postMessage(null), newsCount: () => newsCount }
}

/** Deletes everything that the app and the server have stored in this browser. */
export function clearBrowser(): void {
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the server clears this cookie with a header.
  document.cookie = 'kerf_signed_in=; path=/; max-age=0'
  const { dataset } = document.documentElement
  for (const name of Object.keys(dataset)) if (name !== 'mail') delete dataset[name]
}
