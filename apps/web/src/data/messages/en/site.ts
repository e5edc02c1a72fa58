import { PRODUCT_NAME } from '@kerf/domain/site/product'

/** Every sentence of the interface. */
export const messages = {
  layout: {
    noScript: "Kerf cuts videos in your browser's window and needs JavaScript for it.",
    titleOfVideo: (title: string) => `${title} | ${PRODUCT_NAME}`,
    home: `${PRODUCT_NAME}, home`,
    skipToMain: 'Skip to the tool',
    mainNavigation: 'Main',
    footerNavigation: 'More',
    menu: 'Menu',
    features: 'Features',
    pricing: 'Pricing',
    faq: 'FAQ',
    signIn: 'Sign In',
    getStarted: 'Get Started',
    api: 'API',
    changelog: 'Changelog',
    contact: 'Contact',
    terms: 'Terms',
    privacy: 'Privacy',
    dmca: 'DMCA',
    language: 'Language',
    theme: 'Colours',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  toast: { dismiss: 'Dismiss', region: 'Notifications ({hotkey})', announced: 'Notification' },
  connection: {
    offline: 'You are offline.',
    offlineMore: 'Your range is kept. Downloads continue when you are back.',
    serverGone: 'The server does not answer.',
    serverGoneMore: 'Your range is kept. Kerf tries again by itself.',
  },
  pageFailed: {
    title: 'This page did not load',
    text: 'A part of it could not be fetched. Your range and your downloads are kept.',
    reload: 'Reload',
  },
  link: {
    label: 'Video link',
    placeholder: 'Paste a video URL',
    paste: 'Paste',
    process: 'Process',
    processing: 'Processing...',
    help: 'YouTube links. No account needed. Your clip is deleted within 24 hours.',
    trySample: 'Try the sample',
    several: 'Several links at once',
    clipboardClosed: 'Your browser keeps the clipboard closed here. Press Ctrl+V or hold the field to paste.',
    clipboardEmpty: 'There is no text in the clipboard.',
    cookiesNeeded: 'Your browser keeps no cookies here. Without one the video could not be told to be yours.',
    invalidTitle: 'Invalid URL',
    invalid: 'Please enter a valid YouTube URL.',
  },
  /** The handles of the strip, which is on the first page too. */
  timeline: { start: 'Start', end: 'End', playhead: 'Playhead' },
  processing: {
    loadingVideo: 'Loading the video',
    successTitle: 'Success',
    successText: 'Your video is ready. Set start and end.',
    errorTitle: 'Error',
  },
} as const

/** Titles of the pages: what a tab shows. Their descriptions are apart, because only the build needs them. */
export const pageWords = {
  home: { title: 'cut exactly the part you want' },
  signIn: { title: 'Sign in' },
  signUp: { title: 'Sign up' },
  forgotPassword: { title: 'Forgot password' },
  resetPassword: { title: 'Reset password' },
  confirmEmail: { title: 'Confirm email' },
  confirmNewsletter: { title: 'Confirm newsletter' },
  endNewsletter: { title: 'End newsletter' },
  terms: { title: 'Terms of Service' },
  privacy: { title: 'Privacy Policy' },
  contact: { title: 'Contact' },
  subscription: { title: 'Pricing' },
  batch: { title: 'Several links at once' },
  profile: { title: 'Profile' },
  billing: { title: 'Billing' },
  receipt: { title: 'Receipt' },
  jobs: { title: 'Downloads' },
  settings: { title: 'Settings' },
  admin: { title: 'Admin' },
  adminTest: { title: 'Admin test' },
  api: { title: 'API' },
  changelog: { title: 'Changelog' },
  dmca: { title: 'DMCA' },
} as const

/** What a search engine and a shared link say of each page. */
export const pageDescriptions = {
  home: 'Paste a video link, choose start and end to the frame, and download exactly that part. Up to 4K or as MP3. No watermark, no account needed.',
  signIn: 'Sign in to your account.',
  signUp: 'Make a free account: your downloads, your plan, on every device.',
  forgotPassword: 'Get a link to set a new password.',
  resetPassword: 'Set a new password with the token from your mail.',
  confirmEmail: 'The link in your mail confirms your email.',
  confirmNewsletter: 'The link in your mail subscribes you to the newsletter.',
  endNewsletter: 'The link in each newsletter takes you off the list.',
  terms: 'What you may expect of us, and what we expect of you.',
  privacy: 'What this server stores about you, for how long, and how to have it erased.',
  contact: 'Write to the people behind this server.',
  subscription: 'Free, Pro and Lifetime: the same exact cut, more pixels and more clips.',
  batch: 'Paste up to 20 links, cut a part of each, and save them all as one zip.',
  profile: 'Your account, your plan and your downloads.',
  billing: 'Your plan and your receipts.',
  receipt: 'A receipt, to be read and printed.',
  jobs: 'Your past and running downloads.',
  settings: 'Your profile, password and sessions.',
  admin: 'Users, jobs, subscriptions and settings.',
  adminTest: 'Raw statistics and users.',
  api: 'Every call of the API: what goes in, what comes out, what can be refused.',
  changelog: 'What has changed, release by release.',
  dmca: 'Report a video whose rights are yours.',
} as const

/** The sentences of the home page around the tool. Claims here hold by design and have a test; figures wait for the benchmark. */
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
  features: {
    title: 'The cut lands on the frame you chose',
    lead: 'Video is stored in runs of frames that lean on each other, so most tools cut where a run begins and hope you do not notice. Kerf rebuilds the few frames at the edge and copies the rest untouched.',
    usual: {
      title: 'An ordinary cut',
      text: 'Begins where a run of frames begins. What you did not want stays in, seen or hidden.',
      drawing: 'A strip cut loosely: extra frames remain before the start and after the end',
    },
    exact: {
      title: 'Kerf',
      text: '0 frames too many, none hidden in the file. Every clip comes with its receipt.',
      drawing: 'A strip cut exactly at the start and at the end',
    },
    key: { cut: 'where you cut', leak: 'what an ordinary cut leaves in' },
    facts: [
      ['Fast processing', 'Only the bytes of your part are fetched, however long the video around it is.'],
      ['Up to 4K', 'Or 360p when that is all you need. Sizes are shown for your range, before you download.'],
      ['Audio only', 'MP3 at 320 kbps, cut to the same instant as the picture.'],
      ['No watermarks', 'On any plan. What you cut is what you get.'],
      ['Works on a phone', 'The same strip, the same handles, the same frames.'],
      ['Privacy first', 'No account to start. Files are deleted automatically within 24 hours.'],
    ],
  },
} as const

const count = (amount: string, one: string, many: string): string => `${amount} ${amount === '1' ? one : many}`

/** The words around moments and durations. Figures arrive as they are to be read. */
export const timeWords = {
  /** A moment of today: `22:14`. */
  today: (clock: string) => clock,
  /** `tomorrow 22:14`, `Sunday 22:14` */
  onDay: (day: string, clock: string) => `${day} ${clock}`,
  hours: (amount: string) => count(amount, 'hour', 'hours'),
  minutes: (amount: string) => count(amount, 'minute', 'minutes'),
  seconds: (amount: string) => count(amount, 'second', 'seconds'),
} as const

/** For calls that got no answer at all, or one that did not come from this API. */
export const unansweredSentences = {
  offline: 'You are offline. Please try again when you are back.',
  serverGone: 'The server does not answer. Please try again in a moment.',
  unknown: 'Something went wrong. Please try again.',
} as const
