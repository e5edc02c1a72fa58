import { Link } from 'wouter'
import { dashboardWords } from '#messages/dashboard.ts'
import { PAGES } from '../../app/pages.ts'
import { AccountPage } from './AccountPage.tsx'
import { Jobs } from './Jobs.tsx'

export function JobsPage() {
  return (
    <AccountPage
      page="jobs"
      beside={
        <Link href={PAGES.profile.path} className="desk-more">
          {dashboardWords.profileLink}
        </Link>
      }
    >
      {() => <Jobs />}
    </AccountPage>
  )
}
