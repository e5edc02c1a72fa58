import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { useSyncExternalStore } from 'react'
import { sellsPlans } from '../sells-plans.ts'
import { DEFAULT_PLAN_TERMS, type PlanTerms, planTermsIn } from './plan-terms.ts'

let terms =
  typeof document !== 'undefined' && document.documentElement.dataset.payments === 'off'
    ? { ...DEFAULT_PLAN_TERMS, payments: false }
    : DEFAULT_PLAN_TERMS
let isRequested = false
const listeners = new Set<() => void>()

/**
 * Reads the terms without the contract's client: this is the home page's only call, and the client's code would delay
 * it.
 */
async function loadTerms(): Promise<void> {
  if (!sellsPlans()) return
  let answer: unknown
  try {
    answer = await (await fetch(`${BASE_PATH}/api/plans`, { priority: 'low' })).json()
  } catch {
    // While offline the defaults are shown, and the next subscriber repeats the request.
    isRequested = false
  }
  // Without an answer, payments count as possible, unless the server has marked the page: a failed payment says why.
  terms = planTermsIn(answer) ?? { ...terms, payments: terms.payments ?? true }
  if (terms.payments) delete document.documentElement.dataset.payments
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isRequested) {
    isRequested = true
    void loadTerms()
  }
  return () => listeners.delete(listener)
}

/** Terms of the plans on this server. The first component that uses them requests them once for all. */
export function usePlanTerms(): PlanTerms {
  return useSyncExternalStore(
    subscribe,
    () => terms,
    () => DEFAULT_PLAN_TERMS,
  )
}
