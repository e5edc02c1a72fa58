import { useSyncExternalStore } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { ownServerAddress } from '../../browser/own-address.ts'
import { lastVideo } from '../../data/navigation/last-video.ts'
import { PAGES, type PageId } from '../../data/navigation/pages.ts'
import { TARGET_PARAMETER, withReturnTo } from '../../data/navigation/return-to.ts'

/** Pages that are no target of a sign-in, because people would go round in circles. */
const STRANGERS_PAGES: ReadonlySet<PageId> = new Set(['signIn', 'signUp', 'forgotPassword', 'resetPassword', 'setup'])
const TARGET_PATTERNS = (Object.keys(PAGES) as PageId[])
  .filter((id) => !STRANGERS_PAGES.has(id))
  .map((id) => new RegExp(`^${PAGES[id].path.replace(/:\w+/, '[^/]+')}$`))
const DUMMY_ORIGIN = 'http://here'

/** Page to open after signing in or up: the target in the address, else the last video, else the home page. */
export function useNextPage() {
  // This hook returns the query as written. The router's other hook unescapes it, which breaks an address within an
  // address.
  const query = useSearch({ ssrSearch: '' })
  const previousPage = useSyncExternalStore(subscribeToNothing, readPreviousPage, () => '')
  const target = targetPath(readTarget(query, previousPage))
  return {
    target,
    goTo: target ?? lastVideo.read() ?? PAGES.home.path,
    /** Address of another page for signing in or up, with the same target. */
    linkTo: (page: string): string => (target === null ? page : withReturnTo(page, target)),
  }
}

/** The previous page of a document never changes. */
const subscribeToNothing = () => () => undefined

/** Address of the page of this site whose link opened this one; empty after a navigation within the document. */
function readPreviousPage(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  const isFirstPage = navigation?.name === location.href
  return isFirstPage && document.referrer.startsWith(`${ownServerAddress()}/`) ? document.referrer : ''
}

/**
 * Target in the query of this page, else in the query of the previous page: its link has no query if it was pressed
 * before the page's code had loaded.
 * @param previousPage address of a page of this site; empty: there is none
 */
export function readTarget(query: string, previousPage: string): string | null {
  const targetIn = (search: string): string | null => new URLSearchParams(search).get(TARGET_PARAMETER)
  return targetIn(query) ?? (previousPage === '' ? null : targetIn(new URL(previousPage).search))
}

/**
 * Path and query of a target; null where it is no page of this site. Anybody can write such an address, so a text
 * that a browser reads differently than it is written (backslashes, tabs, dots, another host) is refused.
 */
export function targetPath(text: string | null): string | null {
  if (!text?.startsWith('/') || text.includes('\\') || !URL.canParse(text, DUMMY_ORIGIN)) return null
  const { href, pathname } = new URL(text, DUMMY_ORIGIN)
  return href === DUMMY_ORIGIN + text && TARGET_PATTERNS.some((target) => target.test(pathname)) ? text : null
}
