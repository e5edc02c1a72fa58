/** Setup page of a new server, which the printed link opens. */
export const setupWords = {
  lead: 'Create the admin account for this server.',
  submit: 'Create Admin',
  sending: 'Creating Admin...',
  failed: 'Failed to create the admin',
  done: 'You are the admin now',
  old: 'It was used, is older than one hour, or is from an earlier start. While there is no admin, each start of the server prints a new link.',
  none: 'Open the link that the server printed when it started. While there is no admin, each start prints a new one.',
} as const

/** Five choices of a new admin. */
export const setupChoiceWords = {
  title: 'Basic settings',
  lead: 'All of them can wait. The admin panel has the first two and the last one as well, under Settings, and you can come back to this page at /setup.',
  sources: 'What can be cut',
  sourcesNote: 'The built-in sample always works.',
  mail: 'Email',
  mailHow:
    'Both SMTP_URL and MAIL_FROM come from the environment. A change needs a restart. docs/operating.md explains them.',
  test: 'Send me a test',
  testing: 'Sending...',
  tested: 'Test email on its way',
  testedText: (email: string, place: string | null) =>
    place === null
      ? `It goes to ${email}, once a process that sends emails runs.`
      : `It goes to ${email}, through ${place}.`,
  address: 'Address',
  addressUsed: (address: string) => `Your browser uses ${address}.`,
  addressSame: 'PUBLIC_URL is set to the same address.',
  addressOther: (address: string) =>
    `PUBLIC_URL is ${address}. Links in emails lead there. Open that address, or change PUBLIC_URL and restart.`,
  addressUnset: 'PUBLIC_URL is not set. That is fine on this machine and in your own network.',
  addressPublic: (address: string) =>
    `If people reach this server by a domain name, set PUBLIC_URL=${address} in the environment, and restart.`,
  save: 'Save and Continue',
  saving: 'Saving...',
  skip: 'Skip',
} as const
