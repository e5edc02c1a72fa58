import { useEffect, useState } from 'react'

/** The value once it has not changed for `restMilliseconds`. */
export function useDebounced<Value>(value: Value, restMilliseconds: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), restMilliseconds)
    return () => clearTimeout(timer)
  }, [value, restMilliseconds])
  return debounced
}
