import { listApiKeys } from '@kerf/contract/api-keys'
import { readCurrentUser, type User } from '@kerf/contract/auth'
import { readPlans } from '@kerf/contract/plans'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import * as userCalls from '@kerf/contract/user'
import { listWebhooks } from '@kerf/contract/webhooks'
import { DEFAULT_FREE_MAX_QUALITY } from '@kerf/domain/access/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/access/quota'
import { PLANS } from '@kerf/domain/plans/plans'
import { type CallScript, callScript, type Refusal, type Reply } from '../scripted-call.ts'
import * as examples from './account-examples.ts'

export interface AccountScript {
  user?: Partial<User>
  profile?: Reply<typeof userCalls.readProfile>
  quota?: Reply<typeof userCalls.readQuota>
  subscription?: Reply<typeof userCalls.readSubscription>
  payments?: userCalls.Payment[] | Refusal
  downloads?: userCalls.OwnDownload[] | Refusal
  sessions?: userCalls.SessionInfo[] | Refusal
}

/** The plans of a server with default settings. */
export function plansAnswer(): CallScript {
  const terms = { freeMaxQuality: DEFAULT_FREE_MAX_QUALITY, freeDailyLimit: DEFAULT_FREE_DAILY_LIMIT, payments: true }
  return callScript(readPlans, () => ({ plans: Object.values(PLANS), ...terms }))
}

const isList = <T>(answer: T[] | Refusal): answer is T[] => Array.isArray(answer)

/** Answers every read of the pages of a user with an account. */
export function accountAnswers(script: AccountScript = {}): CallScript<Endpoint>[] {
  const user = examples.exampleUser(script.user)
  const { subscription, subscriptionExpiresAt: expiresAt } = user
  const { payments = examples.EXAMPLE_PAYMENTS, sessions = examples.exampleSessions() } = script
  const { downloads = examples.exampleOwnDownloads() } = script
  return [
    callScript(readCurrentUser, () => user),
    callScript(userCalls.readProfile, () => script.profile ?? user),
    plansAnswer(),
    callScript(userCalls.readQuota, () => script.quota ?? examples.exampleQuota()),
    callScript(userCalls.readSubscription, () => script.subscription ?? { subscription, expiresAt }),
    callScript(userCalls.listPayments, () => (isList(payments) ? { payments } : payments)),
    callScript(userCalls.listOwnDownloads, () => (isList(downloads) ? { downloads, next: null } : downloads)),
    callScript(userCalls.listSessions, () => (isList(sessions) ? { sessions } : sessions)),
    callScript(listApiKeys, () => ({ keys: [] })),
    callScript(listWebhooks, () => ({ webhooks: [] })),
  ]
}
