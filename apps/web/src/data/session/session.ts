import { PRODUCT_SLUG } from '@kerf/domain/site/product'
import { useSyncExternalStore } from 'react'
import { openTabChannel } from '../../browser/tab-channel.ts'
import { INTERACTION } from '../interaction-numbers.ts'
import { createSessionStore, type Session } from './session-store.ts'

/** Set and cleared by the server together with the session's own cookie, which no script can read. */
const HINT = `${PRODUCT_SLUG}_signed_in=1`

/** Nobody is, while a page is built beforehand. */
const mayBeSignedIn = (): boolean => typeof document !== 'undefined' && document.cookie.split('; ').includes(HINT)

/** Who is signed in, or their account, has changed. Who it is, each tab asks the server itself. */
const otherTabs = openTabChannel<null>(`${PRODUCT_SLUG}:session`)

export const session = createSessionStore({
  mayBeSignedIn,
  async loadUser() {
    const { loadCurrentUser } = await import('./account-calls.ts')
    return loadCurrentUser()
  },
  notifyOthers: () => otherTabs.send(null),
})

const ON_SERVER: Session = { state: 'signed_out' }

/** Who is in front of the page. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.current, () => ON_SERVER)
}

/** The account was changed without its new state being known: that is asked for, here and in the other tabs. */
export async function accountChanged(): Promise<void> {
  otherTabs.send(null)
  await session.refreshAfterChange()
}

/**
 * Another tab may have signed in or out, and says so. A session that the server ended is noticed while the tab is looked at,
 * and when it is looked at again.
 */
export function followOtherTabs(): () => void {
  function look(): void {
    if (document.visibilityState !== 'visible') return
    // Somebody else may have signed in there, too.
    if (session.current().state === 'signed_in' || mayBeSignedIn()) void session.refresh()
  }
  const stopListening = otherTabs.listen(() => void session.refreshAfterChange())
  document.addEventListener('visibilitychange', look)
  const checking = setInterval(() => {
    if (session.current().state === 'signed_in') look()
  }, INTERACTION.sessionCheckMs)
  return () => {
    clearInterval(checking)
    stopListening()
    document.removeEventListener('visibilitychange', look)
  }
}
