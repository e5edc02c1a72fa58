import { DEVICE_PATH } from '@kerf/domain/site/device-policy'

/** Page of the web app: its path, and who may see it. routes.tsx has the components. */
export interface Page {
  /** Path of the page. A segment that begins with a colon stands for any one segment. */
  path: string
  /** Rendered as HTML by the build, so that search engines and slow phones see the page at once. */
  prerendered?: true
  /** Whether the sitemap for search engines has the page. */
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
  // Links in emails lead to these pages.
  confirmEmail: { path: '/confirm-email', prerendered: true },
  confirmNewsletter: { path: '/confirm-newsletter', prerendered: true },
  endNewsletter: { path: '/end-newsletter', prerendered: true },
  // The link that a new server prints leads to this page.
  setup: { path: '/setup', prerendered: true },
  terms: { path: '/terms', prerendered: true, listed: true },
  privacy: { path: '/privacy', prerendered: true, listed: true },
  contact: { path: '/contact', prerendered: true, listed: true },
  subscription: { path: '/subscription', prerendered: true, listed: true },
  // A document of its own, which connects to nothing.
  device: { path: DEVICE_PATH, prerendered: true, listed: true },
  // Strangers see what a batch is. Only people with a plan can use it.
  batch: { path: '/batch' },
  profile: { path: '/profile', needs: 'account' },
  billing: { path: '/dashboard/billing', needs: 'account' },
  receipt: { path: '/dashboard/billing/:order', needs: 'account' },
  jobs: { path: '/dashboard/jobs', needs: 'account' },
  settings: { path: '/dashboard/settings', needs: 'account' },
  admin: { path: '/admin', needs: 'admin' },
  // People without the admin role see a text on this page instead of a redirect.
  adminTest: { path: '/admin-test' },
  tools: { path: '/tools', prerendered: true, listed: true },
  api: { path: '/api', prerendered: true, listed: true },
  changelog: { path: '/changelog', prerendered: true, listed: true },
  dmca: { path: '/dmca', prerendered: true, listed: true },
} as const satisfies Record<string, Page>

export type PageId = keyof typeof PAGES

export const receiptPath = (orderId: string): string =>
  PAGES.receipt.path.replace(':order', encodeURIComponent(orderId))

/** Address of a batch. */
export const batchPath = (id: string): string => `${PAGES.batch.path}?id=${encodeURIComponent(id)}`

/** Old paths of pages. The server and the app redirect them. */
export const FORMER_PATHS: Readonly<Record<string, string>> = {
  '/auth/signin': PAGES.signIn.path,
  '/auth/signup': PAGES.signUp.path,
}
