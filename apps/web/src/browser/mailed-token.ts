const TOKEN_PARAMETER = 'token'

/** Fragment of an email's link with its token. Browsers do not send fragments, so no log on the way has the token. */
export const tokenFragment = (token: string): string => `#${new URLSearchParams({ [TOKEN_PARAMETER]: token })}`

/**
 * Returns the token of an email's link, and removes it from the address bar. Otherwise it would stay in the browser's
 * history and be part of a shared address.
 */
export function takeTokenFromAddress(): string | null {
  const address = new URL(location.href)
  const fragmentToken = new URLSearchParams(address.hash.slice(1)).get(TOKEN_PARAMETER)
  // Mail programs may rewrite fragments, so the query may have the token instead.
  const token = fragmentToken ?? address.searchParams.get(TOKEN_PARAMETER)
  if (token === null) return null
  address.searchParams.delete(TOKEN_PARAMETER)
  const hash = fragmentToken === null ? address.hash : ''
  history.replaceState(history.state, '', `${address.pathname}${address.search}${hash}`)
  return token
}

/**
 * Returns the token for a page that needs it until a form is sent. After a reload it comes from the page's history
 * entry.
 */
export function tokenOfPage(): string | null {
  const token = takeTokenFromAddress()?.trim()
  if (token) history.replaceState({ ...history.state, token }, '')
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'token' in state ? String(state.token) : null
}

/** Reloads the page when another email's link opens its address, because browsers do not reload for a new fragment. */
export function reloadForTokens(): () => void {
  const onHashChange = () => {
    if (new URLSearchParams(location.hash.slice(1)).has(TOKEN_PARAMETER)) location.reload()
  }
  addEventListener('hashchange', onHashChange)
  return () => removeEventListener('hashchange', onHashChange)
}
