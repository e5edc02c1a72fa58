import { PRODUCT_SLUG } from '@kerf/domain/product'
import { useSyncExternalStore } from 'react'
import { createSessionStore, type Session } from './session-store.ts'

/** Set and cleared by the server together with the session's own cookie, which no script can read. */
const HINT = `${PRODUCT_SLUG}_signed_in=1`

/** Nobody is, while a page is built beforehand. */
const mayBeSignedIn = (): boolean => typeof document !== 'undefined' && document.cookie.split('; ').includes(HINT)

export const session = createSessionStore({
  mayBeSignedIn,
  async loadUser() {
    const { loadCurrentUser } = await import('../api/account-calls.ts')
    return loadCurrentUser()
  },
})

const ON_SERVER: Session = { state: 'signed_out' }

/** Who is in front of the page. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.current, () => ON_SERVER)
}

/** Another tab may have signed in or out meanwhile. */
export function followOtherTabs(): () => void {
  function look(): void {
    if (document.visibilityState !== 'visible') return
    // Somebody else may have signed in there, too.
    if (session.current().state === 'signed_in' || mayBeSignedIn()) void session.refresh()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
