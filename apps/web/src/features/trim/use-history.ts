import { useCallback, useEffect, useRef, useState } from 'react'

/** What changes within this time is one step: a drag, a held button. */
const REST_MS = 400
const MOST_STEPS = 100

interface Steps<T> {
  past: readonly T[]
  settled: T
  future: readonly T[]
}

export interface History {
  /** null: there is nothing to undo. */
  undo: (() => void) | null
  redo: (() => void) | null
  /** While a pointer holds what it changes, no step ends. */
  hold: (isHeld: boolean) => void
}

/**
 * The earlier values of something that is changed in many places. A value that rests is a step, and so is one after which
 * something else is changed.
 * @param partOf what differs between two values; null: nothing
 * @param restore takes an earlier value back
 */
export function useHistory<T>(
  value: T,
  partOf: (one: T, other: T) => string | null,
  restore: (value: T) => void,
): History {
  const [steps, setSteps] = useState<Steps<T>>({ past: [], settled: value, future: [] })
  const { past, settled, future } = steps
  const isPending = partOf(settled, value) !== null
  const before = useRef(value)
  const held = useRef({ isHeld: false, release: () => {} })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is looked at once.
  useEffect(() => {
    const last = before.current
    before.current = value
    const settle = (settled: T): void =>
      setSteps((now) => ({ past: [...now.past, now.settled].slice(-MOST_STEPS), settled, future: [] }))
    const pending = partOf(settled, last)
    const changed = partOf(last, value)
    if (pending !== null && changed !== null && pending !== changed && isPending) settle(last)
    if (!isPending) return
    const rest = (): void => {
      if (held.current.isHeld) held.current.release = () => settle(value)
      else settle(value)
    }
    const timer = setTimeout(rest, REST_MS)
    return () => {
      clearTimeout(timer)
      held.current.release = () => {}
    }
  }, [value])

  const earlier = isPending ? settled : past.at(-1)
  function undo(): void {
    if (earlier === undefined) return
    setSteps({
      past: isPending ? past : past.slice(0, -1),
      settled: earlier,
      future: isPending ? [value] : [settled, ...future],
    })
    restore(earlier)
  }
  const [later] = isPending ? [] : future
  function redo(): void {
    if (later === undefined) return
    setSteps({ past: [...past, settled], settled: later, future: future.slice(1) })
    restore(later)
  }
  const hold = useCallback((isHeld: boolean) => {
    const { release } = held.current
    held.current = { isHeld, release: () => {} }
    if (!isHeld) release()
  }, [])
  return { undo: earlier === undefined ? null : undo, redo: later === undefined ? null : redo, hold }
}
