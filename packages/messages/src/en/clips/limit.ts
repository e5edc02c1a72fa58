/** Explanation of a reached limit, and of what would raise it. */
export const limitWords = {
  used: (used: number, limit: number) => `${used} of ${limit} ${limit === 1 ? 'download' : 'downloads'} used.`,
  account: (daily: number) => `A free account has ${daily} a day.`,
  signUp: 'Sign up',
} as const
