import { PAGES } from '../../app/pages.ts'

/** How the link in the mail carries the token: `/reset-password?token=...` */
export const TOKEN_PARAMETER = 'token'

/**
 * The token that the link in the mail brought along, and takes it out of the address bar: it would otherwise stay in the
 * browser's history and be sent along when the address is shared.
 */
export function takeTokenFromAddress(): string | null {
  const token = new URLSearchParams(location.search).get(TOKEN_PARAMETER)
  if (token !== null) history.replaceState(history.state, '', PAGES.resetPassword.path)
  return token
}
