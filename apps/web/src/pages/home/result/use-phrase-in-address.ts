import { useCallback, useEffect, useState } from 'react'
import { askedWords } from '#messages/clips/tool.ts'
import type { TrimState } from '../../../features/trim/use-trim-state.ts'

/** Search for the phrase in the address, and the sentence about its result. */
export function usePhraseInAddress(
  { phrase, forgetPhrase }: Pick<TrimState, 'phrase' | 'forgetPhrase'>,
  hasCaptions: boolean,
) {
  const [missingPhrase, setMissingPhrase] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const settle = useCallback(
    (isFound: boolean) => {
      setMissingPhrase(isFound ? null : phrase)
      forgetPhrase()
    },
    [phrase, forgetPhrase],
  )
  const fail = useCallback(() => setFailed(true), [])
  useEffect(() => {
    if (phrase !== null && !hasCaptions) settle(false)
  }, [phrase, hasCaptions, settle])
  const missingSentence = hasCaptions ? askedWords.notSaid : askedWords.noCaptions
  const resultSentence = missingPhrase === null ? null : missingSentence(missingPhrase)
  // The transcript itself says that captions could not be read, and offers to read them again.
  return { settle, fail, sentence: phrase === null ? resultSentence : hasFailed ? null : askedWords.seeking(phrase) }
}
