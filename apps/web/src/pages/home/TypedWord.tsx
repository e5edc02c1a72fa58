import { useEffect, useState } from 'react'
import { INTERACTION } from '../../data/interaction-numbers.ts'

/**
 * Types the words one after the other. It stands still where people prefer no motion, and for everybody after the
 * first press of a pointer or a key.
 */
export function TypedWord({ words }: { words: readonly string[] }) {
  const [typing, setTyping] = useState(() => wholeWord(words, 0))
  const [isStill, setStill] = useState(false)
  useEffect(() => {
    if (isStill || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const { next, afterMs } = nextTyping(typing, words)
    const timer = setTimeout(() => setTyping(next), afterMs)
    return () => clearTimeout(timer)
  }, [typing, words, isStill])
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

interface TypingState {
  word: number
  letters: number
  deleting: boolean
}

const wholeWord = (words: readonly string[], word: number): TypingState => ({
  word,
  letters: words[word]?.length ?? 0,
  deleting: false,
})

/**
 * Next state of the typing, and how long the current one stays: for a letter, a deletion, or the pause on a whole
 * word.
 */
function nextTyping(typing: TypingState, words: readonly string[]): { next: TypingState; afterMs: number } {
  const length = words[typing.word]?.length ?? 0
  if (!typing.deleting && typing.letters >= length)
    return { next: { ...typing, deleting: true }, afterMs: INTERACTION.typedPauseMs }
  if (typing.deleting && typing.letters === 0)
    return {
      next: { word: (typing.word + 1) % words.length, letters: 1, deleting: false },
      afterMs: INTERACTION.typedLetterMs,
    }
  if (typing.deleting) return { next: { ...typing, letters: typing.letters - 1 }, afterMs: INTERACTION.typedDeletionMs }
  return { next: { ...typing, letters: typing.letters + 1 }, afterMs: INTERACTION.typedLetterMs }
}
