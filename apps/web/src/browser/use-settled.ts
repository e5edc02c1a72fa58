import { useEffect, useState } from 'react'

/** The value once it has not changed for so long: what somebody types, when they pause. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (Object.is(settled, value)) return
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [settled, value, restMs])
  return settled
}
