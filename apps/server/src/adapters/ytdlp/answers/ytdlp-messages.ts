import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import type { Blame, StepVerdict } from '../../resolver-step.ts'

/** A message of yt-dlp in lower case, and what it means. */
export type Meaning = readonly [RegExp, ErrorCode, Blame, RefusalReason?]

/**
 * Transport errors. They may be in a warning before a vague error. The loopback proxy answers 59x if it cannot connect.
 */
export const TRANSPORT: readonly Meaning[] = [
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

/** The text in lower case, with plain apostrophes. */
export const plainMessage = (text: string): string => text.toLowerCase().replaceAll('’', "'")

/** Returns yt-dlp's own message for the operator: its first error, else its last line. */
export function messageOfYtdlp(stderr: string): string {
  const lines = stderr.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const message = lines.find((line) => /^error:/i.test(line)) ?? lines.at(-1)
  return message?.trim() ?? 'yt-dlp said nothing.'
}

/**
 * The meaning of the first text that has one. `sourceName` is used in refusals where yt-dlp does not say which host it
 * could not reach.
 */
export function firstMeaning(
  texts: readonly string[],
  meanings: readonly Meaning[],
  sourceName: string,
): StepVerdict | null {
  for (const text of texts) {
    const meaning = meanings.find(([pattern]) => pattern.test(text))
    if (!meaning) continue
    const [, code, blamedParty, reason] = meaning
    if (!reason) return { code, blame: blamedParty }
    const detail = reason === 'status' ? (/http error (\d{3})/.exec(text)?.[1] ?? '') : sourceName
    return { code, blame: blamedParty, trouble: { reason, about: detail } }
  }
  return null
}
