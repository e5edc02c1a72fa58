import { useEffect, useState } from 'react'

/** A value that follows another one once that has come to rest. */
export function useSettled<Value>(value: Value, restMilliseconds: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds)
    return () => clearTimeout(timer)
  }, [value, restMilliseconds])
  return settled
}
