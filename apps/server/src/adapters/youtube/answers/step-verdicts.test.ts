import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { describe, expect, it } from 'vitest'
import type { Blame } from '../../resolver-step.ts'
import { messageOfYtdlp } from '../../ytdlp/answers/ytdlp-messages.ts'
import { verdictOfReason, verdictOfYtdlp } from './step-verdicts.ts'

const COOKIES =
  'Use --cookies-from-browser or --cookies for the authentication. See  ' +
  'https://github.com/yt-dlp/yt-dlp/wiki/FAQ#how-do-i-pass-cookies-to-yt-dlp  for how to manually pass cookies. Also see  ' +
  'https://github.com/yt-dlp/yt-dlp/wiki/Extractors#exporting-youtube-cookies  for tips on effectively exporting YouTube cookies'
const NO_PLAYER =
  'Failed to extract any player response; please report this issue on  https://github.com/yt-dlp/yt-dlp/issues?q= , ' +
  'filling out the appropriate issue template. Confirm you are on the latest version using  yt-dlp -U'

/** Errors as yt-dlp 2026.08.19 prints them. */
const OF_2026: [ErrorCode, string][] = [
  ['video_upcoming', 'ERROR: [youtube] Premiere001: Premieres in 3 hours'],
  ['video_upcoming', 'ERROR: [youtube] LiveSoon001: This live event will begin in 2 days.'],
  [
    'video_private',
    `ERROR: [youtube] Private0001: Private video. Sign in if you've been granted access to this video. ${COOKIES}`,
  ],
  ['video_removed', 'ERROR: [youtube] Removed0001: Video unavailable. This video has been removed by the uploader'],
  [
    'video_removed',
    'ERROR: [youtube] Terminated1: Video unavailable. This video is no longer available because the YouTube account associated with this video has been terminated.',
  ],
  [
    'video_blocked',
    'ERROR: [youtube] Copyright01: Video unavailable. This video contains content from Stand-in Music, who has blocked it on copyright grounds',
  ],
  [
    'video_age_restricted',
    `ERROR: [youtube] AgeLimit001: Sign in to confirm your age. This video may be inappropriate for some users. ${COOKIES}`,
  ],
  [
    'video_region_blocked',
    'ERROR: [youtube] GeoBlocked1: The uploader has not made this video available in your country\n' +
      'This video is available in Germany, France.\n' +
      'You might want to use a VPN or a proxy server (with --proxy) to workaround.',
  ],
  [
    'video_members_only',
    'ERROR: [youtube] Members0001: Join this channel to get access to members-only content like this video, and other exclusive perks.',
  ],
  ['video_paid', 'ERROR: [youtube] PremiumOnly: This video is only available to Music Premium members'],
  ['video_paid', 'ERROR: [youtube] PaidRental1: This video requires payment to watch'],
  ['source_bot_check', `ERROR: [youtube] BotCheck001: Sign in to confirm you’re not a bot. ${COOKIES}`],
  [
    'source_rate_limited',
    "ERROR: [youtube] RateLimit01: Video unavailable. This content isn't available, try again later. The current session has been rate-limited by YouTube for up to an hour. It is recommended to use `-t sleep` to add a delay between video requests to avoid exceeding the rate limit. For more information, refer to  https://github.com/yt-dlp/yt-dlp/wiki/Extractors#this-content-isnt-available-try-again-later",
  ],
  [
    'video_blocked',
    'WARNING: [youtube] SabrOnly001: Some visionos client https formats have been skipped as they are missing a URL. YouTube may have enabled the SABR-only streaming experiment for the current session. See  https://github.com/yt-dlp/yt-dlp/issues/12482  for more details\n' +
      'WARNING: Only images are available for download. use --list-formats to see them\n' +
      'ERROR: [youtube] SabrOnly001: Requested format is not available. Use --list-formats for a list of available formats',
  ],
  ['video_removed', 'ERROR: [youtube] NewPlayer01: Video unavailable. This video is not available'],
  ['video_removed', 'ERROR: [youtube] MadeForKid1: Video unavailable. This video is not available'],
  ['video_removed', 'ERROR: [youtube] Unknown0001: Video unavailable. This video is not available'],
  [
    'source_rate_limited',
    'WARNING: [youtube] Http429vid1: Unable to download webpage: HTTP Error 429: Too Many Requests (caused by <HTTPError 429: Too Many Requests>)\n' +
      'WARNING: [youtube] Http429vid1: Unable to download API page: HTTP Error 429: Too Many Requests (caused by <HTTPError 429: Too Many Requests>)\n' +
      `ERROR: [youtube] Http429vid1: ${NO_PLAYER}`,
  ],
  [
    'video_blocked',
    'WARNING: [youtube] Http403vid1: Unable to download webpage: HTTP Error 403: Forbidden (caused by <HTTPError 403: Forbidden>)\n' +
      'WARNING: [youtube] Http403vid1: Unable to download API page: HTTP Error 403: Forbidden (caused by <HTTPError 403: Forbidden>)\n' +
      `ERROR: [youtube] Http403vid1: ${NO_PLAYER}`,
  ],
]

