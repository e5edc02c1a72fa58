import type { User } from '@kerf/contract/auth'
import type { OwnDownload, Payment, Quota, SessionInfo } from '@kerf/contract/user'

// Example data of a user with an account.

export function exampleUser(changes: Partial<User> = {}): User {
  return {
    id: 'u5erAAAAAAAAAAAAAAAAAA',
    name: 'Anna Example',
    username: 'anna',
    email: 'anna@example.org',
    emailVerified: true,
    secondFactor: false,
    role: 'user',
    subscription: 'free',
    subscriptionExpiresAt: null,
    isActive: true,
    createdAt: '2026-03-02T09:00:00.000Z',
    lastActive: '2026-11-20T18:30:00.000Z',
    ...changes,
  }
}

const HOUR_MILLISECONDS = 3_600_000
const timeInHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MILLISECONDS).toISOString()
/** An id of 22 characters that need no escaping, as on the wire. */
const idOf = (name: string): string => name.padEnd(22, 'A')

export const SESSION_IDS = {
  here: idOf('here'),
  phone: idOf('phone'),
  office: idOf('office'),
}

export function exampleQuota(changes: Partial<Quota> = {}): Quota {
  return {
    viewer: 'free',
    quota: { dailyDownloads: 3, monthlyDownloads: 41 },
    limits: { dailyLimit: 5, monthlyLimit: 100, longestClipSeconds: null },
    resetsAt: { daily: timeInHours(5), monthly: timeInHours(24 * 12) },
    ...changes,
  }
}

export const EXAMPLE_RECEIPT: OwnDownload['receipt'] = {
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

export function exampleOwnDownload(name: string, changes: Partial<OwnDownload> = {}): OwnDownload {
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
    expiresAt: timeInHours(20),
    audioTrack: null,
    subtitles: null,
    createdAt: timeInHours(-4),
    receipt: EXAMPLE_RECEIPT,
    ...changes,
  }
}

export const NO_CLIP_FIELDS = { fileSize: null, expiresAt: null, receipt: null } as const

/** One download for each kind of end, and one that is being cut. */
export function exampleOwnDownloads(): OwnDownload[] {
  return [
    exampleOwnDownload('running', {
      ...NO_CLIP_FIELDS,
      status: 'processing',
      stage: 'encoding',
      quality: '1080p',
      progress: 42,
      etaSeconds: 8,
      createdAt: timeInHours(-0.01),
    }),
    exampleOwnDownload('ready'),
    exampleOwnDownload('failed', {
      ...NO_CLIP_FIELDS,
      status: 'failed',
      title: 'A lecture on seams',
      quality: 'audio',
      format: 'mp3',
      startTime: 0,
      endTime: 3605,
      code: 'source_timeout',
      error: 'The source did not answer in time. Please try again.',
    }),
    exampleOwnDownload('cancelled', {
      ...NO_CLIP_FIELDS,
      status: 'cancelled',
      title: 'A lecture on seams',
      quality: '2160p',
    }),
    exampleOwnDownload('expired', {
      ...NO_CLIP_FIELDS,
      status: 'expired',
      quality: '360p',
      createdAt: timeInHours(-60),
    }),
  ]
}

const PAID_PAYMENT: Payment = {
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

/** Fields of an unpaid payment. */
const UNPAID_FIELDS = { receiptNumber: null, refundedCents: 0, paidAt: null, startsAt: null, endsAt: null } as const

export const EXAMPLE_PAYMENTS: Payment[] = [
  PAID_PAYMENT,
  {
    ...PAID_PAYMENT,
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
    ...PAID_PAYMENT,
    ...UNPAID_FIELDS,
    id: '5RF30982XD671235M',
    plan: 'pro-monthly',
    amountCents: 499,
    status: 'failed',
    createdAt: '2026-02-10T10:00:00.000Z',
  },
]

export function exampleSessions(): SessionInfo[] {
  return [
    {
      id: SESSION_IDS.here,
      current: true,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      createdAt: '2026-11-19T08:00:00.000Z',
      lastActive: timeInHours(0),
    },
    {
      id: SESSION_IDS.phone,
      current: false,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      createdAt: '2026-10-02T08:00:00.000Z',
      lastActive: '2026-11-18T21:40:00.000Z',
    },
    {
      id: SESSION_IDS.office,
      current: false,
      userAgent: null,
      createdAt: '2026-09-14T08:00:00.000Z',
      lastActive: '2026-11-02T07:12:00.000Z',
    },
  ]
}

export const DATE_IN_A_YEAR = '2027-11-20T10:00:00.000Z'
export const NORTH_COAST_TITLE = 'North coast in three days: the road, the boat, the tent'

/** A payment with a partial refund. */
export const PARTLY_REFUNDED_PAYMENT: Payment = {
  ...EXAMPLE_PAYMENTS[0]!,
  id: '3YE92441NB661842L',
  receiptNumber: 'KERF-2026-000043',
  refundedCents: 1000,
  createdAt: '2026-03-13T10:00:00.000Z',
  paidAt: '2026-03-13T10:01:00.000Z',
  startsAt: '2027-03-12T10:01:00.000Z',
  endsAt: '2028-03-12T10:01:00.000Z',
}

/** A payment that is still pending. */
export const PENDING_PAYMENT: Payment = { ...PARTLY_REFUNDED_PAYMENT, ...UNPAID_FIELDS, id: '9PEND', status: 'pending' }
