import { DEVICE_PATH } from '@kerf/domain/site/device-policy'
import { PRODUCT_SLUG } from '@kerf/domain/site/product'
import { useSyncExternalStore } from 'react'
import { pagePath } from '../../browser/own-address.ts'
import { openTabChannel } from '../../browser/tab-channel.ts'
import { INTERACTION } from '../interaction-numbers.ts'
import { createSessionStore, type Session } from './session-store.ts'

/** Cookie that the server sets and clears together with the session's cookie, which no script can read. */
const SIGNED_IN_COOKIE = `${PRODUCT_SLUG}_signed_in=1`

/** Whether this browser may have a session. While a page is prerendered, there is no browser. */
const mayBeSignedIn = (): boolean =>
  typeof document !== 'undefined' && document.cookie.split('; ').includes(SIGNED_IN_COOKIE)

/** Channel for changes of session or account. Each tab then reads the user from the server itself. */
const otherTabs = openTabChannel<null>(`${PRODUCT_SLUG}:session`)

export const session = createSessionStore({
  mayBeSignedIn,
  async loadUser() {
    const { loadCurrentUser } = await import('./account-calls.ts')
    return loadCurrentUser()
  },
  notifyOthers: () => otherTabs.send(null),
})

const PRERENDERED_SESSION: Session = { state: 'signed_out' }

const UNKNOWN_SESSION: Session = { state: 'unknown' }

/** Whether this page may not contact the server: the page for local files connects to nothing. */
const isCutOff = (): boolean => pagePath() === DEVICE_PATH

/** State of the session for pages. Where the server cannot be contacted, a signed-in visitor is unknown. */
const currentSession = (): Session => (isCutOff() && mayBeSignedIn() ? UNKNOWN_SESSION : session.current())

/** Current state of the session. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, currentSession, () => PRERENDERED_SESSION)
}

/** To be called after a change of the account whose result is unknown. This tab and the others read the user again. */
export async function accountChanged(): Promise<void> {
  otherTabs.send(null)
  await session.refreshAfterChange()
}

/**
 * Follows sign-ins and sign-outs of other tabs. Sessions that the server has ended are noticed while the tab is
 * visible, and when it becomes visible again. Returns a function that stops it.
 */
export function followOtherTabs(): () => void {
  function checkSession(): void {
    if (document.visibilityState !== 'visible' || isCutOff()) return
    // Somebody else may have signed in meanwhile, in another tab.
    if (session.current().state === 'signed_in' || mayBeSignedIn()) void session.refresh()
  }
  const stopListening = otherTabs.listen(() => isCutOff() || void session.refreshAfterChange())
  document.addEventListener('visibilitychange', checkSession)
  const timer = setInterval(() => {
    if (session.current().state === 'signed_in') checkSession()
  }, INTERACTION.sessionCheckMs)
  return () => {
    clearInterval(timer)
    stopListening()
    document.removeEventListener('visibilitychange', checkSession)
  }
}
