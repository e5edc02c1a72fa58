import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { ClockIcon } from '@kerf/ui/icons'
import { Link } from 'wouter'
import { messages } from '#messages/messages.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { type QuotaReading, resetWords } from './quota-reading.ts'

const words = messages.limit

export function LimitBand({ limit }: { limit: QuotaReading }) {
  return (
    <div className="mb-4">
      <Band
        icon={<ClockIcon />}
        action={
          <Link href="/subscription" className={buttonClass({ variant: 'quiet' })}>
            {words.plans}
          </Link>
        }
      >
        <b>{limit.period === 'daily' ? words.daily : words.monthly}.</b> {words.used(limit.used, limit.limit)}{' '}
        {resetWords(limit.resetsAt, new Date(), LOCALE)}
      </Band>
    </div>
  )
}
