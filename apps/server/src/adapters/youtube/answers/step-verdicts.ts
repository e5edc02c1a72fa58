import type { ErrorCode } from '@kerf/domain/errors/error-codes'

/**
 * To whom a refusal belongs. `video`: no step will do better, it ends the ladder. `step`: the next one may. `egress`: the outgoing
 * address is not trusted now, and rests.
 */
export type Blame = 'video' | 'step' | 'egress'

export interface Verdict {
  code: ErrorCode
  blame: Blame
}

type Meaning = readonly [RegExp, ErrorCode, Blame]

/** Transport errors, which may be in warnings before a vague error. */
const TRANSPORT: readonly Meaning[] = [
  [/http error 429|too many requests/, 'source_rate_limited', 'egress'],
  [/http error 403/, 'video_blocked', 'step'],
  [/\btimed? ?out\b|\btimeout\b/, 'source_timeout', 'step'],
]

/** How YouTube's sentences begin, in lower case, without "video unavailable. "; the first match wins. yt-dlp passes them on. */
const MEANINGS: readonly Meaning[] = [
  [/^(this video is )?private( video)?\b/, 'video_private', 'video'],
  [/^sign in if you've been granted access/, 'video_private', 'video'],
  [/^sign in to confirm your age/, 'video_age_restricted', 'video'],
  [/^this video (may be inappropriate|is age.restricted|requires age verification)/, 'video_age_restricted', 'video'],
  [/^age.restricted/, 'video_age_restricted', 'video'],
  [/^sign in to confirm (that )?you're not a (ro)?bot/, 'source_bot_check', 'egress'],
  [/^(please sign in|this helps protect our community)/, 'source_bot_check', 'egress'],
  [/\bcaptcha challenge before playback/, 'source_bot_check', 'egress'],
  [
    /^(this content isn't available, try again later|the current session has been rate-limited)/,
    'source_rate_limited',
    'egress',
  ],
  [/\byour ip is likely being blocked/, 'source_rate_limited', 'egress'],
  [
    /\b(not made this video available|not available|isn't available|blocked it) in your country/,
    'video_region_blocked',
    'video',
  ],
  [/^this video is not available (from your location|in your region)/, 'video_region_blocked', 'video'],
  [
    /^(join this channel|this video is available to this channel's members|members-only)/,
    'video_members_only',
    'video',
  ],
  [/^(this video|this content) is only available to .*(premium|paying)/, 'video_paid', 'video'],
  [/^(this video requires payment|this is a paid|rent or buy|purchase)/, 'video_paid', 'video'],
  [/^(premieres? in|premiere will begin)/, 'video_upcoming', 'video'],
  [/^this (live event|live stream|livestream|video) will (begin|start|premiere)/, 'video_upcoming', 'video'],
  [/^we're processing this video/, 'video_upcoming', 'video'],
  [/\bcopyright\b/, 'video_blocked', 'video'],
  [/^this video is no longer live/, 'video_blocked', 'video'],
  // Some clients get every video with copy protection, others the same ones without it.
  [/^this video is drm|\bdrm protected\b/, 'video_blocked', 'step'],
  [/^the page needs to be reloaded/, 'source_failed', 'step'],
  [/^(requested format is not available|no video formats found|only images are available)/, 'video_blocked', 'step'],
  [/\b(has been|was|been) (removed|terminated|deleted|closed)/, 'video_removed', 'video'],
  [/^this live stream recording is not available/, 'video_removed', 'video'],
  [/^this (video|live stream recording) (does|has been|no longer|is no longer) ?/, 'video_removed', 'video'],
  // Also said to a client that may not have it, as of videos for children.
  [/^(video unavailable|video does not exist|this video|the video is not available)/, 'video_removed', 'step'],
  ...TRANSPORT,
]

const UNKNOWN: Verdict = { code: 'source_failed', blame: 'step' }

/** Reads yt-dlp's standard error. The text itself goes to no viewer. */
export function verdictOfYtdlp(stderr: string): Verdict {
  const lines = plain(stderr).split('\n')
  const errors = lines.filter((line) => line.startsWith('error:')).map(reasonOf)
  const warnings = lines.filter((line) => line.startsWith('warning:')).map(reasonOf)
  return firstMeaning(errors, MEANINGS) ?? firstMeaning(warnings, TRANSPORT) ?? UNKNOWN
}

/** Reads the sentence that YouTube shows instead of a video. */
export function verdictOfReason(reason: string): Verdict {
  return firstMeaning([withoutUnavailable(plain(reason))], MEANINGS) ?? UNKNOWN
}

/** yt-dlp's own message for the operator: its first error, else its last line. */
export function messageOfYtdlp(stderr: string): string {
  const lines = stderr.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const message = lines.find((line) => /^error:/i.test(line)) ?? lines.at(-1)
  return message?.trim() ?? 'yt-dlp said nothing.'
}

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'")

/** `ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video is private` -> `this video is private` */
function reasonOf(line: string): string {
  return withoutUnavailable(
    line
      .replace(/^(error|warning): */, '')
      .replace(/^\[[^\]]*\] */, '')
      .replace(/^[\w-]{11}: */, ''),
  )
}

const withoutUnavailable = (text: string): string => text.replace(/^video unavailable\. *(?=\S)/, '').trim()

function firstMeaning(texts: readonly string[], meanings: readonly Meaning[]): Verdict | null {
  for (const text of texts) {
    const meaning = meanings.find(([beginning]) => beginning.test(text))
    if (meaning) return { code: meaning[1], blame: meaning[2] }
  }
  return null
}
