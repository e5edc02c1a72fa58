import { PAGES } from './pages.ts'

/** Query parameter with the page to open after signing in or up. */
export const TARGET_PARAMETER = 'then'

/** Address of a page for signing in or up, which afterwards opens the target. */
export const withReturnTo = (page: string, target: string): string =>
  `${page}?${TARGET_PARAMETER}=${encodeURIComponent(target)}`

/** Address of the page for signing in, which afterwards opens the target: a path of this site with its query. */
export const signInFor = (target: string): string => withReturnTo(PAGES.signIn.path, target)

/** Address of the sign-up page that leads on to `target`. */
export const signUpFor = (target: string): string => withReturnTo(PAGES.signUp.path, target)
