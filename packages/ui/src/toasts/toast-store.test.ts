import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

describe('the toast store', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('has one toast at a time: a new one replaces the last', () => {
    const store = createToastStore(1000)
    store.show({ title: 'One' })
    store.show({ title: 'Two' })
    expect(store.current()).toMatchObject({ title: 'Two', open: true })
  })

  it('closes a dismissed toast at once and forgets it after the removal delay', () => {
    const store = createToastStore(1_000_000)
    store.show({ title: 'One' })
    store.dismiss(store.current()?.key ?? 0)
    expect(store.current()?.open).toBe(false)
    vi.advanceTimersByTime(999_999)
    expect(store.current()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(store.current()).toBeNull()
  })

  it('does not remove a newer toast when an old one ends', () => {
    const store = createToastStore(1000)
    store.show({ title: 'One' })
    const oldKey = store.current()?.key ?? 0
    store.dismiss(oldKey)
    store.show({ title: 'Two' })
    store.dismiss(oldKey)
    vi.advanceTimersByTime(5000)
    expect(store.current()).toMatchObject({ title: 'Two', open: true })
  })

  it('ignores a dismissal if nothing is shown', () => {
    const store = createToastStore(1000)
    store.dismiss(undefined)
    store.dismiss(1)
    expect(store.current()).toBeNull()
  })

  it('notifies its listeners of every change until they unsubscribe', () => {
    const store = createToastStore(1000)
    const listener = vi.fn()
    const unsubscribe = store.subscribe(listener)
    store.show({ title: 'One' })
    unsubscribe()
    store.show({ title: 'Two' })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
