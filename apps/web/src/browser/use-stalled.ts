import { useEffect, useState } from 'react'

/** Whether a value has not changed for `forMs`. */
export function useStalled(value: string | number, forMs = 10_000): boolean {
  const [stalledValue, setStalled] = useState<string | number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStalled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return stalledValue === value
}
