import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import type { Trouble } from '../../../ports/sources.ts'

/**
 * Cause of a refusal. `video`: the video is refused to every step, so the ladder ends. `unsure`: the video is refused,
 * but another client may play it; the next step is asked. `step`: the step failed; the next one is asked. `egress`:
 * YouTube does not trust the outgoing address now, so that address rests.
 */
export type Blame = 'video' | 'unsure' | 'step' | 'egress'

export interface Verdict {
  code: ErrorCode
  blame: Blame
  trouble?: Trouble
}

type Meaning = readonly [RegExp, ErrorCode, Blame, RefusalReason?]

/** Host in a refusal if yt-dlp does not say which host it could not reach. */
const SOMEWHERE = 'YouTube'

/**
 * Transport errors. They may be in a warning before a vague error. The loopback proxy answers 59x if it cannot connect.
 */
const TRANSPORT: readonly Meaning[] = [
  [/http error 429|too many requests/, 'source_rate_limited', 'egress'],
  [/http error 403/, 'video_blocked', 'step'],
  [/http error \d{3}/, 'source_failed', 'step', 'status'],
  [/\btimed? ?out\b|\btimeout\b|tunnel connection failed: 504/, 'source_timeout', 'step'],
  [
    /tunnel connection failed: 593|name resolution|name or service not known|getaddrinfo|(failed to|could not) resolve|nodename nor servname|no address associated/,
    'source_failed',
    'step',
    'dns',
  ],
  [/certificate.verify|\bssl: |sslerror|ssl certificate|\bhostname .* doesn't match/, 'source_failed', 'step', 'tls'],
  [/tunnel connection failed: (407|502|503|590|597)/, 'source_failed', 'step', 'proxy'],
  [/tunnel connection failed: 594|connection refused/, 'source_failed', 'step', 'refused'],
  [/network is unreachable|no route to host/, 'source_failed', 'step', 'network'],
  [
    /tunnel connection failed: 59[56]|connection reset|remote end closed|\beof occurred|incomplete ?read|\d more expected/,
    'source_failed',
    'step',
    'broken',
  ],
]

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

const UNKNOWN: Verdict = { code: 'source_failed', blame: 'step' }
/** Verdict for a message of YouTube that is not listed: the video does not play for this client. */
const UNPLAYABLE: Verdict = { code: 'video_blocked', blame: 'unsure' }

/** Reads a verdict from yt-dlp's standard error. The text itself reaches no viewer. */
export function verdictOfYtdlp(stderr: string): Verdict {
  const lines = plain(stderr).split('\n')
  const errors = lines.filter((line) => line.startsWith('error:'))
  const reasons = errors.map(reasonOf)
  const warnings = lines.filter((line) => line.startsWith('warning:')).map(reasonOf)
  const verdict =
    firstMeaning(reasons, TRANSPORT) ?? firstMeaning(reasons, MEANINGS) ?? firstMeaning(warnings, TRANSPORT)
  if (verdict) return verdict
  return errors.some((line) => OF_A_VIDEO.test(line) && !OF_YTDLP.test(line)) ? UNPLAYABLE : UNKNOWN
}

/** `OF_A_VIDEO` matches errors about a video. `OF_YTDLP` matches errors of yt-dlp itself or of the connection. */
const OF_A_VIDEO = /^error: \[youtube[^\]]*\] [\w-]{11}: ./
const OF_YTDLP = /please report this issue|: (unable to|failed to|could not|no such)/

/** Reads a verdict from the message that YouTube shows instead of a video; null if the message is not listed. */
export function verdictOfReason(reason: string): Verdict | null {
  return firstMeaning([withoutUnavailable(plain(reason))], MEANINGS)
}

/** Returns yt-dlp's own message for the operator: its first error, else its last line. */
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
    const meaning = meanings.find(([pattern]) => pattern.test(text))
    if (!meaning) continue
    const [, code, blame, reason] = meaning
    if (!reason) return { code, blame }
    const about = reason === 'status' ? (/http error (\d{3})/.exec(text)?.[1] ?? '') : SOMEWHERE
    return { code, blame, trouble: { reason, about } }
  }
  return null
}
