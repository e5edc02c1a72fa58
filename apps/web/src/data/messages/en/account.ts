import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-strength'
import { PRODUCT_NAME } from '@kerf/domain/site/product'

/** The pages on which people sign in, sign up and get a new password. */
export const accountWords = {
  fillInAll: 'Please fill in all fields',
  fields: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    confirm: 'Confirm new password',
    token: 'Reset token',
  },
  /** The same within a sentence: `Show new password`. */
  revealed: { password: 'password', newPassword: 'new password', confirm: 'confirmation' },
  faults: {
    name: { missing: 'Please enter your name', too_big: 'This name is too long', otherwise: 'Please enter your name' },
    email: {
      missing: 'Please enter your email address',
      otherwise: 'Please enter a valid email address',
    },
    password: {
      missing: 'Please enter your password',
      too_big: `Password must be at most ${PASSWORD_MAX_LENGTH} characters`,
      otherwise: 'Please enter your password',
    },
    newPassword: {
      missing: 'Please enter a password',
      too_big: `Password must be at most ${PASSWORD_MAX_LENGTH} characters`,
      otherwise: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
    },
    confirm: { missing: 'Please enter the password again', otherwise: 'Passwords do not match' },
    token: { missing: 'Please enter the token from your mail', otherwise: 'This is no reset token' },
    code: { missing: 'Please enter a code', otherwise: 'This is no code' },
  },
  strength: {
    too_short: `At least ${PASSWORD_MIN_LENGTH} characters. Several words make a good one.`,
    common: 'One of the first that anybody would try. Another one is safer.',
    weak: 'Easy to guess. Longer is better.',
    fair: 'Fair. A few more characters make it strong.',
    strong: 'Strong.',
  },
  /** The second factor at sign-in. */
  code: {
    label: 'Code from your app',
    hint: 'This account has a second factor. Your authenticator app shows a new code every half minute.',
    backup: 'Backup code',
    backupHint: 'One of those that you kept when you set up the second factor. It works once.',
    useBackup: 'Use a backup code',
    fromApp: 'Use the app',
  },
  signIn: {
    submit: 'Sign In',
    sending: 'Signing In...',
    forgot: 'Forgot your password?',
    newHere: 'New here?',
    create: 'Create an account',
    failed: 'Failed to sign in',
    done: 'Signed in successfully!',
  },
  signUp: {
    lead: 'Free, without a card. Your downloads and your plan, on every device.',
    submit: 'Create Account',
    sending: 'Creating Account...',
    haveAccount: 'Have an account?',
    signIn: 'Sign in',
    agree: 'An account is subject to the',
    terms: 'Terms of Service',
    and: 'and the',
    privacy: 'Privacy Policy',
    takenBefore: 'Is it yours?',
    takenOr: 'or',
    takenForgot: 'set a new password',
    failed: 'Failed to create account',
    done: 'Account created successfully!',
    doneMail: (email: string) => `A link was sent to ${email}. Opening it confirms your email.`,
  },
  already: {
    title: 'You are signed in',
    as: (name: string, email: string) => `As ${name}, ${email}.`,
    cut: 'Cut a video',
    /** To the page for which they were sent to sign in. */
    goOn: 'Continue',
    profile: 'Your profile',
    leave: 'Sign out',
    leaving: 'Signing Out...',
    looking: 'Looking who you are',
  },
  /** The mail that confirms an account's email. */
  verification: {
    send: 'Send the mail again',
    sending: 'Sending...',
    sentTitle: 'Check Your Email',
    sent: (email: string) => `A link was sent to ${email}. Opening it confirms the email.`,
  },
  forgot: {
    lead: 'Enter the email of your account. You get a link with which you set a new password.',
    submit: 'Send Reset Link',
    sending: 'Sending...',
    remembered: 'Remembered it?',
    signIn: 'Sign in',
    missing: 'Please enter your email address',
    failed: 'Failed to send reset email',
    doneTitle: 'Reset Link Sent',
    done: 'If the email exists, a reset link has been sent to your inbox.',
    demo: (token: string) => `Demo mode. Your reset token: ${token}`,
  },
  sent: {
    title: 'Check Your Email',
    text: (email: string) => `If there is an account with ${email}, a link to set a new password is on its way.`,
    nothing: 'Nothing there after a few minutes? Look into the spam folder, or try another email.',
    haveToken: 'I Have a Reset Token',
    back: 'Back to Sign In',
    another: 'Try another email',
    demo: `This ${PRODUCT_NAME} runs in demo mode, so the token is shown here as well:`,
  },
  reset: {
    lead: 'The token is in the mail that you were sent. It works once.',
    submit: 'Set New Password',
    sending: 'Setting New Password...',
    noToken: 'No token?',
    request: 'Have one sent',
    failed: 'Failed to reset password',
    done: 'Your new password is set. Sign in with it.',
  },
} as const

/** The pages that links in mails lead to. */
export const mailedLinkWords = {
  failed: 'That did not work yet',
  tryAgain: 'Try again',
  email: {
    sending: 'One moment: your email is being confirmed.',
    none: 'The link in your mail opens this page and confirms your email by itself.',
    confirmedTitle: 'Email confirmed',
    confirmed: (email: string) => `${email} is confirmed.`,
    changedTitle: 'Email changed',
    changed: (email: string) => `The email of your account is ${email} now.`,
    oldTitle: 'This link is not valid any more',
    oldConfirmed: (email: string) => `It was used already, or is too old. Your email is ${email}, and it is confirmed.`,
    old: (email: string) => `It was used already, or is too old. Your email ${email} is not confirmed yet.`,
    oldStranger: 'It was used already, or is too old. Sign in, and your profile says whether your email is confirmed.',
    takenTitle: 'Your email stays as it is',
    taken: 'Another account has this email by now.',
    profile: 'Your profile',
    signIn: 'Sign in',
  },
  newsletter: {
    sending: 'One moment: your subscription is being confirmed.',
    none: 'The link in your mail opens this page and subscribes you by itself.',
    doneTitle: 'You are subscribed',
    done: (email: string) => `News goes to ${email}. Every mail has a link that ends it.`,
    oldTitle: 'This link is not valid any more',
    old: 'It was used already, or is too old. You can have a new one sent on the contact page.',
    ask: 'Go to the newsletter',
    home: 'Cut a video',
  },
  newsletterEnd: {
    sending: 'One moment: you are being taken off the list.',
    none: 'The link at the end of each newsletter opens this page and takes you off the list by itself.',
    doneTitle: 'You are unsubscribed',
    done: 'No more news is sent to you, and nothing of your email is kept on the list.',
    oldTitle: 'This link is not valid any more',
    old: 'It was used already, or is too old. Should another newsletter come, its own link ends it, or write to us.',
    write: 'Write to us',
    home: 'Cut a video',
  },
} as const

/** What forms have in common. */
export const formWords = {
  error: 'Error',
  success: 'Success',
  /** The button that shows a password; `what` is how the field is called within a sentence. */
  reveal: (what: string) => ({ show: 'Show', hide: 'Hide', showLabel: `Show ${what}`, hideLabel: `Hide ${what}` }),
} as const

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
