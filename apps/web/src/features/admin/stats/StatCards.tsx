import type { DayStats } from '@kerf/contract/admin-stats'
import { ADMIN_SERIES_DAYS } from '@kerf/domain/people/admin-rules'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { useQuery } from '@tanstack/react-query'
import { adminWords } from '#messages/admin.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { failureSentence } from '../../../data/feedback/failure-sentence.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { statsQuery } from '../admin-queries.ts'
import { formatAmount, formatNumber, formatUtcDay } from '../formatting.ts'
import { REVENUE_CURRENCY, type Stat, sizeOrNone, statCards } from './stat-cards.ts'

export const PLOT_SIZE = { width: 300, height: 40 } as const
const BAR_GAP_PX = 3
/** Smallest height of a bar whose value is not zero. */
const MIN_BAR_HEIGHT = 1.5

const words = adminWords.stats
const BLANK_CARDS: readonly Stat[] = [words.users, words.jobs, words.storage, words.revenue].map((name) => ({
  name,
  amount: '\u00a0',
  note: '\u00a0',
  values: [],
  plotLabel: name,
}))

/** Cards with four metrics, which are fetched again every half minute. New values cause no layout shift. */
export function StatCards() {
  const { data, error, isFetching, refetch } = useQuery(statsQuery)
  const isSelling = sellsPlans()
  if (!data && error)
    return (
      <div className="mt-4 mb-6">
        <ReadFailed lead={words.failed} error={error} onRetry={() => refetch()} retrying={isFetching} />
      </div>
    )
  const cards = (data ? statCards(data) : BLANK_CARDS).filter(({ name }) => isSelling || name !== words.revenue)
  return (
    <Collapsible>
      <section aria-label={words.label} aria-busy={!data}>
        <div
          className={`stat-cards rows mt-4 ${isSelling ? 'grid-cols-4' : 'grid-cols-3'} max-desk:grid-cols-2`}
          data-stale={error ? '' : undefined}
        >
          {cards.map((card) => (
            <div key={card.name} className="flex flex-col bg-surface px-4.5 pt-4 pb-3.5 max-desk:p-3.5">
              <h2 className="text-small/[1.45] font-normal tracking-normal text-ink-2">{card.name}</h2>
              <p className="stat-amount text-[1.75rem]/[1.2] tracking-[-0.01em]">
                <span className="time">{card.amount}</span>
                {card.unit && <small className="ml-1.5 text-[1rem] tracking-normal">{card.unit}</small>}
              </p>
              <p className="note">{card.note}</p>
              {data ? <DailyPlot values={card.values} label={card.plotLabel} /> : <div className="daily-plot" />}
            </div>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-5 mb-3">
          <CollapsibleTrigger>{words.asTable(data?.daily.length ?? ADMIN_SERIES_DAYS)}</CollapsibleTrigger>
          {data && error && <p className="list-stale">{adminWords.stale(failureSentence(error))}</p>}
        </div>
        <CollapsibleContent className="mb-6 overflow-x-auto">
          {data && <DailyTable days={data.daily} />}
        </CollapsibleContent>
      </section>
    </Collapsible>
  )
}

/** Bars of the last days, today in ink. The table below has the same values; `label` summarises them. */
function DailyPlot({ values, label }: { values: readonly number[]; label: string }) {
  const bars = plotBars(values)
  return (
    <svg
      className="daily-plot"
      viewBox={`0 0 ${PLOT_SIZE.width} ${PLOT_SIZE.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map((bar, index) => (
        <rect key={bar.x} {...bar} data-today={index === bars.length - 1 || undefined} />
      ))}
    </svg>
  )
}

interface PlotBar {
  x: number
  y: number
  width: number
  height: number
}

/** Bars side by side. The highest has the height of the plot. A value of zero is a thin line at the foot. */
export function plotBars(values: readonly number[]): PlotBar[] {
  const maxValue = Math.max(0, ...values)
  const barPitch = PLOT_SIZE.width / Math.max(1, values.length)
  return values.map((value, index) => {
    const height = value > 0 ? Math.max(MIN_BAR_HEIGHT, (value / maxValue) * PLOT_SIZE.height) : 0.5
    return { x: index * barPitch, y: PLOT_SIZE.height - height, width: barPitch - BAR_GAP_PX, height }
  })
}

/** Values of the plots as a table, the newest day first. */
function DailyTable({ days }: { days: readonly DayStats[] }) {
  const isSelling = sellsPlans()
  return (
    <table className="daily-table w-full border-collapse text-small whitespace-nowrap" aria-label={words.table.label}>
      <thead>
        <tr>
          <th scope="col">{words.table.day}</th>
          <th scope="col">{words.table.users}</th>
          <th scope="col">{words.table.downloads}</th>
          <th scope="col">{words.table.storage}</th>
          {isSelling && <th scope="col">{words.revenue}</th>}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, users, downloads, storage, revenue }) => (
          <tr key={date}>
            <th scope="row">{formatUtcDay(date)}</th>
            <td>{formatNumber(users)}</td>
            <td>{formatNumber(downloads)}</td>
            <td>{sizeOrNone(storage)}</td>
            {isSelling && <td>{formatAmount(revenue, REVENUE_CURRENCY)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
