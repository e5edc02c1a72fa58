import { PLANS } from '@kerf/domain/plans/plans'
import { Band } from '@kerf/ui/Band'
import { CircleAlertIcon } from '@kerf/ui/icons'
import { CheckIcon } from '@kerf/ui/tool-icons'
import { planWords } from '#messages/plans.ts'
import { pricingWords } from '#messages/pricing.ts'
import { useSession } from '../../data/session/session.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'

/** Why nothing can be bought, said before somebody chooses. */
export function BuyingNote() {
  const session = useSession()
  const { payments } = usePlanTerms()
  if (session.state === 'signed_in' && session.user.subscription === 'lifetime') {
    return (
      <div className="payment-news">
        <Band icon={<CheckIcon />}>{pricingWords.nothingLeft(PLANS.lifetime.name)}</Band>
      </div>
    )
  }
  if (payments !== false) return null
  return (
    <div className="payment-news">
      <Band icon={<CircleAlertIcon />}>
        <b>{planWords.notSetUp}</b> {pricingWords.payment.notSetUpMore}
      </Band>
    </div>
  )
}
