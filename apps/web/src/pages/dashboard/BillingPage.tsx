import type { User } from '@kerf/contract/auth'
import { Redirect } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { billingWords } from '#messages/account/payments.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { useHasBilling } from '../../data/queries/use-has-billing.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { PaymentList } from '../../features/billing/PaymentList.tsx'
import { PlanOutlook } from '../../features/billing/PlanOutlook.tsx'
import { PlanSummary } from '../../features/profile/PlanSummary.tsx'
import { AccountPage } from './AccountPage.tsx'

export function BillingPage() {
  return (
    <AccountPage
      page="billing"
      headingLink={sellsPlans() ? { to: 'subscription', label: dashboardWords.plansLink } : undefined}
    >
      {(user) => <Billing user={user} />}
    </AccountPage>
  )
}

/** Plan and payments. Where nothing is sold, only people with earlier payments see them. */
function Billing({ user }: { user: User }) {
  const hasBilling = useHasBilling()
  if (hasBilling === false) return <Redirect to={PAGES.profile.path} replace />
  return (
    <>
      {hasBilling && (sellsPlans() || user.subscription !== 'free') && (
        <div className="mt-10">
          <PlanSummary title={billingWords.plan} wide />
          {sellsPlans() && <PlanOutlook />}
        </div>
      )}
      <PaymentList user={user} />
    </>
  )
}
