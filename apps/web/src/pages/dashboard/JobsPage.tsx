import { Link } from 'wouter'
import { dashboardWords } from '#messages/dashboard.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { Jobs } from '../../features/jobs/Jobs.tsx'
import { AccountPage } from './AccountPage.tsx'

export function JobsPage() {
  return (
    <AccountPage
      page="jobs"
      beside={
        <Link href={PAGES.profile.path} className="dashboard-more">
          {dashboardWords.profileLink}
        </Link>
      }
    >
      {() => <Jobs />}
    </AccountPage>
  )
}