const OTHER_VERSION_MESSAGES: [ErrorCode, string][] = [
  [
    'source_bot_check',
    "ERROR: [youtube] dQw4w9WgXcQ: Sign in to confirm you're not a bot. This helps protect our community.",
  ],
  ['source_bot_check', 'ERROR: [youtube] dQw4w9WgXcQ: Please sign in. Use --cookies'],
  ['video_private', "ERROR: [youtube] dQw4w9WgXcQ: Private video. Sign in if you've been granted access to this video"],
  ['video_private', 'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video is private'],
  ['video_removed', 'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable'],
  ['video_removed', 'ERROR: [youtube] dQw4w9WgXcQ: This video is unavailable'],
  ['video_removed', "ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video isn't available anymore"],
  [
    'video_removed',
    "ERROR: [youtube] dQw4w9WgXcQ: This video has been removed for violating YouTube's Terms of Service",
  ],
  ['video_removed', 'ERROR: [youtube] dQw4w9WgXcQ: This live stream recording is not available.'],
  ['video_removed', 'ERROR: [youtube] dQw4w9WgXcQ: This account has been terminated'],
  [
    'video_blocked',
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video is no longer available due to a copyright claim by Someone',
  ],
  [
    'video_region_blocked',
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. The uploader has not made this video available in your country',
  ],
  [
    'video_region_blocked',
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video contains content from SME, who has blocked it in your country on copyright grounds',
  ],
  ['video_region_blocked', 'ERROR: [youtube] dQw4w9WgXcQ: This video is not available in your country.'],
  [
    'video_members_only',
    "ERROR: [youtube] dQw4w9WgXcQ: This video is available to this channel's members on level: Fan (or any higher level).",
  ],
  ['video_upcoming', 'ERROR: [youtube] dQw4w9WgXcQ: This live event will begin in a few moments.'],
  ['video_upcoming', 'ERROR: [youtube] dQw4w9WgXcQ: Premieres in 41 minutes'],
  ['video_blocked', 'ERROR: [youtube] dQw4w9WgXcQ: This video is DRM protected'],
  ['video_blocked', 'ERROR: [youtube] dQw4w9WgXcQ: Requested format is not available'],
  [
    'source_rate_limited',
    'ERROR: [youtube] dQw4w9WgXcQ: Unable to download API page: HTTP Error 429: Too Many Requests (caused by <HTTPError 429>)',
  ],
  [
    'source_timeout',
    'ERROR: [youtube] dQw4w9WgXcQ: Unable to download API page: The read operation timed out (caused by TransportError)',
  ],
  [
    'source_rate_limited',
    'ERROR: [youtube] dQw4w9WgXcQ: All player responses are invalid. Your IP is likely being blocked by Youtube',
  ],
  ['source_timeout', 'ERROR: [youtube] dQw4w9WgXcQ: Unable to download webpage: <urlopen error timed out>'],
  [
    'source_failed',
    "ERROR: [youtube] dQw4w9WgXcQ: Unable to download API page: ('Unable to connect to proxy', OSError('Tunnel connection failed: 403 Forbidden'))",
  ],
  ['source_failed', `ERROR: [youtube] dQw4w9WgXcQ: ${NO_PLAYER}`],
  ['source_failed', 'Traceback (most recent call last):\n  File "x.py"\nKeyError: 1'],
  ['source_failed', 'yt-dlp: error: no such option: --ies'],
  ['source_failed', ''],
]

describe('error texts of yt-dlp', () => {
  it.each(OF_2026)('mean %s: %s', (code, text) => {
    expect(verdictOfYtdlp(`${text}\n`).code).toBe(code)
  })

  it.each(OTHER_VERSION_MESSAGES)('mean %s in other versions: %s', (code, text) => {
    expect(verdictOfYtdlp(text).code).toBe(code)
  })

  it('are found before Windows line ends and noise', () => {
    expect(verdictOfYtdlp('WARNING: a\r\nERROR: [youtube] dQw4w9WgXcQ: Private video\r\nnoise').code).toBe(
      'video_private',
    )
  })
})

