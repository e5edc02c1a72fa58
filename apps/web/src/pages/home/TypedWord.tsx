import { useEffect, useState } from 'react'
import { FIRST_TYPING, nextTyping } from './typed-word.ts'

/**
 * Types the words one after the other. It stands still for those who want no motion, and for everybody as soon as they touch
 * the page or a key: then there is something else to look at.
 */
export function TypedWord({ words }: { words: readonly string[] }) {
  const [typing, setTyping] = useState(() => FIRST_TYPING(words))
  const [still, setStill] = useState(false)
  useEffect(() => {
    if (still || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const { next, afterMs } = nextTyping(typing, words)
    const timer = setTimeout(() => setTyping(next), afterMs)
    return () => clearTimeout(timer)
  }, [typing, words, still])
  useEffect(() => {
    function stop(): void {
      setStill(true)
      setTyping(({ word }) => ({ ...FIRST_TYPING(words), word, letters: words[word]?.length ?? 0 }))
    }
    addEventListener('pointerdown', stop, { once: true })
    addEventListener('keydown', stop, { once: true })
    return () => {
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
    }
  }, [words])
  return (
    <>
      {(words[typing.word] ?? '').slice(0, typing.letters)}
      <i className="hero-caret" />
    </>
  )
}
