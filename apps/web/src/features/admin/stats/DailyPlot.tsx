import { PLOT, plotBars } from './plot-bars.ts'

/** A month at a glance, today in ink. Its figures are in the table below the strip; `label` says what matters of them. */
export function DailyPlot({ values, label }: { values: readonly number[]; label: string }) {
  const bars = plotBars(values)
  return (
    <svg
      className="daily-plot"
      viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
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
