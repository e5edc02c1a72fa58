import { listApiKeys } from '@kerf/contract/api-keys'
import type { User } from '@kerf/contract/auth'
import { readPlans } from '@kerf/contract/plans'
import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import * as userCalls from '@kerf/contract/user'
import { type Quota, readQuota } from '@kerf/contract/user'
import { listWebhooks } from '@kerf/contract/webhooks'
import { DEFAULT_FREE_MAX_QUALITY } from '@kerf/domain/access/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/access/quota'
import { PLANS } from '@kerf/domain/plans/plans'
import type { Visit } from '../visit.ts'
import { exampleUser, type Refusal, scriptCall, signedInAs } from './script-calls.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
/** An id of 22 characters that need no escaping, as on the wire. */
const idOf = (name: string): string => name.padEnd(22, 'A')

export const SESSION = {
  here: idOf('here'),
  phone: idOf('phone'),
  office: idOf('office'),
}

export function exampleQuota(changes: Partial<Quota> = {}): Quota {
  return {
    viewer: 'free',
    quota: { dailyDownloads: 3, monthlyDownloads: 41 },
    limits: { dailyLimit: 5, monthlyLimit: 100, longestClipSeconds: null },
    resetsAt: { daily: inHours(5), monthly: inHours(24 * 12) },
    ...changes,
  }
}

export const EXAMPLE_RECEIPT: userCalls.OwnDownload['receipt'] = {
  frames: 2520,
  firstFrameSeconds: 607.2,
  lastFrameSeconds: 691.167,
  framesCopied: 2506,
  framesReencoded: 14,
  soundOffsetMilliseconds: 0,
  durationSeconds: 84,
  bytesFetched: 13_100_000,
  clipBytes: 12_300_000,
  wallMilliseconds: 1400,
  way: 'smart',
}

export function exampleOwnDownload(name: string, changes: Partial<userCalls.OwnDownload> = {}): userCalls.OwnDownload {
  return {
    id: idOf(name),
    videoId: idOf('video'),
    title: 'North coast in three days: the road, the boat, the tent',
    url: 'https://www.youtube.com/watch?v=n0rthC0astR',
    status: 'completed',
    quality: '720p',
    format: 'mp4',
    startTime: 607.2,
    endTime: 691.2,
    ranges: null,
    progress: 100,
    stage: 'done',
    etaSeconds: null,
    position: null,
    fileName: 'kerf_720p.mp4',
    fileSize: 12_300_000,
    expiresAt: inHours(20),
    audioTrack: null,
    subtitles: null,
    createdAt: inHours(-4),
    receipt: EXAMPLE_RECEIPT,
    ...changes,
  }
}

export const NO_CLIP = { fileSize: null, expiresAt: null, receipt: null } as const

/** One download for each kind of end, and one that is being cut. */
export function exampleOwnDownloads(): userCalls.OwnDownload[] {
  return [
    exampleOwnDownload('running', {
      ...NO_CLIP,
      status: 'processing',
      stage: 'encoding',
      quality: '1080p',
      progress: 42,
      etaSeconds: 8,
      createdAt: inHours(-0.01),
    }),
    exampleOwnDownload('ready'),
    exampleOwnDownload('failed', {
      ...NO_CLIP,
      status: 'failed',
      title: 'A lecture on seams',
      quality: 'audio',
      format: 'mp3',
      startTime: 0,
      endTime: 3605,
      code: 'source_timeout',
      error: 'The source did not answer in time. Please try again.',
    }),
    exampleOwnDownload('cancelled', { ...NO_CLIP, status: 'cancelled', title: 'A lecture on seams', quality: '2160p' }),
    exampleOwnDownload('expired', { ...NO_CLIP, status: 'expired', quality: '360p', createdAt: inHours(-60) }),
  ]
}

const PAID: userCalls.Payment = {
  id: '8XK21573GH0918423',
  plan: 'pro-yearly',
  amountCents: 4999,
  currency: 'USD',
  status: 'paid',
  receiptNumber: 'KERF-2026-000042',
  refundedCents: 0,
  createdAt: '2026-03-12T10:00:00.000Z',
  paidAt: '2026-03-12T10:01:00.000Z',
  startsAt: '2026-03-12T10:01:00.000Z',
  endsAt: '2027-03-12T10:01:00.000Z',
}

