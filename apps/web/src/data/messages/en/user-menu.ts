/** The menu of whoever is signed in. */
export const userMenuWords = {
  open: (name: string) => `Account menu of ${name}`,
  profile: 'Profile',
  billing: 'Billing/Subscription',
  jobs: 'Downloads/Jobs',
  batch: 'Several links at once',
  settings: 'Settings',
  admin: 'Admin Panel',
  logout: 'Logout',
  signingOut: 'Signing Out...',
} as const
