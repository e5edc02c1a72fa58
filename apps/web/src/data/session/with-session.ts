import * as client from '@kerf/contract/protocol/client'
import { clockedFetch } from '../../browser/server-clock.ts'
import { session } from './session.ts'

/** Error codes that say that the session has ended, or that its account is suspended or deleted. */
const SESSION_ENDED_CODES: ReadonlySet<string | null> = new Set(['not_signed_in', 'accounts_only', 'account_suspended'])

export function saysSessionEnded(error: unknown): boolean {
  return error instanceof client.ApiError && SESSION_ENDED_CODES.has(error.code)
}

/**
 * Makes a call in the name of the signed-in user. When the server answers that their session has ended, this page and
 * every other tab end it, too. Calls of strangers end nothing.
 */
export async function withSession<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const callerId = currentPerson()
  try {
    return await call()
  } catch (error) {
    // Somebody else may have signed in meanwhile.
    if (callerId !== null && callerId === currentPerson() && saysSessionEnded(error)) session.end()
    throw error
  }
}

function currentPerson(): string | null {
  const current = session.current()
  return current.state === 'signed_in' ? current.user.id : null
}

/** `callApi` of the contract, in the name of the signed-in user. */
export const callApi: typeof client.callApi = (endpoint, input) =>
  withSession(() => client.callApi(endpoint, input, clockedFetch))

/** `callApiPage` of the contract, in the name of the signed-in user. */
export const callApiPage: typeof client.callApiPage = (endpoint, input) =>
  withSession(() => client.callApiPage(endpoint, input, clockedFetch))
