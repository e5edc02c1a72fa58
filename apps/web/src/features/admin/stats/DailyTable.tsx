import type { DayStats } from '@kerf/contract/admin-stats'
import { adminWords } from '#messages/admin.ts'
import { formatNumber, money, seriesDay } from '../formatting.ts'
import { REVENUE_CURRENCY, sizeOrNone } from './stat-cards.ts'

const words = adminWords.stats.table

/** What the plots are drawn from, the newest day first. */
export function DailyTable({ days }: { days: readonly DayStats[] }) {
  return (
    <table className="daily-table" aria-label={words.label}>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.users}</th>
          <th scope="col">{words.downloads}</th>
          <th scope="col">{words.storage}</th>
          <th scope="col">{words.revenue}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, users, downloads, storage, revenue }) => (
          <tr key={date}>
            <th scope="row">{seriesDay(date)}</th>
            <td>{formatNumber(users)}</td>
            <td>{formatNumber(downloads)}</td>
            <td>{sizeOrNone(storage)}</td>
            <td>{money(revenue, REVENUE_CURRENCY)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
