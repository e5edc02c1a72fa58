import { Link } from 'wouter'
import { dashboardWords } from '#messages/dashboard.ts'
import { billingWords } from '#messages/payments.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { PaymentList } from '../../features/billing/PaymentList.tsx'
import { PlanOutlook } from '../../features/billing/PlanOutlook.tsx'
import { PlanSummary } from '../../features/profile/PlanSummary.tsx'
import { AccountPage } from './AccountPage.tsx'

export function BillingPage() {
  return (
    <AccountPage
      page="billing"
      beside={
        <Link href={PAGES.subscription.path} className="dashboard-more">
          {dashboardWords.plansLink}
        </Link>
      }
    >
      {(user) => (
        <>
          <div className="mt-10">
            <PlanSummary title={billingWords.plan} wide />
            <PlanOutlook />
          </div>
          <PaymentList user={user} />
        </>
      )}
    </AccountPage>
  )
}
