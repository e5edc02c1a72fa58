import { TabPanel, Tabs } from '@kerf/ui/Tabs'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { statsQuery } from '../../features/admin/admin-queries.ts'
import { ADMIN_TABS, type AdminTab, addressOf, tabOf } from '../../features/admin/admin-tabs.ts'
import { formatNumber } from '../../features/admin/formatting.ts'
import { JobsTab } from '../../features/admin/jobs/JobsTab.tsx'
import { SubscriptionsTab } from '../../features/admin/subscriptions/SubscriptionsTab.tsx'
import { UsersTab } from '../../features/admin/users/UsersTab.tsx'

// Those that are used less often, and are large, are loaded on demand.
const SettingsTab = lazy(async () => ({
  default: (await import('../../features/admin/settings/SettingsTab.tsx')).SettingsTab,
}))
const AbuseTab = lazy(async () => ({ default: (await import('../../features/admin/abuse/AbuseTab.tsx')).AbuseTab }))
const AuditTab = lazy(async () => ({ default: (await import('../../features/admin/audit/AuditTab.tsx')).AuditTab }))

const PANELS: Readonly<Record<AdminTab, ComponentType>> = {
  users: UsersTab,
  jobs: JobsTab,
  subscriptions: SubscriptionsTab,
  settings: SettingsTab,
  abuse: AbuseTab,
  audit: AuditTab,
}

/** Which tab is open is in the address, so that back leads back. One tab says how much waits behind it. */
export function AdminTabs() {
  const tab = tabOf(useSearch())
  const [, navigate] = useLocation()
  const { data } = useQuery(statsQuery)
  const waiting = data ? data.openNotices + data.newMessages : 0
  const tabs = useMemo(
    () =>
      ADMIN_TABS.map((id) => {
        const name = adminWords.tabs[id]
        return { id, name: id === 'abuse' && waiting > 0 ? adminWords.tabWaiting(name, formatNumber(waiting)) : name }
      }),
    [waiting],
  )
  return (
    <Tabs
      label={adminWords.tabsLabel}
      tabs={tabs}
      current={tab}
      onChange={(id) => navigate(addressOf(PAGES.admin.path, id as AdminTab))}
    >
      {ADMIN_TABS.map((id) => {
        const Panel = PANELS[id]
        return (
          <TabPanel key={id} id={id}>
            <Suspense fallback={<p role="status">{adminWords.loading}</p>}>
              <Panel />
            </Suspense>
          </TabPanel>
        )
      })}
    </Tabs>
  )
}
