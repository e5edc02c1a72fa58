import { Counter, Histogram, type Registry } from 'prom-client'
import type { MetricsRecorder } from '../../ports/metrics.ts'

export function outsideCounters(registry: Registry) {
  const registers = [registry]
  const asked = new Counter({
    name: 'kerf_resolver_requests_total',
    help: 'Questions to sources about a video, by error code; ok where they answered.',
    labelNames: ['source', 'code'],
    registers,
  })
  const askedSeconds = new Histogram({
    name: 'kerf_resolver_seconds',
    help: 'Time that a source, or yt-dlp for it, took to tell about a video.',
    labelNames: ['source'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  })
  const received = new Counter({
    name: 'kerf_outbound_received_bytes_total',
    help: 'Bytes that came in from outside: to the guarded fetcher, or through the proxy of the resolver.',
    labelNames: ['by'],
    registers,
  })
  for (const by of ['fetcher', 'resolver']) received.inc({ by }, 0)
  const emails = new Counter({
    name: 'kerf_emails_handled_total',
    help: 'Emails that were sent, refused for good, or failed and will be tried again.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['sent', 'refused', 'failed']) emails.inc({ outcome }, 0)
  const payments = new Counter({
    name: 'kerf_payment_requests_total',
    help: 'Questions to the payment provider, by what was asked and how it ended; unclear where it did not answer sensibly.',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const paymentSeconds = new Histogram({
    name: 'kerf_payment_request_seconds',
    help: 'Time that the payment provider took to answer.',
    labelNames: ['call'],
    buckets: [0.1, 0.5, 1, 2, 5, 15, 60],
    registers,
  })
  return {
    sourceAsked(source, code, seconds) {
      asked.inc({ source, code })
      askedSeconds.observe({ source }, seconds)
    },
    bytesReceived: (by, bytes) => received.inc({ by }, bytes),
    emailEnded: (outcome) => emails.inc({ outcome }),
    paymentAsked(call, outcome, seconds) {
      payments.inc({ call, outcome })
      paymentSeconds.observe({ call }, seconds)
    },
  } satisfies Partial<MetricsRecorder>
}
