import type { User } from '@kerf/contract/auth'
import { parseRole } from '@kerf/domain/access/viewer'
import { parsePlan } from '@kerf/domain/plans/parse-plan'

/** State of the session. It is `unknown` until the server has answered. */
export type Session = { state: 'unknown' } | { state: 'signed_out' } | { state: 'signed_in'; user: User }

export interface SessionStore {
  current: () => Session
  subscribe: (listener: () => void) => () => void
  /** Reads the user from the server. If no session can exist, signs out without a request. */
  refresh: () => Promise<Session>
  /**
   * Reads the user after a change on the server. It ignores a running read, whose answer may be older than the
   * change.
   */
  refreshAfterChange: () => Promise<Session>
  /** Called when somebody has signed in here, or has changed their account. */
  set: (user: User) => void
  /** Called when the session has ended here. */
  end: () => void
}

interface SessionStoreDeps {
  /** Whether this browser may have a session, according to the cookie that scripts can read. */
  mayBeSignedIn: () => boolean
  /** Returns null when nobody is signed in. Throws when the server's answer says neither. */
  loadUser: () => Promise<User | null>
  /**
   * Called when somebody has signed in, signed out or changed their account in this tab; not called for answers of the
   * server.
   */
  notifyOthers?: () => void
}

const SIGNED_OUT: Session = { state: 'signed_out' }

export function createSessionStore({ mayBeSignedIn, loadUser, notifyOthers }: SessionStoreDeps): SessionStore {
  const listeners = new Set<() => void>()
  let session: Session | null = null
  let runningRead: Promise<Session> | null = null

  function change(newSession: Session): Session {
    session = newSession
    // The answer of a running read is older than this change, so it is ignored.
    runningRead = null
    for (const listener of listeners) listener()
    return newSession
  }

  function changeHere(newSession: Session): void {
    change(newSession)
    notifyOthers?.()
  }

  function readUser(): Promise<Session> {
    const answer: Promise<Session> = loadUser().then(
      (user) => (user ? { state: 'signed_in', user: normaliseUser(user) } : SIGNED_OUT),
      // No answer is not a sign-out: a known user stays signed in, and a stranger signed out.
      () => (session?.state === 'signed_in' ? session : SIGNED_OUT),
    )
    const read: Promise<Session> = answer.then((newSession) =>
      runningRead === read ? change(newSession) : (runningRead ?? store.current()),
    )
    runningRead = read
    return read
  }

  function readIfUnknown(): void {
    if (session?.state === 'unknown') void store.refresh()
  }

  const store: SessionStore = {
    current() {
      if (session === null) {
        session = mayBeSignedIn() ? { state: 'unknown' } : SIGNED_OUT
        if (session.state === 'unknown') queueMicrotask(readIfUnknown)
      }
      return session
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async refresh() {
      if (!mayBeSignedIn()) return change(SIGNED_OUT)
      return runningRead ?? readUser()
    },
    refreshAfterChange() {
      runningRead = null
      return store.refresh()
    },
    set: (user) => changeHere({ state: 'signed_in', user: normaliseUser(user) }),
    end() {
      if (store.current().state !== 'signed_out') changeHere(SIGNED_OUT)
    },
  }
  return store
}

const normaliseUser = (user: User): User => ({
  ...user,
  role: parseRole(user.role),
  subscription: parsePlan(user.subscription) ?? 'free',
})
