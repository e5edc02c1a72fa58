import type { StepVerdict } from '../../resolver-step.ts'
import { firstMeaning, type Meaning, plainMessage, TRANSPORT } from '../../ytdlp/answers/ytdlp-messages.ts'

/** YouTube's messages in lower case, without "video unavailable. ". yt-dlp passes them on. The first match wins. */
const MEANINGS: readonly Meaning[] = [
  [/^(this (video )?is (a )?)?private( video)?\b|\b(is|was|been|made|set to) private\b/, 'video_private', 'video'],
  [/^sign in if you've been granted access|^if the owner of this video has granted/, 'video_private', 'video'],
  [/\bconfirm your age\b/, 'video_age_restricted', 'video'],
  [/^this video (may be inappropriate|is age.restricted|requires age verification)/, 'video_age_restricted', 'video'],
  [/^age.restricted/, 'video_age_restricted', 'video'],
  [/^sign in to confirm (that )?you're not a (ro)?bot/, 'source_bot_check', 'egress'],
  [/^(please sign in|this helps protect our community)/, 'source_bot_check', 'egress'],
  [/\bcaptcha challenge before playback/, 'source_bot_check', 'egress'],
  [
    /^((this )?content isn't available, try again later|the current session has been rate-limited)/,
    'source_rate_limited',
    'egress',
  ],
  [/\byour ip is likely being blocked/, 'source_rate_limited', 'egress'],
  [
    /\brestricted mode\b|\b(workspace|network) administrator|\bgoogle (apps|workspace) account/,
    'video_blocked',
    'unsure',
    'restricted_mode',
  ],
  [
    /\bviewer discretion|content warning|suicide|self-harm|^the following content (may|has been identified)/,
    'video_blocked',
    'unsure',
    'content_warning',
  ],
  [
    /\bavailable (in|from) your (country|region|location)|\bin your (country|region|location)\b/,
    'video_region_blocked',
    'video',
  ],
  [
    /\bcountry domain|court order|\blegal (complaint|request|order|removal)|\blocal laws?\b|government request/,
    'video_region_blocked',
    'video',
  ],
  [/\bpremium\b|\bonly available to .*paying/, 'video_paid', 'video'],
  [/^join this channel|\bchannel's members\b|\bmembers.only\b/, 'video_members_only', 'video'],
  [/\brequires? payment|^this is a paid|\bto rent\b|\b(rent|buy|purchase)\b/, 'video_paid', 'video'],
  [/^(premieres? |premiere will begin|scheduled for |live in \d|starts in |waiting for )/, 'video_upcoming', 'video'],
  [/^this (live event|live stream|livestream|video|premiere) will (begin|start|premiere)/, 'video_upcoming', 'video'],
  [/^we're processing this video|\bis (still )?being processed\b/, 'video_upcoming', 'video'],
  [
    /\b(live ?stream|live event|stream|premiere) (has|is) (now )?(ended|over)|\bno longer live\b/,
    'video_ended',
    'unsure',
  ],
  // This rule precedes `copyright`: an account that copyright claims closed has no videos any more.
  [/\baccount .*(terminated|closed|suspended)|\bclosed their\b|^this channel (was|has been)/, 'video_removed', 'video'],
  [/\bcopyright\b/, 'video_blocked', 'video'],
  // Some clients get every video with DRM. Other clients get the same videos without DRM.
  [/^this video is drm|\bdrm protected\b/, 'video_blocked', 'step'],
  [
    /^the page needs to be reloaded|^(an error occurred|something went wrong)|technical difficulties/,
    'source_failed',
    'step',
  ],
  [
    /(not|n't) available (on|in) this (app|device|client)|\bunavailable on this (app|device)|latest version of youtube/,
    'video_blocked',
    'step',
  ],
  [/\bplayback on other websites|^this content isn't available/, 'video_blocked', 'unsure'],
  [/^(requested format is not available|no video formats found|only images are available)/, 'video_blocked', 'step'],
  [/\b(has been|was|been) (removed|terminated|deleted|closed)/, 'video_removed', 'video'],
  [/^this live stream recording (is not|isn't|is no longer) available/, 'video_removed', 'video'],
  [/^this (video|live stream recording) (does ?n[o']t exist|(is )?no longer)/, 'video_removed', 'video'],
  // YouTube also sends this message to clients that may not play the video, for example a video for children.
  [
    /^(video unavailable|video does not exist|(this|the) video (is unavailable|is not available|isn't available))/,
    'video_removed',
    'unsure',
  ],
]

const UNKNOWN_VERDICT: StepVerdict = { code: 'source_failed', blame: 'step' }
/** Verdict for a message of YouTube that is not listed: the video does not play for this client. */
const UNPLAYABLE_VERDICT: StepVerdict = { code: 'video_blocked', blame: 'unsure' }

/** Reads a verdict from yt-dlp's standard error. The text itself reaches no viewer. */
export function verdictOfYtdlp(stderr: string): StepVerdict {
  const lines = plainMessage(stderr).split('\n')
  const errors = lines.filter((line) => line.startsWith('error:'))
  const reasons = errors.map(reasonOf)
  const warnings = lines.filter((line) => line.startsWith('warning:')).map(reasonOf)
  const verdict = meaningOf(reasons, TRANSPORT) ?? meaningOf(reasons, MEANINGS) ?? meaningOf(warnings, TRANSPORT)
  if (verdict) return verdict
  return errors.some((line) => VIDEO_ERROR_PATTERN.test(line) && !YTDLP_FAULT_PATTERN.test(line))
    ? UNPLAYABLE_VERDICT
    : UNKNOWN_VERDICT
}

/**
 * `VIDEO_ERROR_PATTERN` matches errors about a video. `YTDLP_FAULT_PATTERN` matches errors of yt-dlp itself or of the
 * connection.
 */
const VIDEO_ERROR_PATTERN = /^error: \[youtube[^\]]*\] [\w-]{11}: ./
const YTDLP_FAULT_PATTERN = /please report this issue|: (unable to|failed to|could not|no such)/

/** Reads a verdict from the message that YouTube shows instead of a video; null if the message is not listed. */
export function verdictOfReason(reason: string): StepVerdict | null {
  return meaningOf([withoutUnavailable(plainMessage(reason))], MEANINGS)
}

/** `error: [youtube] dqw4w9wgxcq: video unavailable. this video is private` -> `this video is private` */
function reasonOf(line: string): string {
  return withoutUnavailable(
    line
      .replace(/^(error|warning): */, '')
      .replace(/^\[[^\]]*\] */, '')
      .replace(/^[\w-]{11}: */, ''),
  )
}

const withoutUnavailable = (text: string): string => text.replace(/^video unavailable\. *(?=\S)/, '').trim()

const meaningOf = (texts: readonly string[], meanings: readonly Meaning[]): StepVerdict | null =>
  firstMeaning(texts, meanings, 'YouTube')
