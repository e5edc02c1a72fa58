import type { User } from '@kerf/contract/account'
import { parsePlan } from '@kerf/domain/plan-spelling'
import { parseRole } from '@kerf/domain/role'

/** Who is in front of the page. `unknown` while the server has not answered yet. */
export type Session = { state: 'unknown' } | { state: 'signed_out' } | { state: 'signed_in'; user: User }

export interface SessionStore {
  current: () => Session
  subscribe: (listener: () => void) => () => void
  /** Asks the server again; signed out without asking when no session can exist. */
  refresh: () => Promise<Session>
  /** Somebody has just signed in, or changed their account. */
  set: (user: User) => void
  /** The session has ended. */
  end: () => void
}

interface SessionDoors {
  /** Whether this browser has been given a session: the session's own cookie is closed to scripts, its companion is not. */
  mayBeSignedIn: () => boolean
  /** Answers null when nobody is signed in; throws when the server did not say. */
  loadUser: () => Promise<User | null>
}

const SIGNED_OUT: Session = { state: 'signed_out' }

export function createSessionStore({ mayBeSignedIn, loadUser }: SessionDoors): SessionStore {
  const listeners = new Set<() => void>()
  let session: Session | null = null
  let asking: Promise<Session> | null = null

  function change(next: Session): Session {
    session = next
    for (const listener of listeners) listener()
    return next
  }

  async function ask(): Promise<Session> {
    try {
      const user = await loadUser()
      return change(user ? { state: 'signed_in', user: normalised(user) } : SIGNED_OUT)
    } catch {
      // No answer is not a sign-out: whoever was known stays so, and a stranger is one until the server says otherwise.
      return change(session?.state === 'signed_in' ? session : SIGNED_OUT)
    } finally {
      asking = null
    }
  }

  const store: SessionStore = {
    current() {
      if (session === null) {
        session = mayBeSignedIn() ? { state: 'unknown' } : SIGNED_OUT
        if (session.state === 'unknown') queueMicrotask(() => void store.refresh())
      }
      return session
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async refresh() {
      if (!mayBeSignedIn()) return change(SIGNED_OUT)
      asking ??= ask()
      return asking
    },
    set: (user) => void change({ state: 'signed_in', user: normalised(user) }),
    end: () => void change(SIGNED_OUT),
  }
  return store
}

const normalised = (user: User): User => ({
  ...user,
  role: parseRole(user.role),
  subscription: parsePlan(user.subscription) ?? 'free',
})
