import type { AuditEntry } from '@kerf/contract/admin-audit'
import type { Invitation } from '@kerf/contract/admin-invitations'
import type { AdminJob } from '@kerf/contract/admin-jobs'
import type { ContactMessageRecord, NewsletterSubscriber } from '@kerf/contract/admin-messages'
import type { BlockedLink, NoticeRecord } from '@kerf/contract/admin-moderation'
import type { AdminHealth, SettingsChange, SettingsView, StorageUsage } from '@kerf/contract/admin-settings'
import type { AdminStats } from '@kerf/contract/admin-stats'
import type { SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import type { User } from '@kerf/contract/auth'
import type { SharedClip } from '@kerf/contract/share'
import { NO_LIMITS } from '@kerf/domain/access/limits-without-plans'
import { checkOf, say } from '@kerf/domain/health/health-check'
import { ADMIN_SERIES_DAYS } from '@kerf/domain/people/admin-rules'
import { EXAMPLE_RECEIPT, exampleUser } from './account-examples.ts'

// Example data of the admin panel: an installation in normal use.

const idOf = (name: string): string => name.padEnd(22, 'A')

export const ADMIN: User = exampleUser({
  id: idOf('ines'),
  name: 'Ines Okafor',
  username: 'ines',
  email: 'ines@saltboxfilms.example',
  role: 'admin',
  subscription: 'lifetime',
  createdAt: '2026-01-12T09:00:00.000Z',
})

export function exampleUsers(): User[] {
  const makeUser = (changes: Partial<User> & { name: string; username: string }): User =>
    exampleUser({ id: idOf(changes.username), email: `${changes.username}@post.example`, ...changes })
  return [
    ADMIN,
    makeUser({ name: 'Tomasz Wilk', username: 'tomasz', subscription: 'pro-yearly' }),
    makeUser({
      name: 'Ha-eun Seo',
      username: 'haeun',
      subscription: 'pro-monthly',
      createdAt: '2026-08-19T09:00:00.000Z',
    }),
    makeUser({
      name: 'Marguerite Diallo',
      username: 'marguerite',
      isActive: false,
      createdAt: '2026-10-02T09:00:00.000Z',
    }),
    makeUser({ name: 'Bo Lindqvist', username: 'bo', emailVerified: false, lastActive: null }),
  ]
}

export function exampleStats(changes: Partial<AdminStats> = {}): AdminStats {
  const firstDay = Date.UTC(2026, 9, 23)
  const daily = Array.from({ length: ADMIN_SERIES_DAYS }, (_, day) => ({
    date: new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10),
    users: 12 + Math.round(9 * Math.sin(day / 3)) + day,
    downloads: 300 + Math.round(200 * Math.sin(day / 2)) + 8 * day,
    revenue: 60 + 5 * (day % 7) + day,
    storage: 15_000_000_000 + 400_000_000 * (day % 9),
  }))
  return {
    totalUsers: 4218,
    newUsersToday: 37,
    activeJobs: 3,
    completedToday: 612,
    storageUsed: 18_400_000_000,
    storageGrowth: -6,
    monthlyRevenue: 3104,
    revenueGrowth: 11,
    daily,
    openNotices: 1,
    newMessages: 1,
    ...changes,
  }
}

function exampleJob(changes: Partial<AdminJob> = {}): AdminJob {
  return {
    id: idOf('job'),
    quality: '720p',
    format: 'mp4',
    status: 'queued',
    priority: 'standard',
    userName: 'Bo Lindqvist',
    userCount: 1,
    link: 'https://youtu.be/aqz-KE-bpKQ',
    cause: null,
    retry: null,
    receipt: null,
    videoTitle: 'One day outside, in six shots',
    startTime: 21.4,
    endTime: 38.233,
    audioTrack: null,
    subtitles: null,
    progress: 0,
    fileSize: null,
    createdAt: '2026-11-20T21:13:58.000Z',
    startedAt: null,
    completedAt: null,
    endedAt: null,
    ...changes,
  }
}

