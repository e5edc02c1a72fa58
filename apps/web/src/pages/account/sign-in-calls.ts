import type { User } from '@kerf/contract/auth'
import * as accountCalls from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import type { BodyInput } from '@kerf/contract/protocol/endpoint'
import { formWords } from '#messages/account.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { session } from '../../data/session/session.ts'

export const signIn = (body: BodyInput<typeof accountCalls.signIn>) => callApi(accountCalls.signIn, { body })

export const signUp = (body: BodyInput<typeof accountCalls.signUp>) => callApi(accountCalls.signUp, { body })

export const forgotPassword = (body: BodyInput<typeof accountCalls.forgotPassword>) =>
  callApi(accountCalls.forgotPassword, { body })

export const resetPassword = (body: BodyInput<typeof accountCalls.resetPassword>) =>
  callApi(accountCalls.resetPassword, { body })

export const verifyEmail = (token: string) => callApi(accountCalls.verifyEmail, { body: { token } })

/** Somebody has just got a session. `more` is what they should know about it. */
export function enter(user: User, welcome: string, more?: string): void {
  session.set(user)
  toasts.show(more === undefined ? { title: formWords.success, text: welcome } : { title: welcome, text: more })
}
