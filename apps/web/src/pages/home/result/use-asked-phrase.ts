import { useCallback, useEffect, useState } from 'react'
import { askedWords } from '#messages/clips/tool.ts'
import type { Trim } from '../../../features/trim/use-trim.ts'

/** The phrase that the address asks for: looked for, and what is said of it then. */
export function useAskedPhrase({ phrase, forgetPhrase }: Pick<Trim, 'phrase' | 'forgetPhrase'>, hasCaptions: boolean) {
  const [missing, setMissing] = useState<string | null>(null)
  const [unread, setUnread] = useState(false)
  const settle = useCallback(
    (isFound: boolean) => {
      setMissing(isFound ? null : phrase)
      forgetPhrase()
    },
    [phrase, forgetPhrase],
  )
  const fail = useCallback(() => setUnread(true), [])
  useEffect(() => {
    if (phrase !== null && !hasCaptions) settle(false)
  }, [phrase, hasCaptions, settle])
  const absent = hasCaptions ? askedWords.notSaid : askedWords.noCaptions
  const state = missing === null ? null : absent(missing)
  // Captions that could not be read say so themselves, and may be asked for again.
  return { settle, fail, sentence: phrase === null ? state : unread ? null : askedWords.seeking(phrase) }
}
