import { adminStats } from '@kerf/contract/admin-stats'
import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import { ADMIN_SERIES_DAYS } from '@kerf/domain/people/admin-rules'
import { describe, expect, it } from 'vitest'
import { users } from '../../adapters/database/schema/account-schema.ts'
import { sampleClip } from '../../adapters/database/testing/sample-records.ts'
import type { ClipRecord } from '../../ports/clips.ts'
import { newId } from '../shared/new-id.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { readStats, storageByDay } from './read-stats.ts'

const timeOf = (time: string) => new Date(`2026-${time}Z`)
const NOW = timeOf('11-20T12:00:00')

async function openStatsBackend() {
  const backend = await openTestBackend()
  const readStatsAt = (now = NOW) => {
    backend.clock.set(now)
    return readStats(backend)
  }
  const keepClip = (change: Partial<ClipRecord>) => backend.database.records.clips.insert(sampleClip(change))
  return { backend, read: readStatsAt, keepClip }
}

const finishedClip = (finishedAt: Date, sizeBytes: number) =>
  ({ status: 'completed', finishedAt, sizeBytes, fileKey: `${newId()}.mp4` }) as const

function entry(kind: 'purchase' | 'partial_refund', at: Date, amountCents: number, name: string): LedgerEntry {
  const money = { orderId: name, captureId: name, amountCents, currency: 'USD' } as const
  const common = { id: newId(), accountId: 'anna', at: at }
  return kind === 'purchase' ? { ...common, kind, plan: 'pro-monthly', ...money } : { ...common, kind, ...money }
}

describe('a new installation', async () => {
  const { backend, read, keepClip } = await openStatsBackend()

  it('has thirty empty days', async () => {
    const stats = adminStats.parse(await read())
    expect(stats).toMatchObject({ totalUsers: 0, activeJobs: 0, storageUsed: 0, storageGrowth: 0, revenueGrowth: 0 })
    expect(stats.daily).toHaveLength(ADMIN_SERIES_DAYS)
    expect([stats.daily[0]?.date, stats.daily.at(-1)?.date]).toEqual(['2026-10-22', '2026-11-20'])
    for (const { date: _, ...counts } of stats.daily) expect(Object.values(counts)).toEqual([0, 0, 0, 0])
  })

  it('has no growth in percent if it started from zero', async () => {
    await keepClip(finishedClip(NOW, 400))
    await backend.database.records.ledger.add(entry('purchase', NOW, 499, 'first'))
    expect(await read()).toMatchObject({ storageGrowth: null, revenueGrowth: null })
  })
})

