import { dashboardWords } from '#messages/account/dashboard.ts'
import { Jobs } from '../../features/jobs/Jobs.tsx'
import { AccountPage } from './AccountPage.tsx'

export function JobsPage() {
  return (
    <AccountPage page="jobs" headingLink={{ to: 'profile', label: dashboardWords.profileLink }}>
      {() => <Jobs />}
    </AccountPage>
  )
}
