import * as accountCalls from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import type { BodyInput } from '@kerf/contract/protocol/endpoint'

export const signIn = (body: BodyInput<typeof accountCalls.signIn>) => callApi(accountCalls.signIn, { body })

export const signUp = (body: BodyInput<typeof accountCalls.signUp>) => callApi(accountCalls.signUp, { body })

export const forgotPassword = (body: BodyInput<typeof accountCalls.forgotPassword>) =>
  callApi(accountCalls.forgotPassword, { body })

export const resetPassword = (body: BodyInput<typeof accountCalls.resetPassword>) =>
  callApi(accountCalls.resetPassword, { body })

export const verifyEmail = (token: string) => callApi(accountCalls.verifyEmail, { body: { token } })