/** Fields of a payment that was not made. */
export const UNPAID = { receiptNumber: null, refundedCents: 0, paidAt: null, startsAt: null, endsAt: null } as const

export const EXAMPLE_PAYMENTS: userCalls.Payment[] = [
  PAID,
  {
    ...PAID,
    id: '2TP77120PB442190K',
    plan: 'pro-monthly',
    amountCents: 499,
    status: 'refunded',
    receiptNumber: 'KERF-2026-000041',
    refundedCents: 499,
    createdAt: '2026-02-11T10:00:00.000Z',
    paidAt: '2026-02-11T10:01:00.000Z',
    startsAt: '2026-02-11T10:01:00.000Z',
    endsAt: '2026-03-11T10:01:00.000Z',
  },
  {
    ...PAID,
    ...UNPAID,
    id: '5RF30982XD671235M',
    plan: 'pro-monthly',
    amountCents: 499,
    status: 'failed',
    createdAt: '2026-02-10T10:00:00.000Z',
  },
]

function exampleSessions(): userCalls.SessionInfo[] {
  return [
    {
      id: SESSION.here,
      current: true,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      createdAt: '2026-11-19T08:00:00.000Z',
      lastActive: inHours(0),
    },
    {
      id: SESSION.phone,
      current: false,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      createdAt: '2026-10-02T08:00:00.000Z',
      lastActive: '2026-11-18T21:40:00.000Z',
    },
    {
      id: SESSION.office,
      current: false,
      userAgent: null,
      createdAt: '2026-09-14T08:00:00.000Z',
      lastActive: '2026-11-02T07:12:00.000Z',
    },
  ]
}

type Reading<E extends Parameters<typeof scriptCall>[1]> = AnswerOf<E> | Refusal

export interface AccountScript {
  user?: Partial<User>
  profile?: Reading<typeof userCalls.readProfile>
  quota?: Reading<typeof readQuota>
  subscription?: Reading<typeof userCalls.readSubscription>
  payments?: userCalls.Payment[] | Refusal
  downloads?: userCalls.OwnDownload[] | Refusal
  sessions?: userCalls.SessionInfo[] | Refusal
}

/** Scripts the plans of a server with default settings. */
export async function scriptPlans(visit: Visit, changes: Partial<AnswerOf<typeof readPlans>> = {}): Promise<void> {
  const terms = { freeMaxQuality: DEFAULT_FREE_MAX_QUALITY, freeDailyLimit: DEFAULT_FREE_DAILY_LIMIT, payments: true }
  await scriptCall(visit, readPlans, () => ({ plans: Object.values(PLANS), ...terms, ...changes }))
}

const isList = <T>(answer: T[] | Refusal): answer is T[] => Array.isArray(answer)

/**
 * Scripts a user with an account and all answers for the account's four pages. Takes effect with the next page load.
 */
export async function scriptAccount(visit: Visit, script: AccountScript = {}): Promise<User> {
  const user = exampleUser(script.user)
  const { subscription, subscriptionExpiresAt: expiresAt } = user
  const { payments = EXAMPLE_PAYMENTS, downloads = exampleOwnDownloads(), sessions = exampleSessions() } = script
  await Promise.all([
    signedInAs(visit, user),
    scriptCall(visit, userCalls.readProfile, () => script.profile ?? user),
    scriptPlans(visit),
    scriptCall(visit, readQuota, () => script.quota ?? exampleQuota()),
    scriptCall(visit, userCalls.readSubscription, () => script.subscription ?? { subscription, expiresAt }),
    scriptCall(visit, userCalls.listPayments, () => (isList(payments) ? { payments } : payments)),
    scriptCall(visit, userCalls.listOwnDownloads, () => (isList(downloads) ? { downloads, next: null } : downloads)),
    scriptCall(visit, userCalls.listSessions, () => (isList(sessions) ? { sessions } : sessions)),
    scriptCall(visit, listApiKeys, () => ({ keys: [] })),
    scriptCall(visit, listWebhooks, () => ({ webhooks: [] })),
  ])
  return user
}
