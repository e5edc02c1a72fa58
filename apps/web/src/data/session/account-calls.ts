import * as accountCalls from '@kerf/contract/auth'
import { ApiError, callApi } from '@kerf/contract/protocol/client'

/** The current user; null when nobody is signed in. Throws when the server's answer says neither. */
export async function loadCurrentUser(): Promise<accountCalls.User | null> {
  try {
    return await callApi(accountCalls.readCurrentUser)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 404)) return null
    throw error
  }
}

export const signOut = () => callApi(accountCalls.signOut, { body: {} })
