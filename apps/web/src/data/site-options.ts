import { isPlausibleLink } from '@kerf/domain/links/link'
import type { SourceId } from '@kerf/domain/links/source-ids'
import { useSyncExternalStore } from 'react'
import { messages } from '#messages/site.ts'

/** Options of the operator, which the server wrote into the page. */
export interface SiteOptions {
  /** Whether accounts have passwords here. */
  passwords: boolean
  /** Name of the identity provider; null if there is none. */
  oidc: string | null
  /** Kinds of links that this server accepts besides the sample. */
  sources: readonly SourceId[]
  /** Names of the sites that it accepts besides YouTube, as a sentence: `Twitch, Vimeo. `. Absent if there are none. */
  sites?: string | undefined
  /** Whether emails leave this server. */
  mail: boolean
}

const DEFAULT_OPTIONS: SiteOptions = { passwords: true, oidc: null, sources: ['youtube'], mail: true }
let pageOptions: SiteOptions | null = null

/** Options of this server, for code that renders in the browser only. Prerendered parts need useSiteOptions. */
export function siteOptions(): SiteOptions {
  if (typeof document === 'undefined') return DEFAULT_OPTIONS
  const { passwords, oidc, sources, sites, mail } = document.documentElement.dataset
  pageOptions ??= {
    passwords: passwords !== 'off',
    oidc: oidc ?? null,
    mail: mail !== 'off',
    sites,
    sources: (sources?.split(' ') as SiteOptions['sources'] | undefined) ?? DEFAULT_OPTIONS.sources,
  }
  return pageOptions
}

/** Whether this server accepts more than links to YouTube. */
const takesAny = (): boolean => siteOptions().sources.join() !== 'youtube'

/** Sentence about an invalid link. It names YouTube only where no other links are accepted. */
export const invalidLinkSentence = (): string => (takesAny() ? messages.link.invalidOfAny : messages.link.invalid)

/** Whether a text may contain a link that this server accepts. The server decides. */
export const mayBeLink = (text: string): boolean => isPlausibleLink(text, takesAny())

const subscribeToNothing = () => () => {}

/**
 * Options for prerendered parts, which first render with the defaults. The style sheet hides what must never be
 * visible.
 */
export const useSiteOptions = (): SiteOptions =>
  useSyncExternalStore(subscribeToNothing, siteOptions, () => DEFAULT_OPTIONS)
