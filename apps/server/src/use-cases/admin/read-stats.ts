import type { AdminStats } from '@kerf/contract/admin-stats'
import { ADMIN_SERIES_DAYS, comparedMonths, growthPercent } from '@kerf/domain/people/admin-rules'
import type { DayCount } from '../../ports/admin.ts'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { Deps } from '../shared/deps.ts'

/**
 * Reads statistics that the database sums up. Stored bytes come from clip rows, because measuring all files would be
 * slow.
 */
export async function readStats({ database, clock }: Deps<'database' | 'clock'>): Promise<AdminStats> {
  const { stats, dailyStorage, takedownNotices, contactMessages } = database.records
  const now = clock.now()
  const days = lastDays(now, ADMIN_SERIES_DAYS)
  const [firstDay = dayOf(now), today = dayOf(now)] = [days[0], days.at(-1)]
  const { thisMonth, lastMonth, lastMonthUntil } = comparedMonths(now)

  const storageUsed = await stats.storedBytes()
  const measurements = await dailyStorage.list(firstDay)
  const storage = storageByDay(days, measurements, storageUsed)
  const newUsers = countsByDay(await stats.countNewUsers(startOfDay(firstDay)))
  const finishedClips = countsByDay(await stats.countFinishedClips(startOfDay(firstDay)))
  const revenue = await stats.revenue(earlierOf(lastMonth, startOfDay(firstDay)), lastMonthUntil)
  const centsByDay = new Map(revenue.map(({ day, cents }) => [day, cents]))
  const thisMonthCents = sum(revenue.filter(({ day }) => day >= dayOf(thisMonth)).map(({ cents }) => cents))
  const lastMonthCents = sum(revenue.filter(({ day }) => day >= dayOf(lastMonth)).map(({ centsBefore }) => centsBefore))

  return {
    totalUsers: await stats.countUsers(),
    newUsersToday: newUsers.get(today) ?? 0,
    activeJobs: await stats.countActiveClips(),
    completedToday: finishedClips.get(today) ?? 0,
    storageUsed,
    storageGrowth: growthPercent(storageUsed, storage.at(-2) ?? 0),
    monthlyRevenue: thisMonthCents / 100,
    revenueGrowth: growthPercent(thisMonthCents, lastMonthCents),
    daily: days.map((date, index) => ({
      date,
      users: newUsers.get(date) ?? 0,
      downloads: finishedClips.get(date) ?? 0,
      revenue: (centsByDay.get(date) ?? 0) / 100,
      storage: storage[index] ?? 0,
    })),
    openNotices: await takedownNotices.countOpen(),
    newMessages: await contactMessages.countNew(),
  }
}

const countsByDay = (counts: readonly DayCount[]) => new Map(counts.map(({ day, count }) => [day, count]))
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const earlierOf = (a: Date, b: Date) => (a < b ? a : b)

/** Stored bytes by day; the last day is today. A day without a measurement repeats the one before. */
export function storageByDay(
  days: readonly string[],
  measurements: readonly { day: string; bytes: number }[],
  bytesNow: number,
): number[] {
  const today = days.at(-1)
  return days.map((day) =>
    day === today ? bytesNow : (measurements.findLast((measurement) => measurement.day <= day)?.bytes ?? 0),
  )
}

/** `2026-11-21`, in UTC. */
const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MILLISECONDS)),
  )
}
