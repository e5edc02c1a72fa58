import { type CSSProperties, type ReactNode, useId } from 'react'
import { profileWords } from '#messages/account/dashboard.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { serverDate } from '../../browser/server-clock.ts'
import { formatNearTime } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import type { UsageReading } from './usage-reading.ts'

const words = profileWords.usage
/** Largest limit that is drawn as one segment per download. More segments would be too thin to count. */
const MAX_SEGMENTS = 20

/** Downloads of one period, against the limit of that period. */
export function UsageMeter({ reading }: { reading: UsageReading }) {
  const { period, used, limit, resetsAt } = reading
  const labelId = useId()
  return (
    <div className="usage-card">
      <h3 id={labelId} className="text-small font-normal text-ink-2">
        {words[period]}
      </h3>
      <p className="leading-[1.1]">{usageText(reading)}</p>
      {limit === null ? (
        <div className="usage-bar" data-endless aria-hidden="true">
          <Segments count={MAX_SEGMENTS} used={used ?? 0} />
        </div>
      ) : (
        <UsageBar used={used ?? 0} limit={limit} labelId={labelId} />
      )}
      <p className="font-semibold leading-[1.3]">{describeRemaining(reading)}</p>
      {resetsAt && limit !== null && (
        <p className="note">
          {words.startsAgain}{' '}
          <time dateTime={resetsAt}>{formatNearTime(new Date(resetsAt), serverDate(), LOCALE)}</time>
        </p>
      )}
    </div>
  )
}

function UsageBar({ used, limit, labelId }: { used: number; limit: number; labelId: string }) {
  const cappedUse = Math.min(used, limit)
  const spokenText = words.spoken(used, limit)
  return (
    <>
      <meter
        className="sr-only"
        aria-labelledby={labelId}
        aria-valuetext={spokenText}
        min={0}
        max={limit}
        value={cappedUse}
      >
        {spokenText}
      </meter>
      <div className="usage-bar" aria-hidden="true" style={{ '--used': cappedUse / limit } as CSSProperties}>
        {limit <= MAX_SEGMENTS ? <Segments count={limit} used={cappedUse} /> : <i className="usage-run" />}
      </div>
    </>
  )
}

function Segments({ count, used }: { count: number; used: number }) {
  const segments = Array.from({ length: count }, (_, index) => index + 1)
  return segments.map((segment) => <i key={segment} data-used={segment <= used || undefined} />)
}

function usageText({ used, limit }: UsageReading): ReactNode {
  const formatCount = (amount: number): string => new Intl.NumberFormat(LOCALE).format(amount)
  if (used === null && limit !== null)
    return (
      <>
        {words.atMost} <span className="time text-[2rem]">{formatCount(limit)}</span>
      </>
    )
  return (
    <>
      <span className="time text-[2rem]">{formatCount(used ?? 0)}</span>{' '}
      {limit === null ? words.unlimited : words.of(formatCount(limit))}
    </>
  )
}

function describeRemaining({ period, used, limit }: UsageReading): string | null {
  if (limit === null) return words.noLimit
  if (used === null) return null
  return used >= limit ? errorSentences[`${period}_limit`] : words.left(limit - used)
}