export function exampleJobs(): AdminJob[] {
  const startedAt = '2026-11-20T21:14:00.000Z'
  const completedAt = '2026-11-20T21:14:07.000Z'
  return [
    exampleJob({
      id: idOf('running'),
      quality: '2160p',
      status: 'processing',
      priority: 'high',
      userName: 'Tomasz Wilk',
      progress: 71,
      startedAt,
    }),
    exampleJob({ id: idOf('waiting'), quality: 'audio', format: 'mp3', userName: null }),
    exampleJob({
      id: idOf('failed'),
      status: 'failed',
      progress: 43,
      startedAt,
      endedAt: completedAt,
      retry: 'possible',
      code: 'source_timeout',
      cause: 'yt-dlp was ended after 25 s.\nWARNING: [youtube] aqz-KE-bpKQ: Retrying (1/3)...',
    }),
    exampleJob({
      id: idOf('done'),
      quality: '360p',
      status: 'completed',
      userName: null,
      progress: 100,
      fileSize: 12_300_000,
      userCount: 2,
      receipt: EXAMPLE_RECEIPT,
      startedAt,
      completedAt,
    }),
    exampleJob({
      id: idOf('gone'),
      quality: '1080p',
      status: 'expired',
      userName: 'Ha-eun Seo',
      progress: 100,
      startedAt,
      completedAt,
    }),
  ]
}

/** A job that was finished, and blocked a few minutes later. */
export function blockedJob(): AdminJob {
  return exampleJob({
    id: idOf('blocked'),
    quality: '480p',
    status: 'failed',
    userName: 'Marguerite Diallo',
    progress: 100,
    startedAt: '2026-11-20T21:14:00.000Z',
    completedAt: '2026-11-20T21:14:07.000Z',
    endedAt: '2026-11-20T21:20:00.000Z',
    code: 'link_blocked',
    cause: 'N-2026-0007',
  })
}

export function exampleSubscriptions(): SubscriptionRecord[] {
  const makeSubscription = (changes: Partial<SubscriptionRecord>): SubscriptionRecord => ({
    id: idOf(`sub-${changes.userId}`),
    userId: idOf('tomasz'),
    userName: 'Tomasz Wilk',
    userEmail: 'tomasz@post.example',
    status: 'active',
    plan: 'pro-yearly',
    amount: 49.99,
    refundedAmount: 0,
    given: false,
    currency: 'USD',
    currentPeriodStart: '2026-03-03T09:00:00.000Z',
    currentPeriodEnd: '2027-03-03T09:00:00.000Z',
    createdAt: '2026-03-03T09:00:00.000Z',
    ...changes,
  })
  return [
    makeSubscription({}),
    makeSubscription({
      userId: ADMIN.id,
      userName: 'Ines Okafor',
      userEmail: ADMIN.email,
      status: 'lifetime',
      plan: 'lifetime',
      amount: 0,
      given: true,
      currentPeriodEnd: null,
    }),
    makeSubscription({
      userId: idOf('haeun'),
      userName: 'Ha-eun Seo',
      userEmail: 'haeun@post.example',
      status: 'refunded',
      plan: 'pro-monthly',
      amount: 4.99,
      refundedAmount: 4.99,
    }),
  ]
}

export function exampleInvitation(): Invitation {
  return {
    id: 'invitation-1',
    email: 'guest@example.org',
    plan: 'pro-yearly',
    createdByName: 'Ada Admin',
    createdAt: '2026-11-20T12:00:00Z',
    expiresAt: '2026-11-27T12:00:00Z',
  }
}

export function exampleSettings(changes: Partial<SettingsView> | SettingsChange = {}): SettingsView {
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return {
    access: 'public',
    plans: 'on',
    ...NO_LIMITS,
    freeMaxQuality: '360p',
    freeDailyLimit: 5,
    retentionHours: 24,
    paypalClientId: 'AbC-123_xyz',
    paypalEnvironment: 'sandbox',
    paypalWebhookId: 'WH123',
    hasPaypalSecret: true,
    sources: ['youtube'],
    requireSecondFactor: false,
    sharing: true,
    publicUrl: null,
    fromEnvironment: { access: 'public', retentionHours: 24, sources: ['youtube'], plans: null },
    ...definedChanges,
  }
}

export const EXAMPLE_STORAGE: StorageUsage = {
  usedBytes: 18_500_000_000,
  clipBytes: 18_400_000_000,
  filmBytes: 22_000_000,
  databaseBytes: 37_000_000,
  largest: [{ id: idOf('done'), title: 'One day outside, in six shots', sizeBytes: 1_200_000_000 }],
  freeBytes: 212_000_000_000,
  clips: 1893,
  scratchBytes: 41_000_000,
  oldestClipAt: '2026-11-20T02:10:00.000Z',
}

type Processes = AdminHealth['checks']['workers']['processes']

const EXAMPLE_PROCESS: Processes[number] = {
  id: idOf('process'),
  role: 'serve',
  host: 'kerf-1',
  processId: 4711,
  version: '0.1.0',
  concurrency: 2,
  running: 2,
  startedAt: '2026-11-20T08:00:00.000Z',
  seenAt: '2026-11-20T21:14:07.000Z',
}

