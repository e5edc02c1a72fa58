import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { ClockIcon } from '@kerf/ui/tool-icons'
import { Link } from 'wouter'
import { toolWords } from '#messages/tool.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { type QuotaReading, resetWords } from './quota-reading.ts'
import { useTimeLeft } from './use-time-left.ts'

const words = toolWords.limit

interface LimitBandProps {
  /** Buttons that the limit keeps from working are described by it. */
  id: string
  limit: QuotaReading
}

export function LimitBand({ id, limit }: LimitBandProps) {
  return (
    <div className="mb-4" id={id}>
      <Band
        icon={<ClockIcon />}
        action={
          <Link href="/subscription" className={buttonClass({ variant: 'quiet' })}>
            {words.plans}
          </Link>
        }
      >
        <b>{limit.period === 'daily' ? words.daily : words.monthly}.</b> {words.used(limit.used, limit.limit)}{' '}
        <Reset at={limit.resetsAt} />
      </Band>
    </div>
  )
}

/** Counts down in silence: the band around it is read out as a whole whenever something in it changes. */
function Reset({ at }: { at: Date }) {
  useTimeLeft(at.getTime())
  return (
    <span role="timer" aria-live="off">
      {resetWords(at, new Date(), LOCALE)}
    </span>
  )
}
