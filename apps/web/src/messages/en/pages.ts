/** Titles and descriptions of the pages: what a tab, a search engine and a shared link show. */
export const pageWords = {
  home: {
    title: 'cut exactly the part you want',
    description:
      'Paste a video link, choose start and end to the frame, and download exactly that part. Up to 4K or as MP3. No watermark, no account needed.',
  },
  signIn: { title: 'Sign in', description: 'Sign in to your account.' },
  signUp: { title: 'Sign up', description: 'Make a free account: your downloads, your plan, on every device.' },
  forgotPassword: { title: 'Forgot password', description: 'Get a link to set a new password.' },
  resetPassword: { title: 'Reset password', description: 'Set a new password with the token from your mail.' },
  terms: { title: 'Terms of Service', description: 'What you may expect of us, and what we expect of you.' },
  privacy: {
    title: 'Privacy Policy',
    description: 'What this server stores about you, for how long, and how to have it erased.',
  },
  contact: { title: 'Contact', description: 'Write to the people behind this server.' },
  subscription: {
    title: 'Pricing',
    description: 'Free, Pro and Lifetime: the same exact cut, more pixels and more clips.',
  },
  profile: { title: 'Profile', description: 'Your account, your plan and your downloads.' },
  billing: { title: 'Billing', description: 'Your plan and your receipts.' },
  jobs: { title: 'Downloads', description: 'Your past and running downloads.' },
  settings: { title: 'Settings', description: 'Your profile, password and sessions.' },
  admin: { title: 'Admin', description: 'Users, jobs, subscriptions and settings.' },
  adminTest: { title: 'Admin test', description: 'Raw statistics and users.' },
  api: { title: 'API', description: 'Every call of the API: what goes in, what comes out, what can be refused.' },
  changelog: { title: 'Changelog', description: 'What has changed, release by release.' },
  dmca: { title: 'DMCA', description: 'Report a video whose rights are yours.' },
} as const
