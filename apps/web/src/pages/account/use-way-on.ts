import { useSyncExternalStore } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { lastVideo } from '../../data/navigation/last-video.ts'
import { PAGES, type PageId } from '../../data/navigation/pages.ts'
import { WANTED_PARAMETER, withReturnTo } from '../../data/navigation/return-to.ts'

/** Nobody needs to be led there once they have signed in, or they would go round in circles. */
const FOR_STRANGERS: ReadonlySet<PageId> = new Set(['signIn', 'signUp', 'forgotPassword', 'resetPassword', 'setup'])
const GOALS = (Object.keys(PAGES) as PageId[])
  .filter((id) => !FOR_STRANGERS.has(id))
  .map((id) => new RegExp(`^${PAGES[id].path.replace(/:\w+/, '[^/]+')}$`))
const HERE = 'http://here'

/** Where somebody goes from the pages on which they sign in or up: what they wanted before they came here, else their video, else home. */
export function useWayOn() {
  // The query as it is: the router's other hook unescapes it once, too often for an address within an address.
  const query = useSearch({ ssrSearch: '' })
  const before = useSyncExternalStore(neverChanges, pageBefore, () => '')
  const wanted = wantedPath(askedWay(query, before))
  return {
    wanted,
    goTo: wanted ?? lastVideo.read() ?? PAGES.home.path,
    /** The address of another of these pages, which leads on to the same. */
    by: (page: string): string => (wanted === null ? page : withReturnTo(page, wanted)),
  }
}

/** A document keeps the page before it. */
const neverChanges = () => () => undefined

/** The page of this site whose link led to this one; empty once the app has gone elsewhere in the same document. */
function pageBefore(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  const isLoaded = loaded?.name === location.href
  return isLoaded && document.referrer.startsWith(`${location.origin}/`) ? document.referrer : ''
}

/**
 * What the address of this page asks to be led on to; else what the page before it was asked: its link leads on without a
 * query where it is pressed before the page's code has come.
 * @param before the address of a page of this site; empty: there is none
 */
export function askedWay(query: string, before: string): string | null {
  const wayIn = (search: string): string | null => new URLSearchParams(search).get(WANTED_PARAMETER)
  return wayIn(query) ?? (before === '' ? null : wayIn(new URL(before).search))
}

/**
 * The path and query that an address wants to be led on to; null for what is not a page of this site. Anybody can write such
 * an address, so whatever a browser would read differently than it is written (backslashes, tabs, dots, another host) is none.
 */
export function wantedPath(text: string | null): string | null {
  if (!text?.startsWith('/') || text.includes('\\') || !URL.canParse(text, HERE)) return null
  const { href, pathname } = new URL(text, HERE)
  return href === HERE + text && GOALS.some((goal) => goal.test(pathname)) ? text : null
}
