import { dashboardWords } from '#messages/account/dashboard.ts'
import { billingWords } from '#messages/account/payments.ts'
import { PaymentList } from '../../features/billing/PaymentList.tsx'
import { PlanOutlook } from '../../features/billing/PlanOutlook.tsx'
import { PlanSummary } from '../../features/profile/PlanSummary.tsx'
import { AccountPage } from './AccountPage.tsx'

export function BillingPage() {
  return (
    <AccountPage page="billing" beside={{ to: 'subscription', label: dashboardWords.plansLink }}>
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
