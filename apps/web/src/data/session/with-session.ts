import * as client from '@kerf/contract/protocol/client'
import { clockedFetch } from '../../browser/server-clock.ts'
import { session } from './session.ts'

/** Refusals that mean: this browser has no session any more. It has ended, or their account is suspended or gone. */
const WITHOUT_SESSION: ReadonlySet<string | null> = new Set(['not_signed_in', 'accounts_only', 'account_suspended'])

export function saysSessionEnded(error: unknown): boolean {
  return error instanceof client.ApiError && WITHOUT_SESSION.has(error.code)
}

/**
 * Makes a call in the name of the signed-in user. Once the server does not know them any more, the page does not either,
 * and with it every other tab. Calls that a stranger makes end nothing.
 */
export async function withSession<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const asking = personNow()
  try {
    return await call()
  } catch (error) {
    // Meanwhile somebody else may have signed in.
    if (asking !== null && asking === personNow() && saysSessionEnded(error)) session.end()
    throw error
  }
}

function personNow(): string | null {
  const now = session.current()
  return now.state === 'signed_in' ? now.user.id : null
}

/** `callApi` of the contract, in the name of the signed-in user. */
export const callApi: typeof client.callApi = (endpoint, input) =>
  withSession(() => client.callApi(endpoint, input, clockedFetch))

/** `callApiPage` of the contract, in the name of the signed-in user. */
export const callApiPage: typeof client.callApiPage = (endpoint, input) =>
  withSession(() => client.callApiPage(endpoint, input, clockedFetch))
