import { TabPanel, Tabs } from '@kerf/ui/Tabs'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { PAGES } from '../../app/pages.ts'
import { queryClient } from '../../app/query-client.ts'
import { AdminHead } from './AdminHead.tsx'
import { AbuseTab } from './abuse/AbuseTab.tsx'
import { ADMIN_TABS, type AdminTab, addressOf, tabOf } from './admin-tabs.ts'
import { AuditTab } from './audit/AuditTab.tsx'
import { JobsTab } from './jobs/JobsTab.tsx'
import { SecondFactorNeeded } from './SecondFactorNeeded.tsx'
import { SettingsTab } from './settings/SettingsTab.tsx'
import { StatStrip } from './stats/StatStrip.tsx'
import { SubscriptionsTab } from './subscriptions/SubscriptionsTab.tsx'
import { useNeedsSecondFactor } from './use-needs-second-factor.ts'
import { UsersTab } from './users/UsersTab.tsx'
import './admin.css'

const PANELS: Readonly<Record<AdminTab, () => React.JSX.Element>> = {
  users: UsersTab,
  jobs: JobsTab,
  subscriptions: SubscriptionsTab,
  settings: SettingsTab,
  abuse: AbuseTab,
  audit: AuditTab,
}

const TABS = ADMIN_TABS.map((id) => ({ id, name: adminWords.tabs[id] }))

/** Everything about the installation and the people on it. Which tab is open is in the address, so that back leads back. */
export function AdminPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="page admin">
        <AdminPanel />
      </div>
    </QueryClientProvider>
  )
}

function AdminPanel() {
  const tab = tabOf(useSearch())
  const [, navigate] = useLocation()
  if (useNeedsSecondFactor()) return <SecondFactorNeeded />
  return (
    <>
      <AdminHead />
      <StatStrip />
      <Tabs
        label={adminWords.tabsLabel}
        tabs={TABS}
        current={tab}
        onChange={(id) => navigate(addressOf(PAGES.admin.path, id as AdminTab))}
      >
        {ADMIN_TABS.map((id) => {
          const Panel = PANELS[id]
          return (
            <TabPanel key={id} id={id}>
              <Panel />
            </TabPanel>
          )
        })}
      </Tabs>
    </>
  )
}