describe('a message of YouTube in place of a video', () => {
  it.each([
    ['video', 'video_private', "Private video. Sign in if you've been granted access to this video"],
    ['video', 'video_removed', 'Video unavailable. This video has been removed by the uploader'],
    ['video', 'video_age_restricted', 'Sign in to confirm your age. This video may be inappropriate for some users.'],
    ['video', 'video_region_blocked', 'The uploader has not made this video available in your country'],
    ['video', 'video_members_only', 'Join this channel to get access to members-only content like this video'],
    ['video', 'video_paid', 'This video requires payment to watch'],
    ['video', 'video_upcoming', 'Premieres in 3 hours'],
    [
      'video',
      'video_blocked',
      'Video unavailable. It contains content from X, who has blocked it on copyright grounds',
    ],
    // One client gets this message about a video that another client plays.
    ['unsure', 'video_removed', 'Video unavailable. This video is not available'],
    ['step', 'video_blocked', 'This video is DRM protected'],
    ['step', 'source_failed', 'The page needs to be reloaded.'],
    ['egress', 'source_bot_check', 'Sign in to confirm you’re not a bot. This helps protect our community. Learn more'],
    ['egress', 'source_rate_limited', "Video unavailable. This content isn't available, try again later."],
  ])('is blamed on the %s, as %s: %s', (blamedParty, code, reason) => {
    expect(verdictOfReason(reason)).toEqual({ blame: blamedParty, code })
    expect(verdictOfYtdlp(`ERROR: [youtube] dQw4w9WgXcQ: ${reason}`)).toEqual({ blame: blamedParty, code })
  })
})

/** Messages of YouTube from public reports. The comments name the issues. */
const REPORTED_MESSAGES: [blame: Blame, code: ErrorCode, reason: string | undefined, sentence: string][] = [
  // yt-dlp#15168, ytdl-sub#958
  [
    'unsure',
    'video_blocked',
    'restricted_mode',
    'Video unavailable. This video is restricted. Please check the Google Workspace administrator and/or the network administrator restrictions.',
  ],
  // youtube-dl#20846
  [
    'unsure',
    'video_blocked',
    'restricted_mode',
    'This video is unavailable with Restricted Mode enabled. To view this video, you will need to disable Restricted Mode.',
  ],
  // yt-dlp#12612, PipePipe#1006, FreeTube#7799
  [
    'unsure',
    'video_blocked',
    'content_warning',
    'The following content may contain suicide or self-harm topics. Viewer discretion is advised.',
  ],
  // youtube-dl#28174
  [
    'unsure',
    'video_blocked',
    'content_warning',
    'The following content has been identified by the YouTube community as inappropriate or offensive to some audiences.',
  ],
  // Hitomi-Downloader#1400
  [
    'video',
    'video_age_restricted',
    undefined,
    'Content Warning. This video may be inappropriate. Sign in to confirm your age',
  ],
  // yt-dlp#11218, yt-dlp#16507, pytubefix#150
  ['unsure', 'video_ended', undefined, 'This live event has ended.'],
  ['unsure', 'video_ended', undefined, 'This live stream has ended.'],
  ['unsure', 'video_ended', undefined, 'This video is no longer live.'],
  ['video', 'video_region_blocked', undefined, 'This video is unavailable in your country'],
  // youtube-dl#3521
  [
    'video',
    'video_region_blocked',
    undefined,
    'Unfortunately, this video is not available in your country because it could contain music, for which we could not agree on conditions of use with GEMA.',
  ],
  // disaster-radio#82
  [
    'video',
    'video_region_blocked',
    undefined,
    'This video contains content from KODA_CS. It is not available in your country.',
  ],
  [
    'video',
    'video_region_blocked',
    undefined,
    'This content is not available on this country domain due to a court order.',
  ],
  [
    'video',
    'video_region_blocked',
    undefined,
    'This content is not available on this country domain due to a legal complaint from the government.',
  ],
  ['video', 'video_paid', undefined, 'This video is only available to Premium members'],
  ['video', 'video_paid', undefined, 'This video requires a YouTube Premium membership'],
  // youtube-dl#29717
  [
    'video',
    'video_members_only',
    undefined,
    "This video is available to this channel's members on level: Bonus Videos (or any higher level). Join this channel to get access to members-only content and other exclusive perks.",
  ],
  ['video', 'video_private', undefined, 'This video has been made private by its owner'],
  [
    'video',
    'video_removed',
    undefined,
    'This video is no longer available because the YouTube account associated with this video has been terminated due to multiple third-party notifications of copyright infringement.',
  ],
  [
    'video',
    'video_removed',
    undefined,
    'This video is no longer available because the uploader has closed their YouTube account.',
  ],
  // yt-dlp#10108, yt-dlp#13969, metube#465
  [
    'step',
    'video_blocked',
    undefined,
    'The following content is not available on this app.. Watch on the latest version of YouTube.',
  ],
  // yt-dlp#17497
  [
    'unsure',
    'video_blocked',
    undefined,
    'Video unavailable. Playback on other websites has been disabled by the video owner',
  ],
  // yt-dlp#14095
  ['unsure', 'video_blocked', undefined, 'Video unavailable. This content isn’t available.'],
  ['video', 'video_region_blocked', undefined, 'This video is unavailable in your region.'],
  ['video', 'video_private', undefined, 'This is a private video. Please sign in to verify that you may see it.'],
  ['video', 'video_private', undefined, 'If the owner of this video has granted you access, please sign in.'],
  [
    'unsure',
    'video_blocked',
    'restricted_mode',
    'This video is restricted. Try signing in with your Google Apps account.',
  ],
  ['step', 'video_blocked', undefined, 'This video is not available on this device'],
  ['step', 'video_blocked', undefined, 'This video isn’t available in this app'],
  ['video', 'video_upcoming', undefined, 'This video is still being processed.'],
]

