/** What is said to those who open a page that is not for them. */
export const guardWords = {
  authenticationRequired: 'Authentication Required',
  pleaseSignIn: (what: string) => `Please sign in to access ${what}.`,
  accessDenied: 'Access Denied',
  needsAdmin: 'You need admin privileges to access this page.',
  areas: {
    profile: 'your profile',
    billing: 'billing',
    receipt: 'your receipts',
    jobs: 'your downloads',
    settings: 'settings',
  },
  signInInstead: 'Sign in',
  home: 'Go to the home page',
  loading: 'Looking who you are',
} as const
