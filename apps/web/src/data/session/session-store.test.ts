import type { User } from '@kerf/contract/auth'
import { describe, expect, it, vi } from 'vitest'
import { createSessionStore } from './session-store.ts'

const ANNA = { id: 'a', name: 'Anna', role: 'user', subscription: 'free' } as User

const sessionWith = (loadUser: () => Promise<User | null>, mayBeSignedIn = true, notifyOthers = () => {}) =>
  createSessionStore({ mayBeSignedIn: () => mayBeSignedIn, loadUser, notifyOthers })

describe('the current user', () => {
  it('is nobody, without a request, in a browser that never signed in', async () => {
    const loadUser = vi.fn(async () => ANNA)
    const store = sessionWith(loadUser, false)
    expect(store.current().state).toBe('signed_out')
    expect((await store.refresh()).state).toBe('signed_out')
    expect(loadUser).not.toHaveBeenCalled()
  })

  it('is unknown until the server answers, and is requested once by all callers', async () => {
    const loadUser = vi.fn(async () => ANNA)
    const store = sessionWith(loadUser)
    expect(store.current().state).toBe('unknown')
    await Promise.all([store.refresh(), store.refresh()])
    expect(store.current()).toMatchObject({ state: 'signed_in', user: { name: 'Anna' } })
    expect(loadUser).toHaveBeenCalledOnce()
  })

  it('stays if the server does not answer, and is signed out if it says so', async () => {
    let answer: () => Promise<User | null> = async () => ANNA
    const store = sessionWith(() => answer())
    await store.refresh()
    answer = async () => {
      throw new Error('no network')
    }
    expect((await store.refresh()).state).toBe('signed_in')
    answer = async () => null
    expect((await store.refresh()).state).toBe('signed_out')
  })

  it('has a known role and plan in every recorded spelling', async () => {
    const userRecord = { ...ANNA, role: 'ADMIN', subscription: 'PRO_YEARLY' } as unknown as User
    const store = sessionWith(async () => userRecord)
    await store.refresh()
    expect(store.current()).toMatchObject({ user: { role: 'admin', subscription: 'pro-yearly' } })
  })

  it('notifies listeners until they unsubscribe, and other tabs of local changes only', async () => {
    const store = sessionWith(async () => null, false)
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.set(ANNA)
    store.end()
    stop()
    store.set(ANNA)
    expect(listener).toHaveBeenCalledTimes(2)
    const notifyOthers = vi.fn()
    let user: User | null = ANNA
    const sharedStore = sessionWith(async () => user, true, notifyOthers)
    await sharedStore.refresh()
    user = null
    await sharedStore.refreshAfterChange()
    expect(notifyOthers).not.toHaveBeenCalled()
    sharedStore.set(ANNA)
    sharedStore.end()
    expect(notifyOthers).toHaveBeenCalledTimes(2)
    sharedStore.end()
    expect(notifyOthers).toHaveBeenCalledTimes(2)
  })

  it('ignores answers to requests from before a sign-in or sign-out', async () => {
    const answers = [Promise.withResolvers<User | null>(), Promise.withResolvers<User | null>()]
    let requests = 0
    const store = sessionWith(() => answers[requests++]!.promise)
    const firstRead = store.refresh()
    store.end()
    answers[0]!.resolve(ANNA)
    expect((await firstRead).state).toBe('signed_out')

    const secondRead = store.refreshAfterChange()
    answers[1]!.resolve(ANNA)
    expect((await secondRead).state).toBe('signed_in')
  })

  it('is requested again after a change elsewhere, even during an older request', async () => {
    const firstAnswer = Promise.withResolvers<User | null>()
    let requests = 0
    const store = sessionWith(async () => (requests++ === 0 ? firstAnswer.promise : null))
    const first = store.refresh()
    const second = store.refreshAfterChange()
    firstAnswer.resolve(ANNA)
    expect((await second).state).toBe('signed_out')
    expect((await first).state).toBe('signed_out')
    expect(requests).toBe(2)
  })
})
