import { useSyncExternalStore } from 'react'
import { type PlanTerms, planTermsIn, USUAL_PLAN_TERMS } from './plan-terms.ts'

let terms = USUAL_PLAN_TERMS
let asked = false
const listeners = new Set<() => void>()

/** Without the contract's client, which the landing does not wait for: this is the one thing that it asks. */
async function ask(): Promise<void> {
  // There are none, and nothing of the page that names them is seen.
  if (document.documentElement.dataset.plans === 'off') return
  let answer: unknown
  try {
    answer = await (await fetch('/api/plans', { priority: 'low' })).json()
  } catch {
    // Offline, the defaults are shown.
    asked = false
  }
  // Without an answer paying can be tried: that call reports what is wrong.
  terms = planTermsIn(answer) ?? { ...terms, payments: true }
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

/** What the plans are on this server: asked once, by the first who wants to know. */
export function usePlanTerms(): PlanTerms {
  return useSyncExternalStore(
    subscribe,
    () => terms,
    () => USUAL_PLAN_TERMS,
  )
}
