import type { AdminStats, DayFigures } from '@kerf/contract/admin-stats'
import { adminWords } from '#messages/admin.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { figure, money } from '../figures.ts'
import { growthWords } from './growth-words.ts'

export interface StatPiece {
  name: string
  amount: string
  /** Set in words, not in figures: GB. */
  unit?: string | undefined
  note: string
  values: readonly number[]
  plotLabel: string
}

const words = adminWords.stats
export const REVENUE_CURRENCY = 'USD'

/** The four pieces of the strip, as they are read. */
export function statPieces(stats: AdminStats): StatPiece[] {
  const [stored = '', unit] = stats.storageUsed > 0 ? roughSize(stats.storageUsed).split(' ') : ['0', 'MB']
  const plot = (
    field: Exclude<keyof DayFigures, 'date'>,
    label: (days: number, top: string, last: string) => string,
    show: (value: number) => string,
  ): Pick<StatPiece, 'values' | 'plotLabel'> => {
    const values = stats.daily.map((day) => day[field])
    return { values, plotLabel: label(values.length, show(Math.max(0, ...values)), show(values.at(-1) ?? 0)) }
  }
  return [
    {
      name: words.users,
      amount: figure(stats.totalUsers),
      note: words.newToday(stats.newUsersToday, figure(stats.newUsersToday)),
      ...plot('users', words.plots.users, figure),
    },
    {
      name: words.jobs,
      amount: figure(stats.activeJobs),
      note: words.completedToday(stats.completedToday, figure(stats.completedToday)),
      ...plot('downloads', words.plots.jobs, figure),
    },
    {
      name: words.storage,
      amount: stored,
      unit,
      note: growthWords('storage', stats.storageGrowth),
      ...plot('storage', words.plots.storage, sizeOrNone),
    },
    {
      name: words.revenue,
      amount: money(stats.monthlyRevenue, REVENUE_CURRENCY),
      note: growthWords('revenue', stats.revenueGrowth),
      ...plot('revenue', words.plots.revenue, (value) => money(value, REVENUE_CURRENCY)),
    },
  ]
}

/** roughSize takes anything for at least 0.1 MB: right for a clip, wrong for none. */
export function sizeOrNone(bytes: number): string {
  return bytes > 0 ? roughSize(bytes) : '0 MB'
}
