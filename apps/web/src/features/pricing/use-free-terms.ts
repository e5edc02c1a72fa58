import { useSyncExternalStore } from 'react'
import { type FreePlanTerms, freeTermsIn, USUAL_FREE_TERMS } from './free-plan-terms.ts'

let terms = USUAL_FREE_TERMS
let asked = false
const listeners = new Set<() => void>()

/** Without the contract's client, which the landing does not wait for: this is the one thing that it asks. */
async function ask(): Promise<void> {
  try {
    const answer = await fetch('/api/plans', { priority: 'low' })
    terms = freeTermsIn(await answer.json()) ?? terms
  } catch {
    // Whoever is offline reads what is usual, and may be told better the next time.
    asked = false
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!asked) {
    asked = true
    void ask()
  }
  return () => listeners.delete(listener)
}

/** What Free gives on this server: asked once, by the first who wants to know. */
export function useFreeTerms(): FreePlanTerms {
  return useSyncExternalStore(
    subscribe,
    () => terms,
    () => USUAL_FREE_TERMS,
  )
}
