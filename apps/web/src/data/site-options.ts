import { useSyncExternalStore } from 'react'

/** What the operator has decided for everybody, as the server wrote it into the page. */
export interface SiteOptions {
  /** Whether there are plans, prices and payments. */
  plans: boolean
  /** Whether accounts have passwords here. */
  passwords: boolean
  /** What the identity provider is called; null if there is none. */
  oidc: string | null
}

const USUAL: SiteOptions = { plans: true, passwords: true, oidc: null }
let known: SiteOptions | null = null

/** Right from the first render on, for what the server has sent as it is: not for parts of pages that were built beforehand. */
export function siteOptions(): SiteOptions {
  if (typeof document === 'undefined') return USUAL
  const { plans, passwords, oidc } = document.documentElement.dataset
  known ??= { plans: plans !== 'off', passwords: passwords !== 'off', oidc: oidc ?? null }
  return known
}

const never = () => () => {}

/** Pages built beforehand know nothing of it; what must not be seen even for a moment is hidden by the style sheet. */
export const useSiteOptions = (): SiteOptions => useSyncExternalStore(never, siteOptions, () => USUAL)
