/** Answers for a video that does not play: those of YouTube's player call, and the message of yt-dlp. */
export interface Refusal {
  status: 'ERROR' | 'LOGIN_REQUIRED' | 'UNPLAYABLE' | 'LIVE_STREAM_OFFLINE'
  reason: string
  subreason: string | null
  /** Title, channel and images are hidden as well (a private video, for example). */
  hidesDetails: boolean
  /** Text that yt-dlp prints behind `ERROR: [youtube] ID: `, recorded from version 2026.08.19. */
  resolverText: string
}

const COOKIE_HINT =
  'Use --cookies-from-browser or --cookies for the authentication. ' +
  'See  https://github.com/yt-dlp/yt-dlp/wiki/FAQ#how-do-i-pass-cookies-to-yt-dlp  for how to manually pass cookies. ' +
  'Also see  https://github.com/yt-dlp/yt-dlp/wiki/Extractors#exporting-youtube-cookies  ' +
  'for tips on effectively exporting YouTube cookies'

const RATE_LIMIT_HINT =
  'The current session has been rate-limited by YouTube for up to an hour. ' +
  'It is recommended to use `-t sleep` to add a delay between video requests to avoid exceeding the rate limit. ' +
  'For more information, refer to  https://github.com/yt-dlp/yt-dlp/wiki/Extractors#this-content-isnt-available-try-again-later'

const PRIVATE_SUBREASON = "Sign in if you've been granted access to this video"
const REMOVED_SUBREASON = 'This video has been removed by the uploader'
const TERMINATED_SUBREASON =
  'This video is no longer available because the YouTube account associated with this video has been terminated.'
const COPYRIGHT_SUBREASON = 'This video contains content from Stand-in Music, who has blocked it on copyright grounds'
const AGE_SUBREASON = 'This video may be inappropriate for some users.'
const REGION_SUBREASON = 'The uploader has not made this video available in your country'
const MEMBERS_REASON =
  'Join this channel to get access to members-only content like this video, and other exclusive perks.'
const RATE_LIMIT_SUBREASON = "This content isn't available, try again later."
const UNKNOWN_SUBREASON = 'This video is not available'

export const refusals = {
  premiere: {
    status: 'LIVE_STREAM_OFFLINE',
    reason: 'Premieres in 3 hours',
    subreason: null,
    hidesDetails: false,
    resolverText: 'Premieres in 3 hours',
  },
  liveSoon: {
    status: 'LIVE_STREAM_OFFLINE',
    reason: 'This live event will begin in 2 days.',
    subreason: null,
    hidesDetails: false,
    resolverText: 'This live event will begin in 2 days.',
  },
  private: {
    status: 'LOGIN_REQUIRED',
    reason: 'Private video',
    subreason: PRIVATE_SUBREASON,
    hidesDetails: true,
    resolverText: `Private video. ${PRIVATE_SUBREASON}. ${COOKIE_HINT}`,
  },
  removed: {
    status: 'ERROR',
    reason: 'Video unavailable',
    subreason: REMOVED_SUBREASON,
    hidesDetails: true,
    resolverText: `Video unavailable. ${REMOVED_SUBREASON}`,
  },
  accountTerminated: {
    status: 'ERROR',
    reason: 'Video unavailable',
    subreason: TERMINATED_SUBREASON,
    hidesDetails: true,
    resolverText: `Video unavailable. ${TERMINATED_SUBREASON}`,
  },
  copyright: {
    status: 'UNPLAYABLE',
    reason: 'Video unavailable',
    subreason: COPYRIGHT_SUBREASON,
    hidesDetails: false,
    resolverText: `Video unavailable. ${COPYRIGHT_SUBREASON}`,
  },
  ageLimit: {
    status: 'LOGIN_REQUIRED',
    reason: 'Sign in to confirm your age',
    subreason: AGE_SUBREASON,
    hidesDetails: false,
    resolverText: `Sign in to confirm your age. ${AGE_SUBREASON} ${COOKIE_HINT}`,
  },
  regionBlocked: {
    status: 'UNPLAYABLE',
    reason: 'Video unavailable',
    subreason: REGION_SUBREASON,
    hidesDetails: false,
    resolverText:
      `${REGION_SUBREASON}\nThis video is available in Germany, France.\n` +
      'You might want to use a VPN or a proxy server (with --proxy) to workaround.',
  },
  membersOnly: {
    status: 'UNPLAYABLE',
    reason: MEMBERS_REASON,
    subreason: null,
    hidesDetails: false,
    resolverText: MEMBERS_REASON,
  },
  musicPremium: {
    status: 'UNPLAYABLE',
    reason: 'This video is only available to Music Premium members',
    subreason: null,
    hidesDetails: false,
    resolverText: 'This video is only available to Music Premium members',
  },
  paid: {
    status: 'UNPLAYABLE',
    reason: 'This video requires payment to watch',
    subreason: null,
    hidesDetails: false,
    resolverText: 'This video requires payment to watch',
  },
  botCheck: {
    status: 'LOGIN_REQUIRED',
    reason: 'Sign in to confirm you’re not a bot',
    subreason: 'This helps protect our community. Learn more',
    hidesDetails: true,
    resolverText: `Sign in to confirm you’re not a bot. ${COOKIE_HINT}`,
  },
  reloadPage: {
    status: 'UNPLAYABLE',
    reason: 'The page needs to be reloaded.',
    subreason: null,
    hidesDetails: false,
    resolverText: 'The page needs to be reloaded.',
  },
  rateLimit: {
    status: 'ERROR',
    reason: 'Video unavailable',
    subreason: RATE_LIMIT_SUBREASON,
    hidesDetails: true,
    resolverText: `Video unavailable. ${RATE_LIMIT_SUBREASON} ${RATE_LIMIT_HINT}`,
  },
  unknown: {
    status: 'ERROR',
    reason: 'Video unavailable',
    subreason: UNKNOWN_SUBREASON,
    hidesDetails: true,
    resolverText: `Video unavailable. ${UNKNOWN_SUBREASON}`,
  },
} as const satisfies Record<string, Refusal>
