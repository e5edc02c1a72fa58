import type { Site } from '@kerf/domain/links/sites/site'
import type { StepVerdict } from '../resolver-step.ts'
import { firstMeaning, type Meaning, plainMessage, TRANSPORT } from '../ytdlp/answers/ytdlp-messages.ts'

/**
 * Messages of yt-dlp and of the sites, in lower case. The first match wins, so messages about one video come before
 * those about the connection.
 */
const MEANINGS: readonly Meaning[] = [
  [/subscriber-only|only .{0,20}\b(subscribers|members|patrons)\b/, 'video_members_only', 'video'],
  [/nsfw tweet|\bconfirm your age\b|age.restricted|explicit content|not suitable for/, 'video_age_restricted', 'video'],
  [/protected tweet|private (subreddit|video|track)|\b(is|was|been|made|set to) private\b/, 'video_private', 'video'],
  [
    /protected by a password|password.protected|--video-password|wrong (video )?password/,
    'video_private',
    'video',
    'password',
  ],
  [/embed-only|embedding url|privacy settings/, 'video_blocked', 'video', 'embed_only'],
  [
    /(available|blocked) (in|from) your (country|region|location)|geo.?restrict|not available in your/,
    'video_region_blocked',
    'video',
  ],
  [/\bdrm\b/, 'video_blocked', 'video', 'drm'],
  [/\b(to rent|rent|purchase|buy|requires? payment|subscription|premium)\b/, 'video_paid', 'video'],
  [/(is|may) (still )?(be )?(processing|uploading|being processed)/, 'video_upcoming', 'video'],
  [/not (yet )?started|scheduled for|will begin|starts in/, 'video_upcoming', 'video'],
  [/(has )?ended (and replay|but not)/, 'video_ended', 'video'],
  [/is (currently )?(live|on air)\b|live (stream|event) (is|has)/, 'video_live', 'video'],
  // Reddit asks machines that it does not trust for an account.
  [/account authentication is required|unable to access the reddit api/, 'source_bot_check', 'egress', 'site_refuses'],
  [
    /tls fingerprint|attempting impersonation|data center ip|your ip (address )?(is|may be)/,
    'source_bot_check',
    'egress',
    'site_refuses',
  ],
  [/no (video|media) (could be|can be|was)? ?found|is not a video|no video in/, 'not_media', 'video'],
  [/unsupported url|no suitable extractor/, 'not_media', 'video'],
  [
    /does not exist|no longer (exists|available)|has been (deleted|removed)|was deleted|not found/,
    'video_removed',
    'video',
  ],
  [/suspended account|account .{0,40}(suspended|no longer exists)|tweet is unavailable/, 'video_removed', 'video'],
  [/http error (404|410)/, 'video_removed', 'video'],
  [
    /logged.?in\b|log in\b|login required|registered users|requires? (an )?(account|authentication|login)|use --cookies/,
    'video_blocked',
    'video',
    'sign_in',
  ],
  [/http error 401/, 'video_blocked', 'video', 'sign_in'],
  [/http error 429|too many requests|rate.?limit/, 'source_rate_limited', 'egress', 'site_limits'],
  [/http error 403/, 'video_blocked', 'step', 'site_refuses'],
]

/** Messages that say only that there was nothing to read. A warning before them may say why. */
const UNEXPLAINED: readonly Meaning[] = [
  [/no video formats found|requested format is not available/, 'video_blocked', 'step', 'site_refuses'],
]

/** Reads a verdict about a video of a site from yt-dlp's standard error. The text itself reaches no viewer. */
export function verdictOfSite(
  stderr: string,
  { name, ownMessages = [] }: Pick<Site, 'name' | 'ownMessages'>,
): StepVerdict {
  const lines = plainMessage(stderr).split('\n')
  const errors = lines.filter((line) => line.startsWith('error:')).map(withoutLink)
  const warnings = lines.filter((line) => line.startsWith('warning:')).map(withoutLink)
  const ownMeanings = ownMessages.map(([message, code]): Meaning => [message, code, 'video'])
  return (
    firstMeaning(errors, [...ownMeanings, ...MEANINGS], name) ??
    firstMeaning(errors, TRANSPORT, name) ??
    firstMeaning(warnings, TRANSPORT, name) ??
    firstMeaning(errors, UNEXPLAINED, name) ?? { code: 'source_failed', blame: 'step' }
  )
}

/**
 * Removes the id and the links from a message, because anybody can choose their words: `ERROR: [soundcloud]
 * person/buy-it: ...`.
 */
const withoutLink = (line: string): string =>
  line.replace(/^(\w+: )\[[^\]]*\] \S+: /, '$1').replace(/\bhttps?:\S+/g, '')
