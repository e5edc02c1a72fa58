import { INTERACTION } from '../../data/interaction-numbers.ts'

export interface Typing {
  word: number
  letters: number
  deleting: boolean
}

export const FIRST_TYPING = (words: readonly string[]): Typing => ({
  word: 0,
  letters: words[0]?.length ?? 0,
  deleting: false,
})

/** What the headline shows next, and how long the present state stays: a letter, a deletion, or the pause on a whole word. */
export function nextTyping(now: Typing, words: readonly string[]): { next: Typing; afterMs: number } {
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
