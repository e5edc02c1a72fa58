import { PRODUCT_NAME } from '@kerf/domain/site/product'

/** Every sentence of the interface. */
export const messages = {
  layout: {
    noScript: 'Kerf needs JavaScript to cut videos in your browser.',
    titleOfVideo: (title: string) => `${title} | ${PRODUCT_NAME}`,
    home: `${PRODUCT_NAME}, home`,
    skipToMain: 'Skip to content',
    mainNavigation: 'Main',
    footerNavigation: 'More',
    menu: 'Menu',
    features: 'Features',
    faq: 'FAQ',
    signIn: 'Sign In',
    getStarted: 'Get Started',
    contact: 'Contact',
    terms: 'Terms',
    privacy: 'Privacy',
    language: 'Language',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  toast: { dismiss: 'Dismiss', region: 'Notifications ({hotkey})', announced: 'Notification' },
  connection: {
    offline: 'You are offline.',
    offlineMore: 'Your range is saved. Downloads continue when you are back online.',
    offlineFiles: 'Files can still be cut here.',
    serverGone: 'The server is not responding.',
    serverGoneMore: 'Your range is saved. Kerf keeps trying to reconnect.',
  },
  pageFailed: {
    title: 'This page did not load',
    text: 'Part of it could not be loaded. Your range and your downloads are safe.',
    reload: 'Reload',
  },
  link: {
    label: 'Video link',
    placeholder: 'Paste a video URL',
    paste: 'Paste',
    process: 'Process',
    processing: 'Processing...',
    kinds: { youtube: 'YouTube links. ', media: 'Media links. ' },
    help: 'No account needed. Your clip is deleted within 24 hours.',
    trySample: 'Try the sample',
    openFile: 'or open a file',
    clipboardClosed: 'Your browser blocked access to the clipboard. Press Ctrl+V or hold the field to paste.',
    clipboardEmpty: 'There is no text in the clipboard.',
    cookiesNeeded: 'Kerf needs a cookie to remember your video. Please allow cookies for this site.',
    invalidTitle: 'Invalid URL',
    invalid: 'Please enter a valid YouTube URL.',
    invalidOfAny: 'Please enter a valid video link.',
  },
  /** Handles of the timeline, which the home page shows first. */
  timeline: { start: 'Start', end: 'End', playhead: 'Playhead' },
  processing: {
    loadingVideo: 'Loading the video',
    successTitle: 'Success',
    successText: 'Your video is ready. Set start and end.',
    errorTitle: 'Error',
  },
} as const

/** Titles of browser tabs, by page. Descriptions are separate, because only the build needs them. */
export const pageWords = {
  home: { title: 'cut exactly the part you want' },
  signIn: { title: 'Sign in' },
  signUp: { title: 'Sign up' },
  forgotPassword: { title: 'Forgot password' },
  resetPassword: { title: 'Reset password' },
  confirmEmail: { title: 'Confirm email' },
  confirmNewsletter: { title: 'Confirm newsletter' },
  endNewsletter: { title: 'Unsubscribe' },
  setup: { title: 'Set up' },
  terms: { title: 'Terms of Service' },
  privacy: { title: 'Privacy Policy' },
  contact: { title: 'Contact' },
  subscription: { title: 'Pricing' },
  device: { title: 'Files of this device' },
  batch: { title: 'Several links at once' },
  profile: { title: 'Profile' },
  billing: { title: 'Billing' },
  receipt: { title: 'Receipt' },
  jobs: { title: 'Downloads' },
  settings: { title: 'Settings' },
  admin: { title: 'Admin' },
  adminTest: { title: 'Admin test' },
  tools: { title: 'Tools' },
  api: { title: 'API' },
  changelog: { title: 'Changelog' },
  dmca: { title: 'DMCA' },
} as const

/** Descriptions of pages for search engines and shared links. */
export const pageDescriptions = {
  home: 'Paste a video link, choose start and end to the frame, and download exactly that part. Up to 4K or as MP3. No watermark, no account needed.',
  signIn: 'Sign in to your account.',
  signUp: 'Create an account: your downloads on every device.',
  forgotPassword: 'Get a link to set a new password.',
  resetPassword: 'Set a new password with the token from your email.',
  confirmEmail: 'Confirm your email with the link we sent you.',
  confirmNewsletter: 'Confirm your subscription with the link we sent you.',
  endNewsletter: 'Unsubscribe with the link in any newsletter.',
  setup: 'Make the first admin of this server.',
  terms: 'What you can expect from us, and what we expect from you.',
  privacy: 'What this server stores about you, for how long, and how to delete it.',
  contact: 'Write to the people behind this server.',
  subscription: 'Free, Pro and Lifetime: the same exact cut, more pixels and more clips.',
  device: 'Cut a video or audio file of this device in the browser, exact to the frame. Nothing is uploaded.',
  batch: 'Paste up to 20 links, cut a part of each, and save them all as one zip.',
  profile: 'Your account and your downloads.',
  billing: 'Your plan and your receipts.',
  receipt: 'A receipt to view and print.',
  jobs: 'Your past and running downloads.',
  settings: 'Your profile, password and sessions.',
  admin: 'Users, jobs and settings.',
  adminTest: 'Raw statistics and users.',
  tools: 'Ways to open a video here: a bookmark, an app, an extension, a program.',
  api: 'Every API call: parameters, responses and errors.',
  changelog: 'What has changed, release by release.',
  dmca: 'Report a video that infringes your copyright.',
} as const

/** Home page around the tool. Each claim holds by design and has a test; none is a measured number. */
export const landing = {
  hero: {
    words: ['Cut', 'Trim', 'Download'],
    spoken: 'Cut, trim, download exactly the part you want.',
    restOfLine: ' exactly',
    secondLine: 'the part you want.',
    timeline: 'Try the handles on the sample video',
    steps: [
      ['Paste a link.', 'You see the video at once.'],
      ['Set start and end.', 'Drag, type or step by frames.'],
      ['Download that part.', 'Not a frame more.'],
    ],
  },
} as const

const count = (amount: string, one: string, many: string): string => `${amount} ${amount === '1' ? one : many}`

/** Words of times and durations. Numbers arrive formatted. */
export const timeWords = {
  /** Time of today: `22:14`. */
  today: (clock: string) => clock,
  /** Time of another day: `tomorrow 22:14`, `Sunday 22:14`. */
  onDay: (day: string, clock: string) => `${day} ${clock}`,
  hours: (amount: string) => count(amount, 'hour', 'hours'),
  minutes: (amount: string) => count(amount, 'minute', 'minutes'),
  seconds: (amount: string) => count(amount, 'second', 'seconds'),
} as const

/** Errors of calls without an answer, or with an answer that is not from this API. */
export const unansweredSentences = {
  offline: 'You are offline. Please try again when you are back online.',
  serverGone: 'The server is not responding. Please try again in a moment.',
  unknown: 'Something went wrong. Please try again.',
} as const
