import { buttonClass } from '@kerf/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'wouter'
import { userMenuWords } from '#messages/account/account.ts'
import { profileWords } from '#messages/account/dashboard.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { quotaQuery } from '../../data/queries/calls.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { AccountFacts } from '../../features/profile/AccountFacts.tsx'
import { PlanSummary } from '../../features/profile/PlanSummary.tsx'
import { UsagePanel } from '../../features/profile/UsagePanel.tsx'
import { AccountPage } from './AccountPage.tsx'
import '../../features/profile/profile.css'

const words = profileWords.adminCard

export function ProfilePage() {
  return (
    <AccountPage page="profile">
      {(user) => (
        <>
          <AccountFacts user={user} />
          {sellsPlans() ? (
            <div className="profile-panels mt-10 grid grid-cols-[1fr_1fr_1.1fr] gap-(--kerf) max-desk:grid-cols-[1fr_1fr]">
              <UsagePanel />
              <PlanSummary />
            </div>
          ) : (
            <LimitedUsage />
          )}
          {user.role === 'admin' && <AdminPanelLink />}
        </>
      )}
    </AccountPage>
  )
}

/** Usage against the operator's limit where nothing is sold, if there is one. */
function LimitedUsage() {
  const { data } = useQuery(quotaQuery)
  if (typeof data?.limits.dailyLimit !== 'number') return null
  return (
    <div className="profile-panels mt-10 grid grid-cols-[1fr_1fr] gap-(--kerf)">
      <UsagePanel />
    </div>
  )
}

function AdminPanelLink() {
  const titleId = useId()
  return (
    <section
      className="mt-13.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-bar bg-surface px-5 py-4.5 max-desk:mt-8"
      aria-labelledby={titleId}
    >
      <div>
        <h2 id={titleId}>{userMenuWords.admin}</h2>
        <p className="note">{words.text}</p>
      </div>
      <Link href={PAGES.admin.path} className={buttonClass({}, 'max-phone:w-full')}>
        {words.open}
      </Link>
    </section>
  )
}
