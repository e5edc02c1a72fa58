import type { AdminStats, DayStats } from '@kerf/contract/admin-stats'
import { adminWords } from '#messages/admin.ts'
import { roughSize, sizeLimit } from '../../../data/formatting/size.ts'
import { formatAmount, formatNumber, formatPercentage } from '../formatting.ts'

const words = adminWords.stats

const GROWTH_WORDS = {
  storage: { up: words.storageUp, down: words.storageDown, same: words.storageSame, none: words.storageNone },
  revenue: { up: words.revenueUp, down: words.revenueDown, same: words.revenueSame, none: words.revenueNone },
}

export interface Stat {
  name: string
  amount: string
  /** Unit of the amount, such as `GB`. It has a smaller font than the amount. */
  unit?: string | undefined
  note: string
  values: readonly number[]
  plotLabel: string
}

export const REVENUE_CURRENCY = 'USD'

/** Contents of the four cards. */
export function statCards(stats: AdminStats): Stat[] {
  const [storedAmount = '', unit] = sizeOrNone(stats.storageUsed).split(/\s/)
  const plotOf = (
    field: Exclude<keyof DayStats, 'date'>,
    label: (days: number, top: string, last: string) => string,
    formatValue: (value: number) => string,
  ): Pick<Stat, 'values' | 'plotLabel'> => {
    const values = stats.daily.map((day) => day[field])
    return {
      values,
      plotLabel: label(values.length, formatValue(Math.max(0, ...values)), formatValue(values.at(-1) ?? 0)),
    }
  }
  return [
    {
      name: words.users,
      amount: formatNumber(stats.totalUsers),
      note: words.newToday(stats.newUsersToday, formatNumber(stats.newUsersToday)),
      ...plotOf('users', words.plots.users, formatNumber),
    },
    {
      name: words.jobs,
      amount: formatNumber(stats.activeJobs),
      note: words.completedToday(stats.completedToday, formatNumber(stats.completedToday)),
      ...plotOf('downloads', words.plots.jobs, formatNumber),
    },
    {
      name: words.storage,
      amount: storedAmount,
      unit,
      note: describeGrowth('storage', stats.storageGrowth ?? fallbackGrowth(stats.storageUsed)),
      ...plotOf('storage', words.plots.storage, sizeOrNone),
    },
    {
      name: words.revenue,
      amount: formatAmount(stats.monthlyRevenue, REVENUE_CURRENCY),
      note: describeGrowth('revenue', stats.revenueGrowth ?? fallbackGrowth(stats.monthlyRevenue)),
      ...plotOf('revenue', words.plots.revenue, (value) => formatAmount(value, REVENUE_CURRENCY)),
    },
  ]
}

/** Size in words. `roughSize` rounds up to at least 0.1 MB, which is wrong for zero bytes. */
export function sizeOrNone(bytes: number): string {
  return bytes > 0 ? roughSize(bytes) : sizeLimit(0)
}

/** Growth where the server gives none: 0 if the current value is also 0; else null. */
const fallbackGrowth = (value: number): 0 | null => (value === 0 ? 0 : null)

/** Growth in words, such as `up 11% on the same days last month`. null: there is no earlier value to compare with. */
export function describeGrowth(metric: keyof typeof GROWTH_WORDS, percents: number | null): string {
  const { up, down, same, none } = GROWTH_WORDS[metric]
  if (percents === null) return none
  if (formatPercentage(percents) === formatPercentage(0)) return same
  return percents > 0 ? up(formatPercentage(percents)) : down(formatPercentage(percents))
}
