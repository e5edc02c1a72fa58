const TOKEN_PARAMETER = 'token'

/** What a link in an email carries its token by: behind `#`, which browsers send to nobody, so that no log on the way has it. */
export const tokenFragment = (token: string): string => `#${new URLSearchParams({ [TOKEN_PARAMETER]: token })}`

/**
 * The token that the link in an email brought along, and takes it out of the address bar: it would otherwise stay in the
 * browser's history and be sent along when the address is shared.
 */
export function takeTokenFromAddress(): string | null {
  const address = new URL(location.href)
  const behindHash = new URLSearchParams(address.hash.slice(1)).get(TOKEN_PARAMETER)
  // In emails of former versions, and where a program rewrote what is behind `#`.
  const token = behindHash ?? address.searchParams.get(TOKEN_PARAMETER)
  if (token === null) return null
  address.searchParams.delete(TOKEN_PARAMETER)
  const hash = behindHash === null ? address.hash : ''
  history.replaceState(history.state, '', `${address.pathname}${address.search}${hash}`)
  return token
}

/** The same for a page that needs its token until a form is sent. A reload finds it in the page's own history entry. */
export function tokenOfPage(): string | null {
  const token = takeTokenFromAddress()?.trim()
  if (token) history.replaceState({ ...history.state, token }, '')
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'token' in state ? String(state.token) : null
}

/** The link of another email, opened where a page of the same address is: browsers reload nothing for what is behind `#`. */
export function reloadForTokens(): () => void {
  const onHash = () => {
    if (new URLSearchParams(location.hash.slice(1)).has(TOKEN_PARAMETER)) location.reload()
  }
  addEventListener('hashchange', onHash)
  return () => removeEventListener('hashchange', onHash)
}
