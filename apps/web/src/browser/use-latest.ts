import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A ref to the newest value, for listeners that live longer than one render. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