describe('reported messages of YouTube', () => {
  it.each(REPORTED_MESSAGES)('are blamed on the %s, as %s (%s): %s', (blamedParty, code, reason, sentence) => {
    const trouble = reason ? { trouble: expect.objectContaining({ reason }) } : {}
    expect(verdictOfReason(sentence)).toEqual({ blame: blamedParty, code, ...trouble })
    expect(verdictOfYtdlp(`ERROR: [youtube] dQw4w9WgXcQ: ${sentence}`)).toEqual({
      blame: blamedParty,
      code,
      ...trouble,
    })
  })

  it('are blamed on the video if unknown, unless yt-dlp blames itself', () => {
    expect(verdictOfReason('Something new')).toBeNull()
    const verdictOfError = (text: string) => verdictOfYtdlp(`ERROR: [youtube] dQw4w9WgXcQ: ${text}`)
    expect(verdictOfError('Something new')).toEqual({ code: 'video_blocked', blame: 'unsure' })
    expect(verdictOfError('Dieses Video ist nicht verfügbar')).toEqual({ code: 'video_blocked', blame: 'unsure' })
    expect(verdictOfError('Something new; please report this issue on  https://github.com')).toMatchObject({
      blame: 'step',
    })
    expect(verdictOfError('Unable to extract something')).toMatchObject({ code: 'source_failed', blame: 'step' })
  })
})

it.each([
  [
    'dns',
    "Unable to download API page: ('Unable to connect to proxy', OSError('Tunnel connection failed: 593 Not Found'))",
  ],
  ['dns', 'Unable to download webpage: <urlopen error [Errno -3] Temporary failure in name resolution>'],
  ['refused', "Unable to download API page: OSError('Tunnel connection failed: 594 Connection Refused')"],
  ['proxy', "Unable to download API page: OSError('Tunnel connection failed: 597 Auth Failed')"],
  [
    'tls',
    'Unable to download webpage: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate',
  ],
  ['broken', 'Unable to download API page: [Errno 104] Connection reset by peer (caused by TransportError)'],
  [
    'dns',
    "Unable to download webpage: Failed to resolve 'www.youtube.com' ([Errno 8] nodename nor servname provided, or not known)",
  ],
  ['dns', 'Unable to download webpage: [Errno -5] No address associated with hostname'],
  ['tls', "Unable to download webpage: hostname 'proxy.example' doesn't match 'www.youtube.com'"],
  ['tls', 'Unable to download webpage: curl: (60) SSL certificate problem: certificate has expired'],
  ['broken', 'Unable to download webpage: EOF occurred in violation of protocol (_ssl.c:1000)'],
  ['broken', 'Unable to download webpage: 5 bytes read, 100 more expected'],
  ['network', 'Unable to download webpage: <urlopen error [Errno 101] Network is unreachable>'],
  ['status', 'Unable to download API page: HTTP Error 503: Service Unavailable (caused by <HTTPError 503>)'],
])('a network error of yt-dlp is reported as %s: %s', (reason, text) => {
  const expectedDetail = reason === 'status' ? '503' : 'YouTube'
  expect(verdictOfYtdlp(`ERROR: [youtube] dQw4w9WgXcQ: ${text}`)).toEqual({
    code: 'source_failed',
    blame: 'step',
    trouble: { reason, about: expectedDetail },
  })
})

it.each([
  ['WARNING: a\r\nERROR: [youtube] x: Private video\r\nERROR: another', 'ERROR: [youtube] x: Private video'],
  ['WARNING: only a warning\n\n', 'WARNING: only a warning'],
  ['Traceback (most recent call last):\n  File "x"\nValueError: no\n', 'ValueError: no'],
  [' \n', 'yt-dlp said nothing.'],
])("yt-dlp's own message in %j is %s", (stderr, verdict) => expect(messageOfYtdlp(stderr)).toBe(verdict))
