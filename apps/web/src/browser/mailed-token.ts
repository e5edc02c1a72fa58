/** How the link in a mail carries its token: `/reset-password?token=...` */
export const TOKEN_PARAMETER = 'token'

/**
 * The token that the link in a mail brought along, and takes it out of the address bar: it would otherwise stay in the
 * browser's history and be sent along when the address is shared.
 */
export function takeTokenFromAddress(): string | null {
  const address = new URL(location.href)
  const token = address.searchParams.get(TOKEN_PARAMETER)
  if (token === null) return null
  address.searchParams.delete(TOKEN_PARAMETER)
  history.replaceState(history.state, '', `${address.pathname}${address.search}${address.hash}`)
  return token
}
