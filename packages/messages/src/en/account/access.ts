/** Access modes in the settings, and notices for people without access. */
export const accessWords = {
  legend: 'Who gets in',
  modes: {
    public: {
      name: 'Everybody',
      note: 'Anybody who can reach this server can cut videos, with or without an account.',
    },
    accounts: { name: 'People with an account', note: 'Everybody can sign up. Cutting needs an account.' },
    closed: { name: 'Invited people', note: 'Cutting needs an account, and an account needs an invitation.' },
  },
  /** Notices on the home page for visitors without a session. */
  notice: 'Videos can only be cut here by people with an account.',
  noticeClosed: 'Videos can only be cut here by people with an account. Accounts are by invitation only.',
  signIn: 'Sign in',
  signUp: 'Create an account',
  ask: 'Ask the people who run this server for an invitation',
} as const

/** Texts of the sign-up page with an invitation, and of one that requires an invitation. */
export const invitedWords = {
  looking: 'Looking at your invitation',
  lead: 'You are invited. Create your account here.',
  leadPlan: (plan: string) => `You are invited. Your account comes with ${plan}.`,
  neededTitle: 'By invitation only',
  needed: 'To create an account here you need an invitation. Please ask the people who run this server for one.',
  endedTitle: 'This invitation does not work',
  ended: {
    used: 'It has been used. Each invitation is for one account.',
    revoked: 'It was revoked by the people who run this server.',
    expired: 'It has expired. An invitation works for seven days.',
    unknown: 'The link is incomplete or very old. Please check that you copied all of it.',
  },
  another: 'Ask the people who run this server for a new one.',
} as const
