export const TABS = ['users', 'jobs', 'subscriptions', 'settings', 'contact', 'newsletter', 'notices', 'audit'] as const
export type AdminTab = (typeof TABS)[number]

/** Which tab an address like `?tab=jobs` means; the first one where it means none. */
export function tabOf(search: string): AdminTab {
  const wanted = new URLSearchParams(search).get('tab')
  return TABS.find((tab) => tab === wanted) ?? TABS[0]
}

/** The first tab is the panel itself. */
export function addressOf(path: string, tab: AdminTab): string {
  return tab === TABS[0] ? path : `${path}?tab=${tab}`
}
