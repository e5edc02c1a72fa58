import { PAGES } from './pages.ts'

/** The part of an address that says where somebody wanted to go before they were sent to sign in. */
export const WANTED_PARAMETER = 'then'

/** The address of a page on which people sign in or up, and from which they then go on to what they wanted. */
export const withReturnTo = (page: string, wanted: string): string =>
  `${page}?${WANTED_PARAMETER}=${encodeURIComponent(wanted)}`

/** Where to sign in for a page of this site, which is named by its path and query. */
export const signInFor = (wanted: string): string => withReturnTo(PAGES.signIn.path, wanted)
