import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { PRODUCT_NAME } from '@kerf/domain/site/product'

/** Pages to sign in, sign up and reset a password. */
export const accountWords = {
  fillInAll: 'Please fill in all fields',
  signInInstead: 'Sign in',
  fields: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    confirm: 'Confirm new password',
    token: 'Reset token',
  },
  /** Names of the passwords inside a sentence: `Show new password`. */
  revealed: { password: 'password', newPassword: 'new password', confirm: 'confirmation' },
  faults: {
    name: { too_big: 'This name is too long', otherwise: 'Please enter your name' },
    email: {
      missing: 'Please enter your email address',
      otherwise: 'Please enter a valid email address',
    },
    password: {
      too_big: `Password must be at most ${PASSWORD_MAX_LENGTH} characters`,
      otherwise: 'Please enter your password',
    },
    newPassword: {
      missing: 'Please enter a password',
      too_big: `Password must be at most ${PASSWORD_MAX_LENGTH} characters`,
      otherwise: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
    },
    confirm: { missing: 'Please enter the password again', otherwise: 'Passwords do not match' },
    token: { missing: 'Please enter the token from your email', otherwise: 'This is not a valid reset token' },
    code: { missing: 'Please enter a code', otherwise: 'This is not a valid code' },
  },
  strength: {
    too_short: `At least ${PASSWORD_MIN_LENGTH} characters. A few words make a good password.`,
    common: 'Very common and easy to guess. Choose another one.',
    weak: 'Easy to guess. Longer is better.',
    fair: 'Fair. A few more characters make it strong.',
    strong: 'Strong.',
  },
  /** Second factor at sign-in. */
  code: {
    label: 'Code from your app',
    hint: 'Two-factor authentication is on. Your authenticator app shows a new code every 30 seconds.',
    backup: 'Backup code',
    backupHint: 'One of the codes you saved when you set up two-factor authentication. Each one works once.',
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
    askWhy: 'Write to us',
    done: 'Signed in successfully!',
  },
  /** Sign-in with the operator's identity provider. `name` is its name. */
  oidc: {
    goOn: (name: string) => `Continue with ${name}`,
    or: 'or',
  },
  signUp: {
    lead: 'Your downloads, on every device.',
    submit: 'Create Account',
    sending: 'Creating Account...',
    haveAccount: 'Have an account?',
    agree: 'By creating an account, you agree to the',
    terms: 'Terms of Service',
    and: 'and the',
    privacy: 'Privacy Policy',
    takenBefore: 'Is this you?',
    takenForgot: 'set a new password',
    failed: 'Failed to create account',
    done: 'Account created successfully!',
    doneMail: (email: string) => `We sent a link to ${email}. Open it to confirm your email.`,
  },
  already: {
    title: 'You are signed in',
    as: (name: string, email: string) => `As ${name}, ${email}.`,
    cut: 'Cut a video',
    /** Link to the page that the visitor wanted before sign-in. */
    goOn: 'Continue',
    profile: 'Your profile',
  },
  /** Email that confirms an account's address. */
  verification: {
    send: 'Send the email again',
    /** Followed by a time. */
    lastSent: 'Last sent',
    sending: 'Sending...',
    sent: (email: string) => `We sent a link to ${email}. Open it to confirm your email.`,
  },
  /** Replaces the text about a sent email on servers that send none. */
  noMail: {
    title: 'No email was sent',
    text: 'This server does not send emails. Its operator can give you the link.',
  },
  forgot: {
    lead: 'Enter your email, and we will send you a link to set a new password.',
    submit: 'Send Reset Link',
    sending: 'Sending...',
    remembered: 'Remembered it?',
    failed: 'Failed to send reset email',
    doneTitle: 'Reset Link Sent',
    done: 'If the email exists, a reset link has been sent to your inbox.',
    demo: (token: string) => `Demo mode. Your reset token: ${token}`,
  },
  sent: {
    title: 'Check Your Email',
    text: (email: string) => `If there is an account with ${email}, a link to set a new password is on its way.`,
    nothing: 'Nothing after a few minutes? Check your spam folder or try another email.',
    haveToken: 'I Have a Reset Token',
    back: 'Back to Sign In',
    another: 'Try another email',
    demo: `This ${PRODUCT_NAME} runs in demo mode, so the token is shown here as well:`,
  },
  reset: {
    lead: 'The token is in the email we sent you. It works once.',
    submit: 'Set New Password',
    sending: 'Setting New Password...',
    noToken: 'No token?',
    request: 'Request a new one',
    failed: 'Failed to reset password',
    done: 'Your new password is set. Sign in with it.',
  },
} as const

/** Pages to which links in emails lead. */
export const mailedLinkWords = {
  failed: 'That did not work',
  tryAgain: 'Try again',
  oldTitle: 'This link is no longer valid',
  email: {
    sending: 'Confirming your email...',
    none: 'Open the link in the email we sent you to confirm your address.',
    confirmedTitle: 'Email confirmed',
    confirmed: (email: string) => `${email} is confirmed.`,
    changedTitle: 'Email changed',
    changed: (email: string) => `Your email is now ${email}.`,
    oldConfirmed: (email: string) => `It has been used already or has expired. Your email ${email} is confirmed.`,
    old: (email: string) => `It has been used already or has expired. Your email ${email} is not confirmed yet.`,
    oldStranger:
      'It has been used already or has expired. Sign in to see in your profile whether your email is confirmed.',
    takenTitle: 'Your email was not changed',
    taken: 'Another account already uses this email.',
  },
  newsletter: {
    sending: 'Confirming your subscription...',
    none: 'Open the link in the email we sent you to subscribe.',
    doneTitle: 'You are subscribed',
    done: (email: string) => `We will send news to ${email}. You can unsubscribe in every email.`,
    old: 'It has been used already or has expired. You can request a new one on the contact page.',
    ask: 'Go to the newsletter',
    home: 'Cut a video',
  },
  newsletterEnd: {
    sending: 'Unsubscribing...',
    none: 'Open the link at the end of any newsletter to unsubscribe.',
    doneTitle: 'You are unsubscribed',
    done: 'You will not get any more newsletters. Your email was deleted from the list.',
    old: 'It has been used already or has expired. If you still get newsletters, use the link in the latest one or write to us.',
    write: 'Write to us',
  },
} as const

/** Words that all forms share. */
export const formWords = {
  error: 'Error',
  success: 'Success',
  /** Button that shows a password. `label` is the name of the field inside a sentence. */
  reveal: (label: string) => ({ show: 'Show', hide: 'Hide', showLabel: `Show ${label}`, hideLabel: `Hide ${label}` }),
} as const

/** Pages for visitors without the necessary rights. */
export const guardWords = {
  authenticationRequired: 'Authentication Required',
  pleaseSignIn: (label: string) => `Please sign in to access ${label}.`,
  accessDenied: 'Access Denied',
  needsAdmin: 'You need admin privileges to access this page.',
  areas: {
    profile: 'your profile',
    billing: 'billing',
    receipt: 'your receipts',
    jobs: 'your downloads',
    settings: 'settings',
  },
  home: 'Go to the home page',
  loading: 'Checking whether you are signed in',
} as const

/** Menu of a signed-in person. */
export const userMenuWords = {
  open: (name: string) => `Account menu of ${name}`,
  billing: 'Billing/Subscription',
  jobs: 'Downloads/Jobs',
  admin: 'Admin Panel',
  logout: 'Logout',
  /** Mark next to the name of people with Lifetime. */
  member: 'MEMBER',
  signingOut: 'Signing Out...',
} as const
