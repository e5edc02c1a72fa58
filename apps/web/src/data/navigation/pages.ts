/** Every page of the web app: its address, and who may see it. Its components are in routes.tsx. */
export interface Page {
  /** A part that begins with a colon stands for any one part. */
  path: string
  /** Built as HTML beforehand, so that search engines and slow phones see it at once. */
  prerendered?: true
  /** Search engines may list it; it is in the sitemap. */
  listed?: true
  /** Shown only to people with an account, or with the admin role. */
  needs?: 'account' | 'admin'
}

export const PAGES = {
  home: { path: '/', prerendered: true, listed: true },
  signIn: { path: '/signin', prerendered: true },
  signUp: { path: '/signup', prerendered: true },
  forgotPassword: { path: '/forgot-password', prerendered: true },
  resetPassword: { path: '/reset-password', prerendered: true },
  // Links in mails lead here.
  confirmEmail: { path: '/confirm-email', prerendered: true },
  confirmNewsletter: { path: '/confirm-newsletter', prerendered: true },
  endNewsletter: { path: '/end-newsletter', prerendered: true },
  // The link that a new server prints leads here.
  setup: { path: '/setup', prerendered: true },
  terms: { path: '/terms', prerendered: true, listed: true },
  privacy: { path: '/privacy', prerendered: true, listed: true },
  contact: { path: '/contact', prerendered: true, listed: true },
  subscription: { path: '/subscription', prerendered: true, listed: true },
  // Says to strangers what it is; what it does is for people with a plan.
  batch: { path: '/batch' },
  profile: { path: '/profile', needs: 'account' },
  billing: { path: '/dashboard/billing', needs: 'account' },
  receipt: { path: '/dashboard/billing/:order', needs: 'account' },
  jobs: { path: '/dashboard/jobs', needs: 'account' },
  settings: { path: '/dashboard/settings', needs: 'account' },
  admin: { path: '/admin', needs: 'admin' },
  // Shows its own words to others instead of sending them away.
  adminTest: { path: '/admin-test' },
  tools: { path: '/tools', prerendered: true, listed: true },
  api: { path: '/api', prerendered: true, listed: true },
  changelog: { path: '/changelog', prerendered: true, listed: true },
  dmca: { path: '/dmca', prerendered: true, listed: true },
} as const satisfies Record<string, Page>

export type PageId = keyof typeof PAGES

export const receiptPath = (orderId: string): string =>
  PAGES.receipt.path.replace(':order', encodeURIComponent(orderId))

/** Where a batch can be found again. */
export const batchPath = (id: string): string => `${PAGES.batch.path}?id=${encodeURIComponent(id)}`

/** Addresses that were in use for the same pages. The server sends them on, and so does the app. */
export const FORMER_PATHS: Readonly<Record<string, string>> = {
  '/auth/signin': PAGES.signIn.path,
  '/auth/signup': PAGES.signUp.path,
}
