export const TABS = ['users', 'jobs', 'subscriptions', 'settings', 'contact', 'newsletter', 'notices', 'audit'] as const
export type AdminTab = (typeof TABS)[number]

/** Tab of an address such as `?tab=jobs`; the first tab where the address names none. */
export function tabOf(search: string): AdminTab {
  const tabName = new URLSearchParams(search).get('tab')
  return TABS.find((tab) => tab === tabName) ?? TABS[0]
}

/** Address of a tab. The first tab has the address of the panel itself. */
export function addressOf(path: string, tab: AdminTab): string {
  return tab === TABS[0] ? path : `${path}?tab=${tab}`
}
