import { useEffect, useState } from 'react'
import { INTERACTION } from '../../data/interaction-numbers.ts'

/**
 * Types the words one after the other. It stands still for those who want no motion, and for everybody as soon as they touch
 * the page or a key: then there is something else to look at.
 */
export function TypedWord({ words }: { words: readonly string[] }) {
  const [typing, setTyping] = useState(() => wholeWord(words, 0))
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
      setTyping(({ word }) => wholeWord(words, word))
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
      <i className="mr-[0.07em] ml-[0.05em] inline-block h-[0.92em] w-[0.055em] bg-accent align-[-0.14em]" />
    </>
  )
}

interface Typing {
  word: number
  letters: number
  deleting: boolean
}

const wholeWord = (words: readonly string[], word: number): Typing => ({
  word,
  letters: words[word]?.length ?? 0,
  deleting: false,
})

/** What the headline shows next, and how long the present state stays: a letter, a deletion, or the pause on a whole word. */
function nextTyping(now: Typing, words: readonly string[]): { next: Typing; afterMs: number } {
  const length = words[now.word]?.length ?? 0
  if (!now.deleting && now.letters >= length)
    return { next: { ...now, deleting: true }, afterMs: INTERACTION.typedPauseMs }
  if (now.deleting && now.letters === 0)
    return {
      next: { word: (now.word + 1) % words.length, letters: 1, deleting: false },
      afterMs: INTERACTION.typedLetterMs,
    }
  if (now.deleting) return { next: { ...now, letters: now.letters - 1 }, afterMs: INTERACTION.typedDeletionMs }
  return { next: { ...now, letters: now.letters + 1 }, afterMs: INTERACTION.typedLetterMs }
}
