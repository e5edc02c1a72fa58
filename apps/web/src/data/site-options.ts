import { useSyncExternalStore } from 'react'
import { messages } from '#messages/site.ts'

/** What the operator has decided for everybody, as the server wrote it into the page. */
export interface SiteOptions {
  /** Whether there are plans, prices and payments. */
  plans: boolean
  /** Whether accounts have passwords here. */
  passwords: boolean
  /** What the identity provider is called; null if there is none. */
  oidc: string | null
  /** Which links it takes, beside the sample. */
  sources: readonly (keyof typeof messages.link.kinds)[]
  /** Whether emails leave this server. */
  mail: boolean
}

const USUAL: SiteOptions = { plans: true, passwords: true, oidc: null, sources: ['youtube'], mail: true }
let known: SiteOptions | null = null

/** Right from the first render on, for what the server has sent as it is: not for parts of pages that were built beforehand. */
export function siteOptions(): SiteOptions {
  if (typeof document === 'undefined') return USUAL
  const { plans, passwords, oidc, sources, mail } = document.documentElement.dataset
  known ??= {
    plans: plans !== 'off',
    passwords: passwords !== 'off',
    oidc: oidc ?? null,
    mail: mail !== 'off',
    sources: (sources?.split(' ') as SiteOptions['sources'] | undefined) ?? USUAL.sources,
  }
  return known
}

/** That a link is none: where others than YouTube's are taken, without its name. */
export const invalidLinkSentence = (): string =>
  siteOptions().sources.includes('media') ? messages.link.invalidOfAny : messages.link.invalid

const never = () => () => {}

/** Pages built beforehand know nothing of it; what must not be seen even for a moment is hidden by the style sheet. */
export const useSiteOptions = (): SiteOptions => useSyncExternalStore(never, siteOptions, () => USUAL)
