import { useEffect, useReducer } from 'react'
import { untilNextWords } from './countdown.ts'

/**
 * Milliseconds until a time, 0 afterwards. Renders its component again only when the words of the countdown change: keep
 * that component small.
 */
export function useTimeLeft(timeMs: number): number {
  const [, again] = useReducer((times: number) => times + 1, 0)
  const leftMs = Math.max(0, timeMs - Date.now())
  useEffect(() => {
    if (leftMs === 0) return
    const timer = setTimeout(again, untilNextWords(leftMs))
    return () => clearTimeout(timer)
  })
  return leftMs
}
