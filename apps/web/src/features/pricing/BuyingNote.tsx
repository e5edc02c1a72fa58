import { PLANS } from '@kerf/domain/plans'
import { Band } from '@kerf/ui/Band'
import { CircleAlertIcon } from '@kerf/ui/icons'
import { CheckIcon } from '@kerf/ui/tool-icons'
import { useQuery } from '@tanstack/react-query'
import { pricingWords } from '#messages/pricing.ts'
import { plansQuery } from '../../api/plans-query.ts'
import { useSession } from '../../session/session.ts'

/** Why nothing can be bought, said before somebody chooses. */
export function BuyingNote() {
  const session = useSession()
  const plans = useQuery(plansQuery)
  if (session.state === 'signed_in' && session.user.subscription === 'lifetime') {
    return (
      <div className="payment-news">
        <Band icon={<CheckIcon />}>{pricingWords.nothingLeft(PLANS.lifetime.name)}</Band>
      </div>
    )
  }
  if (plans.data?.payments !== false) return null
  return (
    <div className="payment-news">
      <Band icon={<CircleAlertIcon />}>
        <b>{pricingWords.payment.notSetUp}</b> {pricingWords.payment.notSetUpMore}
      </Band>
    </div>
  )
}
