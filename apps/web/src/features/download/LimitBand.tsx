import type { ViewerKind } from '@kerf/domain/access/viewer'
import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { ClockIcon } from '@kerf/ui/icons/tool-icons'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { proWords } from '#messages/asides.ts'
import { limitWords } from '#messages/clips/limit.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import type { QuotaReading } from './quota-reading.ts'
import { useSignUpAddress } from './sign-up-address.ts'

interface LimitBandProps {
  /** Id of the band, which describes the buttons that the limit blocks. */
  id: string
  limit: QuotaReading
  viewer: ViewerKind
  /** Time at which the limit resets. */
  children: ReactNode
}

export function LimitBand({ id, limit, viewer, children }: LimitBandProps) {
  return (
    <div className="mb-4" id={id}>
      <Band
        icon={<ClockIcon />}
        action={
          sellsPlans() && (
            <Link href="/subscription" className={buttonClass({ variant: 'quiet' })}>
              {proWords.plans}
            </Link>
          )
        }
      >
        <b>{errorSentences[`${limit.period}_limit`]}.</b> {limitWords.used(limit.used, limit.limit)} {children}
        {viewer === 'anonymous' && <FreeAccount limit={limit.limit} />}
      </Band>
    </div>
  )
}

/** Offers a free account to strangers, if it has a higher daily limit. */
function FreeAccount({ limit }: { limit: number }) {
  const { dailyLimit } = usePlanTerms()
  const signUpAddress = useSignUpAddress()
  if (dailyLimit <= limit) return null
  return (
    <>
      {' '}
      {limitWords.account(dailyLimit)} <Link href={signUpAddress}>{limitWords.signUp}</Link>
    </>
  )
}