describe('an established installation', async () => {
  const { backend, read, keepClip } = await openStatsBackend()
  for (const time of ['01-01T00:00:00', '11-19T23:59:59', '11-20T00:00:00', '11-20T11:00:00']) {
    const [id, createdAt] = [newId(), timeOf(time)]
    const person = { id, name: 'Anna', username: id, email: `${id}@example.org`, createdAt, updatedAt: createdAt }
    await backend.database.executor.insert(users).values(person)
  }
  const { ledger, dailyStorage } = backend.database.records
  await keepClip({ status: 'queued' })
  await keepClip({ status: 'processing', fileKey: 'being-cut.mp4' })
  await keepClip({ status: 'failed', endedAt: timeOf('11-20T09:00:00') })
  // This clip was blocked after it had finished.
  await keepClip({ status: 'failed', errorCode: 'link_blocked', finishedAt: timeOf('11-20T09:00:00') })
  await keepClip({ status: 'cancelled' })
  await keepClip(finishedClip(timeOf('11-20T00:00:00'), 1000))
  await keepClip({ ...finishedClip(timeOf('11-20T10:00:00'), 500) })
  await keepClip({ status: 'expired', finishedAt: timeOf('11-20T01:00:00'), sizeBytes: 70_000 })
  await keepClip({ status: 'expired', finishedAt: timeOf('11-18T01:00:00'), sizeBytes: 70_000 })
  await keepClip({ status: 'expired', finishedAt: timeOf('10-21T23:59:59'), sizeBytes: 70_000 })
  await dailyStorage.note('2026-10-02', 5)
  await dailyStorage.note('2026-10-02', 40)
  await dailyStorage.note('2026-11-18', 2000)
  const entries = [
    entry('purchase', timeOf('10-01T00:00:00'), 10_000, 'october'),
    // These entries are from the previous month, at a later time of the month than now.
    entry('purchase', timeOf('10-20T12:00:00'), 77_777, 'later'),
    entry('purchase', timeOf('10-31T12:00:00'), 1000, 'october end'),
    entry('purchase', timeOf('11-02T12:00:00'), 12_000, 'november'),
    entry('partial_refund', timeOf('11-19T12:00:00'), 1000, 'october'),
    entry('partial_refund', timeOf('11-20T08:00:00'), 1499, 'october'),
    entry('purchase', timeOf('11-20T09:00:00'), 499, 'today'),
  ]
  for (const entry of entries) expect(await ledger.add(entry)).toBe(true)

  it('counts people, work and storage as of now, and today from midnight UTC', async () => {
    expect(adminStats.parse(await read())).toMatchObject({
      totalUsers: 4,
      newUsersToday: 2,
      activeJobs: 2,
      completedToday: 4,
      storageUsed: 1500,
    })
  })

  it('counts open notices and unanswered messages', async () => {
    const { takedownNotices, contactMessages } = backend.database.records
    const sender = { name: 'Rita', email: 'rita@example.org', createdAt: NOW }
    const noticeFields = {
      address: 'Street 1',
      phone: '1',
      signature: 'Rita',
      work: 'A song',
      links: [],
      unblockable: [],
    }
    for (const status of ['open', 'open', 'dismissed', 'blocked'] as const)
      await takedownNotices.insert({ ...sender, ...noticeFields, id: newId(), status, decidedAt: null })
    for (const status of ['new', 'answered'] as const)
      await contactMessages.insert({ ...sender, id: newId(), subject: 'Audio', message: 'Is it exact?', status })
    expect(await read()).toMatchObject({ openNotices: 2, newMessages: 1 })
  })

  it('compares the storage with the last sample up to the end of yesterday', async () => {
    expect((await read()).storageGrowth).toBe(-25)
    expect((await read(timeOf('11-19T12:00:00'))).storageGrowth).toBe(-25)
    // The day before has no measurement, so the one from October applies.
    expect((await read(timeOf('11-18T12:00:00'))).storageGrowth).toBe(3650)
  })

  it('has the revenue of this month, and of an equal part of the month before', async () => {
    const { monthlyRevenue, revenueGrowth } = await read()
    expect(monthlyRevenue).toBe(110)
    expect(revenueGrowth).toBe(10)
    // A year later, both months are empty, so there is no growth.
    expect(await read(new Date('2027-11-20T12:00:00Z'))).toMatchObject({ monthlyRevenue: 0, revenueGrowth: 0 })
  })

  it('has the numbers of each day', async () => {
    const days = new Map((await read()).daily.map(({ date, ...counts }) => [date, counts]))
    expect(days.get('2026-11-20')).toEqual({ users: 2, downloads: 4, revenue: 0, storage: 1500 })
    expect(days.get('2026-11-19')).toEqual({ users: 1, downloads: 0, revenue: -10, storage: 2000 })
    expect(days.get('2026-11-18')).toEqual({ users: 0, downloads: 1, revenue: 0, storage: 2000 })
    expect(days.get('2026-11-02')).toEqual({ users: 0, downloads: 0, revenue: 120, storage: 40 })
    expect(days.get('2026-10-22')).toEqual({ users: 0, downloads: 0, revenue: 0, storage: 40 })
  })
})

it('a day without a sample repeats the day before, and today shows the current value', () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  const measurements = [
    { day: '2026-11-18', bytes: 7 },
    { day: '2026-11-20', bytes: 8 },
  ]
  expect(storageByDay(days, measurements, 9)).toEqual([0, 7, 7, 9])
})
