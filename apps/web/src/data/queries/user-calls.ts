import { sendVerification as sendVerificationCall } from '@kerf/contract/auth'
import type { BodyInput } from '@kerf/contract/protocol/endpoint'
import * as userCalls from '@kerf/contract/user'
import { callApi } from '../session/as-person.ts'

export const loadProfile = (signal: AbortSignal) => callApi(userCalls.readProfile, { signal })

export const updateProfile = (change: BodyInput<typeof userCalls.updateProfile>) =>
  callApi(userCalls.updateProfile, { body: change })

export const loadSubscription = (signal: AbortSignal) => callApi(userCalls.readSubscription, { signal })

export const loadPayments = async (signal: AbortSignal) => (await callApi(userCalls.listPayments, { signal })).payments

export const loadOwnDownloads = (before: string | undefined, signal: AbortSignal) =>
  callApi(userCalls.listOwnDownloads, { query: { before }, signal })

export const changePassword = (change: BodyInput<typeof userCalls.changePassword>) =>
  callApi(userCalls.changePassword, { body: change })

export const changeEmail = (change: BodyInput<typeof userCalls.changeEmail>) =>
  callApi(userCalls.changeEmail, { body: change })

export const loadSessions = async (signal: AbortSignal) => (await callApi(userCalls.listSessions, { signal })).sessions

export const endSession = (id: string) => callApi(userCalls.endSession, { params: { id } })

export const endOtherSessions = () => callApi(userCalls.endOtherSessions, { body: {} })

export const deleteAccount = (password: string) => callApi(userCalls.deleteAccount, { body: { password } })

export const sendVerification = () => callApi(sendVerificationCall, { body: {} })

export const startSecondFactor = (password: string) => callApi(userCalls.startSecondFactor, { body: { password } })

export const confirmSecondFactor = (code: string) => callApi(userCalls.confirmSecondFactor, { body: { code } })

export const renewBackupCodes = (password: string) => callApi(userCalls.renewBackupCodes, { body: { password } })

export const removeSecondFactor = (password: string) => callApi(userCalls.removeSecondFactor, { body: { password } })
