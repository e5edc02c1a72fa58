import type { ErrorCode } from '@kerf/domain/errors/error-codes'

type Meaning = readonly [RegExp, ErrorCode]

/** Transport errors, which may be in warnings before a vague error. */
const TRANSPORT: readonly Meaning[] = [
  [/http error 429|too many requests/, 'source_rate_limited'],
  [/http error 403/, 'video_blocked'],
  [/\btimed? ?out\b|\btimeout\b/, 'source_timeout'],
]

/** How yt-dlp's errors begin, in lower case, without "video unavailable. "; the first match wins. */
const MEANINGS: readonly Meaning[] = [
  [/^(this video is )?private( video)?\b/, 'video_private'],
  [/^sign in if you've been granted access/, 'video_private'],
  [/^sign in to confirm your age/, 'video_age_restricted'],
  [/^this video (may be inappropriate|is age.restricted|requires age verification)/, 'video_age_restricted'],
  [/^age.restricted/, 'video_age_restricted'],
  [/^sign in to confirm (that )?you're not a (ro)?bot/, 'source_bot_check'],
  [/^(please sign in|this helps protect our community)/, 'source_bot_check'],
  [/^(this content isn't available, try again later|the current session has been rate-limited)/, 'source_rate_limited'],
  [/\byour ip is likely being blocked/, 'source_rate_limited'],
  [
    /\b(not made this video available|not available|isn't available|blocked it) in your country/,
    'video_region_blocked',
  ],
  [/^this video is not available (from your location|in your region)/, 'video_region_blocked'],
  [/^(join this channel|this video is available to this channel's members|members-only)/, 'video_members_only'],
  [/^(this video|this content) is only available to .*(premium|paying)/, 'video_paid'],
  [/^(this video requires payment|this is a paid|rent or buy|purchase)/, 'video_paid'],
  [/^(premieres? in|premiere will begin)/, 'video_upcoming'],
  [/^this (live event|live stream|livestream|video) will (begin|start|premiere)/, 'video_upcoming'],
  [/^we're processing this video/, 'video_upcoming'],
  [/\bcopyright\b/, 'video_blocked'],
  [/^this video is (drm|no longer live)/, 'video_blocked'],
  [/\bdrm protected\b/, 'video_blocked'],
  [/^(requested format is not available|no video formats found|only images are available)/, 'video_blocked'],
  [/\b(has been|was|been) (removed|terminated|deleted|closed)/, 'video_removed'],
  [/^(this video|this live stream recording) (is|isn't|does|has been|no longer) ?/, 'video_removed'],
  [/^(video unavailable|video does not exist|this video|the video is not available)/, 'video_removed'],
  ...TRANSPORT,
]

/** Reads yt-dlp's standard error. What it does not know is `source_failed`; the text itself goes to no viewer. */
export function errorCodeOfYtdlp(stderr: string): ErrorCode {
  const lines = stderr.toLowerCase().replaceAll('’', "'").split('\n')
  const errors = lines.filter((line) => line.startsWith('error:')).map(reasonOf)
  const warnings = lines.filter((line) => line.startsWith('warning:')).map(reasonOf)
  return firstMeaning(errors, MEANINGS) ?? firstMeaning(warnings, TRANSPORT) ?? 'source_failed'
}

/** yt-dlp's own message for the operator: its first error, else its last line. */
export function verdictOfYtdlp(stderr: string): string {
  const lines = stderr.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const verdict = lines.find((line) => /^error:/i.test(line)) ?? lines.at(-1)
  return verdict?.trim() ?? 'yt-dlp said nothing.'
}

/** `ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video is private` -> `this video is private` */
function reasonOf(line: string): string {
  const text = line
    .replace(/^(error|warning): */, '')
    .replace(/^\[[^\]]*\] */, '')
    .replace(/^[\w-]{11}: */, '')
  return text.replace(/^video unavailable\. *(?=\S)/, '').trim()
}

function firstMeaning(texts: readonly string[], meanings: readonly Meaning[]): ErrorCode | null {
  for (const text of texts) {
    const meaning = meanings.find(([beginning]) => beginning.test(text))
    if (meaning) return meaning[1]
  }
  return null
}
