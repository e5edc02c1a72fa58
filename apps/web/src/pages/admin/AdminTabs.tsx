import { TabPanel, Tabs } from '@kerf/ui/Tabs'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { useSiteOptions } from '../../data/site-options.ts'
import { statsQuery } from '../../features/admin/admin-queries.ts'
import { type AdminTab, addressOf, TABS, tabOf } from '../../features/admin/admin-tabs.ts'
import { formatNumber } from '../../features/admin/formatting.ts'
import { JobsTab } from '../../features/admin/jobs/JobsTab.tsx'
import { SubscriptionsTab } from '../../features/admin/subscriptions/SubscriptionsTab.tsx'
import { UsersTab } from '../../features/admin/users/UsersTab.tsx'

// Those that are used less often, and are large, are loaded on demand.
const later = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))
const SettingsTab = later(() => import('../../features/admin/settings/SettingsTab.tsx'), 'SettingsTab')
const MessagesTab = later(() => import('../../features/admin/messages/MessagesTab.tsx'), 'MessagesTab')
const NewsletterTab = later(() => import('../../features/admin/messages/NewsletterTab.tsx'), 'NewsletterTab')
const NoticesTab = later(() => import('../../features/admin/notices/NoticesTab.tsx'), 'NoticesTab')
const AuditTab = later(() => import('../../features/admin/audit/AuditTab.tsx'), 'AuditTab')

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

/** Which tab is open is in the address, so that back leads back. Two say how much waits behind them. */
export function AdminTabs() {
  const asked = tabOf(useSearch())
  const [, navigate] = useLocation()
  const { data } = useQuery(statsQuery)
  const { newMessages = 0, openNotices = 0 } = data ?? {}
  const { plans } = useSiteOptions()
  const shown = useMemo(() => TABS.filter((id) => plans || id !== 'subscriptions'), [plans])
  const tabs = useMemo(() => {
    const waiting: Partial<Record<AdminTab, number>> = { contact: newMessages, notices: openNotices }
    return shown.map((id) => {
      const name = adminWords.tabs[id]
      return { id, name: waiting[id] ? adminWords.tabWaiting(name, formatNumber(waiting[id])) : name }
    })
  }, [newMessages, openNotices, shown])
  return (
    <Tabs
      label={adminWords.tabsLabel}
      tabs={tabs}
      current={shown.includes(asked) ? asked : TABS[0]}
      onChange={(id) => navigate(addressOf(PAGES.admin.path, id as AdminTab))}
    >
      {shown.map((id) => {
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
