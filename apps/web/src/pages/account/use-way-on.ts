import { useSearch } from 'wouter/use-browser-location'
import { PAGES } from '../../data/navigation/pages.ts'
import { leadingOn, WANTED_PARAMETER } from '../../data/navigation/way-on.ts'
import { wantedPath } from './wanted-path.ts'

/** Where somebody goes from the pages on which they sign in or up: home, or what they wanted before they were sent here. */
export function useWayOn() {
  // The query as it is: the router's other hook unescapes it once, too often for an address within an address.
  const query = useSearch({ ssrSearch: '' })
  const wanted = wantedPath(new URLSearchParams(query).get(WANTED_PARAMETER))
  return {
    wanted,
    goTo: wanted ?? PAGES.home.path,
    /** The address of another of these pages, which leads on to the same. */
    by: (page: string): string => (wanted === null ? page : leadingOn(page, wanted)),
  }
}
