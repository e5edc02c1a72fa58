import { useCallback, useEffect, useRef, useState } from 'react'

/** Changes with shorter pauses between them are one step, such as the changes of a drag or of a held button. */
const STEP_END_DELAY_MILLISECONDS = 400
const MAX_STEPS = 100

interface Steps<T> {
  past: readonly T[]
  settled: T
  future: readonly T[]
}

export interface History {
  /** Restores the previous value; null where there is none. */
  undo: (() => void) | null
  /** Restores the value that was undone; null where there is none. */
  redo: (() => void) | null
  /** Called when a pointer presses or releases a control. While it is pressed, no step ends. */
  hold: (isHeld: boolean) => void
}

/**
 * Undo and redo of a value. A step ends when the value has not changed for `STEP_END_DELAY_MILLISECONDS`, or when
 * another part of it changes.
 * @param partOf names the part in which two values differ; null where they are equal
 * @param restore sets a value of the history
 */
export function useHistory<T>(value: T, partOf: (a: T, b: T) => string | null, restore: (value: T) => void): History {
  const [steps, setSteps] = useState<Steps<T>>({ past: [], settled: value, future: [] })
  const { past, settled, future } = steps
  const isPending = partOf(settled, value) !== null
  const previousValue = useRef(value)
  const press = useRef({ isHeld: false, release: () => {} })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each change of the value.
  useEffect(() => {
    const previous = previousValue.current
    previousValue.current = value
    const settle = (newValue: T): void =>
      setSteps((current) => ({
        past: [...current.past, current.settled].slice(-MAX_STEPS),
        settled: newValue,
        future: [],
      }))
    const pendingPart = partOf(settled, previous)
    const changedPart = partOf(previous, value)
    if (pendingPart !== null && changedPart !== null && pendingPart !== changedPart && isPending) settle(previous)
    if (!isPending) return
    const endStep = (): void => {
      if (press.current.isHeld) press.current.release = () => settle(value)
      else settle(value)
    }
    const timer = setTimeout(endStep, STEP_END_DELAY_MILLISECONDS)
    return () => {
      clearTimeout(timer)
      press.current.release = () => {}
    }
  }, [value])

  const earlierValue = isPending ? settled : past.at(-1)
  function undo(): void {
    if (earlierValue === undefined) return
    setSteps({
      past: isPending ? past : past.slice(0, -1),
      settled: earlierValue,
      future: isPending ? [value] : [settled, ...future],
    })
    restore(earlierValue)
  }
  const [laterValue] = isPending ? [] : future
  function redo(): void {
    if (laterValue === undefined) return
    setSteps({ past: [...past, settled], settled: laterValue, future: future.slice(1) })
    restore(laterValue)
  }
  const hold = useCallback((isHeld: boolean) => {
    const { release } = press.current
    press.current = { isHeld, release: () => {} }
    if (!isHeld) release()
  }, [])
  return { undo: earlierValue === undefined ? null : undo, redo: laterValue === undefined ? null : redo, hold }
}
