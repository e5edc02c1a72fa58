import type { WebhookSender } from '../../ports/webhooks.ts'
import { parseAllowList } from '../outbound/allow-list.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { type OutboundPolicy, portOf } from '../outbound/outbound-policy.ts'

/** Maximum wait for a response, which only confirms the receipt. */
const ANSWER_TIMEOUT_MILLISECONDS = 10_000
/** Maximum size of a response. Only its status is used. */
const MAX_ANSWER_BYTES = 64 * 1024

interface WebhookSenderOptions {
  fetcher: Pick<GuardedFetcher, 'post'>
  policy: Pick<OutboundPolicy, 'judgeUrl'>
  /** `host:port` of targets that the operator opened. Only these may use http, or another port than 443. */
  allow: readonly string[]
}

export function createWebhookSender({ fetcher, policy, allow }: WebhookSenderOptions): WebhookSender {
  const allowList = parseAllowList(allow)
  function accepts(text: string): boolean {
    const url = URL.parse(text)
    if (!url || !policy.judgeUrl(url).allowed) return false
    return (url.protocol === 'https:' && portOf(url) === 443) || allowList.allowsTarget(url.hostname, portOf(url))
  }
  return {
    accepts,
    async send({ url, headers, body }, signal) {
      // The operator's settings may have changed since the webhook was saved.
      if (!accepts(url)) return null
      try {
        const sendSignal = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS)])
        const response = await fetcher.post(url, { headers, body, maxBytes: MAX_ANSWER_BYTES, signal: sendSignal })
        // Reading the whole answer frees the connection for the next request.
        await response.bytes().catch(() => response.discard())
        return response.status
      } catch {
        return null
      }
    },
  }
}
