import type { AdminStats, DayStats } from '@kerf/contract/admin-stats'
import { adminWords } from '#messages/admin.ts'
import { roughSize, sizeLimit } from '../../../data/formatting/size.ts'
import { formatNumber, money, percentage } from '../formatting.ts'

const words = adminWords.stats

const GROWTH = {
  storage: { up: words.storageUp, down: words.storageDown, same: words.storageSame, none: words.storageNone },
  revenue: { up: words.revenueUp, down: words.revenueDown, same: words.revenueSame, none: words.revenueNone },
}

export interface Stat {
  name: string
  amount: string
  /** Set in words, not in figures: GB. */
  unit?: string | undefined
  note: string
  values: readonly number[]
  plotLabel: string
}

export const REVENUE_CURRENCY = 'USD'

/** The four cards, as they are read. */
export function statCards(stats: AdminStats): Stat[] {
  const [stored = '', unit] = sizeOrNone(stats.storageUsed).split(/\s/)
  const plot = (
    field: Exclude<keyof DayStats, 'date'>,
    label: (days: number, top: string, last: string) => string,
    show: (value: number) => string,
  ): Pick<Stat, 'values' | 'plotLabel'> => {
    const values = stats.daily.map((day) => day[field])
    return { values, plotLabel: label(values.length, show(Math.max(0, ...values)), show(values.at(-1) ?? 0)) }
  }
  return [
    {
      name: words.users,
      amount: formatNumber(stats.totalUsers),
      note: words.newToday(stats.newUsersToday, formatNumber(stats.newUsersToday)),
      ...plot('users', words.plots.users, formatNumber),
    },
    {
      name: words.jobs,
      amount: formatNumber(stats.activeJobs),
      note: words.completedToday(stats.completedToday, formatNumber(stats.completedToday)),
      ...plot('downloads', words.plots.jobs, formatNumber),
    },
    {
      name: words.storage,
      amount: stored,
      unit,
      note: growthWords('storage', stats.storageGrowth ?? unlessSome(stats.storageUsed)),
      ...plot('storage', words.plots.storage, sizeOrNone),
    },
    {
      name: words.revenue,
      amount: money(stats.monthlyRevenue, REVENUE_CURRENCY),
      note: growthWords('revenue', stats.revenueGrowth ?? unlessSome(stats.monthlyRevenue)),
      ...plot('revenue', words.plots.revenue, (value) => money(value, REVENUE_CURRENCY)),
    },
  ]
}

/** roughSize takes anything for at least 0.1 MB: right for a clip, wrong for none. */
export function sizeOrNone(bytes: number): string {
  return bytes > 0 ? roughSize(bytes) : sizeLimit(0)
}

/** Nothing after nothing is no growth. */
const unlessSome = (now: number): 0 | null => (now === 0 ? 0 : null)

/** `up 11% on the same days last month`. What rounds to nothing is no growth; null is what nothing can be compared with. */
export function growthWords(what: keyof typeof GROWTH, percents: number | null): string {
  const { up, down, same, none } = GROWTH[what]
  if (percents === null) return none
  if (percentage(percents) === percentage(0)) return same
  return percents > 0 ? up(percentage(percents)) : down(percentage(percents))
}
