import { useEffect, useState } from 'react'
import { FIRST_TYPING, nextTyping } from './typed-word.ts'

/** Types the words one after the other. With reduced motion the first one stands still. */
export function TypedWord({ words }: { words: readonly string[] }) {
  const [typing, setTyping] = useState(() => FIRST_TYPING(words))
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const { next, afterMs } = nextTyping(typing, words)
    const timer = setTimeout(() => setTyping(next), afterMs)
    return () => clearTimeout(timer)
  }, [typing, words])
  return (
    <>
      {(words[typing.word] ?? '').slice(0, typing.letters)}
      <i className="hero-caret" />
    </>
  )
}
