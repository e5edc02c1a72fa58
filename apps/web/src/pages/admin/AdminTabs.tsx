import { TabPanel, Tabs } from '@kerf/ui/Tabs'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { statsQuery } from '../../features/admin/admin-queries.ts'
import { type AdminTab, addressOf, TABS, tabOf } from '../../features/admin/admin-tabs.ts'
import { formatNumber } from '../../features/admin/formatting.ts'
import { UsersTab } from '../../features/admin/users/UsersTab.tsx'

// All tabs but the first are loaded on demand.
const lazyTab = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))
const JobsTab = lazyTab(() => import('../../features/admin/jobs/JobsTab.tsx'), 'JobsTab')
const SubscriptionsTab = lazyTab(
  () => import('../../features/admin/subscriptions/SubscriptionsTab.tsx'),
  'SubscriptionsTab',
)
const SettingsTab = lazyTab(() => import('../../features/admin/settings/SettingsTab.tsx'), 'SettingsTab')
const MessagesTab = lazyTab(() => import('../../features/admin/messages/MessagesTab.tsx'), 'MessagesTab')
const NewsletterTab = lazyTab(() => import('../../features/admin/messages/NewsletterTab.tsx'), 'NewsletterTab')
const NoticesTab = lazyTab(() => import('../../features/admin/notices/NoticesTab.tsx'), 'NoticesTab')
const AuditTab = lazyTab(() => import('../../features/admin/audit/AuditTab.tsx'), 'AuditTab')

const PANELS: Readonly<Record<AdminTab, ComponentType>> = {
  users: UsersTab,
  jobs: JobsTab,
  subscriptions: SubscriptionsTab,
  settings: SettingsTab,
  contact: MessagesTab,
  newsletter: NewsletterTab,
  notices: NoticesTab,
  audit: AuditTab,
}

/**
 * Tabs of the panel. The address names the open tab, so that the back button works. Two tabs show how many entries
 * wait.
 */
export function AdminTabs() {
  const tabInAddress = tabOf(useSearch())
  const [, navigate] = useLocation()
  const { data } = useQuery(statsQuery)
  const { newMessages = 0, openNotices = 0 } = data ?? {}
  const isSelling = sellsPlans()
  const visibleTabs = useMemo(() => TABS.filter((id) => isSelling || id !== 'subscriptions'), [isSelling])
  const tabs = useMemo(() => {
    const counts: Partial<Record<AdminTab, number>> = { contact: newMessages, notices: openNotices }
    return visibleTabs.map((id) => {
      const name = adminWords.tabs[id]
      return { id, name: counts[id] ? adminWords.tabWaiting(name, formatNumber(counts[id])) : name }
    })
  }, [newMessages, openNotices, visibleTabs])
  return (
    <Tabs
      label={adminWords.tabsLabel}
      tabs={tabs}
      current={visibleTabs.includes(tabInAddress) ? tabInAddress : TABS[0]}
      onChange={(id) => navigate(addressOf(PAGES.admin.path, id as AdminTab))}
    >
      {visibleTabs.map((id) => {
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