/** Two web processes and two workers, one of which is being replaced. */
export function exampleProcesses(): Processes {
  const startTimes = { web: '2026-11-20T08:00:00.000Z', worker: '2026-11-20T21:10:40.000Z' }
  const makeProcess = (role: 'web' | 'worker', callNumber: number, changes: Partial<Processes[number]> = {}) => ({
    ...EXAMPLE_PROCESS,
    id: idOf(`${role}${callNumber}`),
    role,
    host: `kerf-${role}-7d9f${callNumber}`,
    processId: 1,
    startedAt: startTimes[role],
    ...(role === 'web' ? { concurrency: 0, running: 0 } : { concurrency: 2, running: 1 }),
    ...changes,
  })
  return [
    makeProcess('web', 1),
    makeProcess('web', 2),
    makeProcess('worker', 1, { version: '0.2.0' }),
    makeProcess('worker', 2),
  ]
}

export function exampleHealth(changes: Partial<AdminHealth['checks']> = {}): AdminHealth {
  const okCheck = checkOf('ok', say('queue_ok'))
  return {
    status: 'ok',
    version: '0.1.0',
    checks: {
      database: okCheck,
      queue: { ...okCheck, waiting: 1, running: 2, oldestSeconds: 4 },
      workers: { ...okCheck, running: 2, concurrency: 2, processes: [EXAMPLE_PROCESS] },
      engine: { ...okCheck, version: '5.1.2' },
      storage: { ...okCheck, freeBytes: 212_000_000_000 },
      disk: { ...okCheck, freeBytes: 212_000_000_000, totalBytes: 500_000_000_000 },
      resolver: { ...okCheck, version: '2026.11.10', ageDays: 11, origin: 'fetched', steps: [] },
      sweep: { ...okCheck, lastAt: '2026-11-20T21:13:00.000Z' },
      mail: okCheck,
      signIn: okCheck,
      payments: checkOf('off', say('payments_off')),
      source: checkOf('ok', say('resolver_answers', 'innertube')),
      updates: checkOf('off', say('updates_off', '0.1.0')),
      ...changes,
    },
  }
}

export function exampleMessages(): ContactMessageRecord[] {
  return [
    {
      id: idOf('message'),
      name: 'Wanda Abt',
      email: 'wanda@post.example',
      subject: 'The audio of my clip',
      message: 'It is exact to the frame.\nHow do you do that?',
      status: 'new',
      fromPayer: true,
      createdAt: '2026-11-20T20:00:00.000Z',
    },
  ]
}

export function exampleSubscribers(): NewsletterSubscriber[] {
  const createdAt = '2026-11-19T09:30:00.000Z'
  return [
    { email: 'wanda@post.example', createdAt, confirmedAt: '2026-11-19T09:34:00.000Z' },
    { email: 'silent@post.example', createdAt, confirmedAt: null },
  ]
}

export function exampleNotices(): NoticeRecord[] {
  return [
    {
      id: idOf('notice'),
      reference: 'N-2026-0007',
      name: 'Rights Office',
      email: 'rights@label.example',
      address: '1 Harbour Street\nLondon',
      phone: '+44 20 7946 0000',
      signature: 'Rita Office',
      work: 'The Long Song',
      links: ['https://www.youtube.com/watch?v=aaaaaaaaaaa'],
      status: 'open',
      createdAt: '2026-11-20T20:00:00.000Z',
      decidedAt: null,
      unblockable: [],
    },
  ]
}

export const exampleShare = (): SharedClip => ({
  id: idOf('shared'),
  title: 'A talk about cuts',
  link: 'https://www.youtube.com/watch?v=n0rthC0astR',
  userName: 'Rosa Weber',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-21T09:00:00.000Z',
  opened: 12,
  sentBytes: 240_000_000,
})

export function exampleBlockedLink(changes: Partial<BlockedLink> = {}): BlockedLink {
  return {
    id: idOf('blocked'),
    kind: 'video',
    link: 'https://www.youtube.com/watch?v=bbbbbbbbbbb',
    reason: 'Notice of the rights office',
    createdAt: '2026-11-18T20:00:00.000Z',
    createdBy: 'Ines Okafor',
    ...changes,
  }
}

export function exampleAudit(): AuditEntry[] {
  return [
    {
      id: idOf('entry'),
      at: '2026-11-20T21:00:00.000Z',
      actorId: idOf('ines'),
      actorName: 'Ines Okafor',
      action: 'user_updated',
      target: 'tomasz@post.example',
      targetKind: 'account',
      targetId: idOf('tomasz'),
      details: 'plan: Free, now Pro (yearly)',
    },
  ]
}
