import type { User } from '@kerf/contract/auth'
import { parseRole } from '@kerf/domain/access/viewer'
import { parsePlan } from '@kerf/domain/plans/parse-plan'

/** Who is in front of the page. `unknown` while the server has not answered yet. */
export type Session = { state: 'unknown' } | { state: 'signed_out' } | { state: 'signed_in'; user: User }

export interface SessionStore {
  current: () => Session
  subscribe: (listener: () => void) => () => void
  /** Asks the server again; signed out without asking when no session can exist. */
  refresh: () => Promise<Session>
  /** The same after something has changed on the server: an answer that is still on its way may be older than that. */
  refreshAfterChange: () => Promise<Session>
  /** Somebody has just signed in here, or changed their account. */
  set: (user: User) => void
  /** The session has ended here. */
  end: () => void
}

interface SessionDoors {
  /** Whether this browser has been given a session: the session's own cookie is closed to scripts, its companion is not. */
  mayBeSignedIn: () => boolean
  /** Answers null when nobody is signed in; throws when the server did not say. */
  loadUser: () => Promise<User | null>
  /** Somebody signed in, signed out or changed their account here. Not called for answers of the server. */
  notifyOthers?: () => void
}

const SIGNED_OUT: Session = { state: 'signed_out' }

export function createSessionStore({ mayBeSignedIn, loadUser, notifyOthers }: SessionDoors): SessionStore {
  const listeners = new Set<() => void>()
  let session: Session | null = null
  let asking: Promise<Session> | null = null

  function change(next: Session): Session {
    session = next
    // What was asked before is answered too late.
    asking = null
    for (const listener of listeners) listener()
    return next
  }

  function changeHere(next: Session): void {
    change(next)
    notifyOthers?.()
  }

  function ask(): Promise<Session> {
    const answer: Promise<Session> = loadUser().then(
      (user) => (user ? { state: 'signed_in', user: normalised(user) } : SIGNED_OUT),
      // No answer is not a sign-out: a known user stays signed in, and a stranger signed out.
      () => (session?.state === 'signed_in' ? session : SIGNED_OUT),
    )
    const asked: Promise<Session> = answer.then((next) =>
      asking === asked ? change(next) : (asking ?? store.current()),
    )
    asking = asked
    return asked
  }

  function askIfUnknown(): void {
    if (session?.state === 'unknown') void store.refresh()
  }

  const store: SessionStore = {
    current() {
      if (session === null) {
        session = mayBeSignedIn() ? { state: 'unknown' } : SIGNED_OUT
        if (session.state === 'unknown') queueMicrotask(askIfUnknown)
      }
      return session
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async refresh() {
      if (!mayBeSignedIn()) return change(SIGNED_OUT)
      return asking ?? ask()
    },
    refreshAfterChange() {
      asking = null
      return store.refresh()
    },
    set: (user) => changeHere({ state: 'signed_in', user: normalised(user) }),
    end() {
      if (store.current().state !== 'signed_out') changeHere(SIGNED_OUT)
    },
  }
  return store
}

const normalised = (user: User): User => ({
  ...user,
  role: parseRole(user.role),
  subscription: parsePlan(user.subscription) ?? 'free',
})
