export const ADMIN_TABS = ['users', 'jobs', 'subscriptions', 'settings', 'abuse', 'audit'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

/** Which tab an address like `?tab=jobs` means; the first one where it means none. */
export function tabOf(search: string): AdminTab {
  const wanted = new URLSearchParams(search).get('tab')
  return ADMIN_TABS.find((tab) => tab === wanted) ?? ADMIN_TABS[0]
}

/** The first tab is the panel itself. */
export function addressOf(path: string, tab: AdminTab): string {
  return tab === ADMIN_TABS[0] ? path : `${path}?tab=${tab}`
}
