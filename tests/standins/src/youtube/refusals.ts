/** A video that does not play: what YouTube's player call answers, and what yt-dlp makes of it. */
export interface Refusal {
  status: 'ERROR' | 'LOGIN_REQUIRED' | 'UNPLAYABLE' | 'LIVE_STREAM_OFFLINE'
  reason: string
  subreason: string | null
  /** Title, channel and images are hidden as well (a private video, for example). */
  hidesDetails: boolean
  /** What yt-dlp prints behind `ERROR: [youtube] ID: `, recorded from version 2026.08.19. */
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
const AGE_SUBREASON = 'This video may be inappropriate for some users.'
const REGION_SUBREASON = 'The uploader has not made this video available in your country'
const RATE_LIMIT_SUBREASON = "This content isn't available, try again later."
const BOT_REASON = 'Sign in to confirm you’re not a bot'

/** Usually yt-dlp repeats both reasons, and the details stay. */
function refusal(status: Refusal['status'], reason: string, own: Partial<Refusal> = {}): Refusal {
  const resolverText = own.subreason ? `${reason}. ${own.subreason}` : reason
  return { status, reason, subreason: null, hidesDetails: false, resolverText, ...own }
}

const unavailable = (subreason: string, own: Partial<Refusal> = {}): Refusal =>
  refusal('ERROR', 'Video unavailable', { subreason, hidesDetails: true, ...own })

export const refusals = {
  premiere: refusal('LIVE_STREAM_OFFLINE', 'Premieres in 3 hours'),
  liveSoon: refusal('LIVE_STREAM_OFFLINE', 'This live event will begin in 2 days.'),
  private: refusal('LOGIN_REQUIRED', 'Private video', {
    ...{ subreason: PRIVATE_SUBREASON, hidesDetails: true },
    resolverText: `Private video. ${PRIVATE_SUBREASON}. ${COOKIE_HINT}`,
  }),
  removed: unavailable('This video has been removed by the uploader'),
  accountTerminated: unavailable(
    'This video is no longer available because the YouTube account associated with this video has been terminated.',
  ),
  copyright: refusal('UNPLAYABLE', 'Video unavailable', {
    subreason: 'This video contains content from Stand-in Music, who has blocked it on copyright grounds',
  }),
  ageLimit: refusal('LOGIN_REQUIRED', 'Sign in to confirm your age', {
    subreason: AGE_SUBREASON,
    resolverText: `Sign in to confirm your age. ${AGE_SUBREASON} ${COOKIE_HINT}`,
  }),
  regionBlocked: refusal('UNPLAYABLE', 'Video unavailable', {
    subreason: REGION_SUBREASON,
    resolverText:
      `${REGION_SUBREASON}\nThis video is available in Germany, France.\n` +
      'You might want to use a VPN or a proxy server (with --proxy) to workaround.',
  }),
  membersOnly: refusal(
    'UNPLAYABLE',
    'Join this channel to get access to members-only content like this video, and other exclusive perks.',
  ),
  musicPremium: refusal('UNPLAYABLE', 'This video is only available to Music Premium members'),
  paid: refusal('UNPLAYABLE', 'This video requires payment to watch'),
  botCheck: refusal('LOGIN_REQUIRED', BOT_REASON, {
    ...{ subreason: 'This helps protect our community. Learn more', hidesDetails: true },
    resolverText: `${BOT_REASON}. ${COOKIE_HINT}`,
  }),
  rateLimit: unavailable(RATE_LIMIT_SUBREASON, {
    resolverText: `Video unavailable. ${RATE_LIMIT_SUBREASON} ${RATE_LIMIT_HINT}`,
  }),
  unknown: unavailable('This video is not available'),
}
