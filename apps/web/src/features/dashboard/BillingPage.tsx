import { Link } from 'wouter'
import { dashboardWords } from '#messages/dashboard.ts'
import { PAGES } from '../../app/pages.ts'
import { PlanPiece } from '../profile/PlanPiece.tsx'
import { AccountPage } from './AccountPage.tsx'
import { PaymentList } from './PaymentList.tsx'

export function BillingPage() {
  return (
    <AccountPage
      page="billing"
      beside={
        <Link href={PAGES.subscription.path} className="desk-more">
          {dashboardWords.plansLink}
        </Link>
      }
    >
      {() => (
        <>
          <div className="mt-10">
            <PlanPiece title={dashboardWords.billing.plan} wide />
          </div>
          <PaymentList />
        </>
      )}
    </AccountPage>
  )
}
