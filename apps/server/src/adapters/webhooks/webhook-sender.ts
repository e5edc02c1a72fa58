import type { WebhookSender } from '../../ports/webhooks.ts'
import { parseAllowList } from '../outbound/allow-list.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { type OutboundPolicy, portOf } from '../outbound/outbound-policy.ts'

/** Longer than any receiver should take only to say that it has read. */
const ANSWER_MILLISECONDS = 10_000
/** Nothing of an answer but its status is used. */
const ANSWER_BYTES = 64 * 1024

interface WebhookSenderOptions {
  fetcher: Pick<GuardedFetcher, 'post'>
  policy: Pick<OutboundPolicy, 'judgeUrl'>
  /** `host:port` of targets that the operator opened; only these may be reached without https, or at another port. */
  allow: readonly string[]
}

export function createWebhookSender({ fetcher, policy, allow }: WebhookSenderOptions): WebhookSender {
  const opened = parseAllowList(allow)
  function accepts(text: string): boolean {
    const url = URL.parse(text)
    if (!url || !policy.judgeUrl(url).allowed) return false
    return (url.protocol === 'https:' && portOf(url) === 443) || opened.names(url.hostname, portOf(url))
  }
  return {
    accepts,
    async send({ url, headers, body }, signal) {
      // What the operator allows may have changed since.
      if (!accepts(url)) return null
      try {
        const given = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)])
        const response = await fetcher.post(url, { headers, body, maxBytes: ANSWER_BYTES, signal: given })
        // Read, the connection serves the next one.
        await response.bytes().catch(() => response.discard())
        return response.status
      } catch {
        return null
      }
    },
  }
}
