import { forgotPassword, resetPassword, signIn, signOut, signUp } from './account.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Calls that are agreed, and that the page makes, but that no server carries out yet. Each is answered `not_set_up`. Whoever
 * builds one moves it to all-endpoints.ts.
 */
export const PLANNED_ENDPOINTS: readonly Endpoint[] = [signIn, signUp, signOut, forgotPassword, resetPassword]
