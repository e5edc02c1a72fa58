/** Every page of the web app: where it is, and who may be told about it. Its components are in routes.tsx. */
export interface Page {
  path: string
  /** Built as HTML beforehand, so that search engines and slow phones see it at once, and listed in the sitemap. */
  published?: true
  /** Shown only to people with an account, or with the admin role. */
  needs?: 'account' | 'admin'
}

export const PAGES = {
  home: { path: '/', published: true },
  signIn: { path: '/signin' },
  signUp: { path: '/signup' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  terms: { path: '/terms', published: true },
  privacy: { path: '/privacy', published: true },
  contact: { path: '/contact', published: true },
  subscription: { path: '/subscription', published: true },
  profile: { path: '/profile', needs: 'account' },
  billing: { path: '/dashboard/billing', needs: 'account' },
  jobs: { path: '/dashboard/jobs', needs: 'account' },
  settings: { path: '/dashboard/settings', needs: 'account' },
  admin: { path: '/admin', needs: 'admin' },
  // Shows its own words to others instead of sending them away.
  adminTest: { path: '/admin-test' },
  api: { path: '/api', published: true },
  changelog: { path: '/changelog', published: true },
  dmca: { path: '/dmca', published: true },
} as const satisfies Record<string, Page>

export type PageId = keyof typeof PAGES

/** Addresses that were in use for the same pages. The server sends them on, and so does the app. */
export const FORMER_PATHS: Readonly<Record<string, string>> = {
  '/auth/signin': PAGES.signIn.path,
  '/auth/signup': PAGES.signUp.path,
}
