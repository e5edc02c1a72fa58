import type { Registry } from 'prom-client'
import type { MetricsRecorder } from '../../ports/metrics.ts'
import { metricsIn } from './metric-help.ts'

export function createOutsideCounters(registry: Registry) {
  const { counter, histogram } = metricsIn(registry)
  const requests = counter('kerf_resolver_requests_total', 'source', 'code')
  const requestSeconds = histogram('kerf_resolver_seconds', [0.1, 0.5, 1, 2, 5, 10, 30, 60], 'source')
  const steps = counter('kerf_resolver_step_requests_total', 'step', 'egress', 'code')
  const stepSeconds = histogram('kerf_resolver_step_seconds', [0.05, 0.1, 0.3, 1, 3, 10], 'step')
  const receivedBytes = counter('kerf_outbound_received_bytes_total', 'by')
  for (const by of ['fetcher', 'resolver']) receivedBytes.inc({ by }, 0)
  const emails = counter('kerf_emails_handled_total', 'outcome')
  for (const outcome of ['sent', 'refused', 'failed']) emails.inc({ outcome }, 0)
  const payments = counter('kerf_payment_requests_total', 'call', 'outcome')
  const paymentSeconds = histogram('kerf_payment_request_seconds', [0.1, 0.5, 1, 2, 5, 15, 60], 'call')
  return {
    sourceAsked(source, code, seconds) {
      requests.inc({ source, code })
      requestSeconds.observe({ source }, seconds)
    },
    resolverAsked(step, egress, code, seconds) {
      steps.inc({ step, egress, code })
      stepSeconds.observe({ step }, seconds)
    },
    bytesReceived: (by, bytes) => receivedBytes.inc({ by }, bytes),
    emailEnded: (outcome) => emails.inc({ outcome }),
    paymentAsked(call, outcome, seconds) {
      payments.inc({ call, outcome })
      paymentSeconds.observe({ call }, seconds)
    },
  } satisfies Partial<MetricsRecorder>
}
