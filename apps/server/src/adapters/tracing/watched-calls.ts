import type { SourceId } from '@kerf/domain/links/source-ids'
import type { MetricsRecorder, PaymentCall, PaymentOutcome } from '../../ports/metrics.ts'
import type { CaptureResult, PaymentProvider, ProviderCapture } from '../../ports/payments.ts'
import type { VideoSource, VideoSources } from '../../ports/sources.ts'
import { failureName, runWithinSpan, type Tracing } from '../../ports/tracing.ts'

const CAPTURE_OUTCOMES: Record<ProviderCapture['status'], PaymentOutcome> = {
  COMPLETED: 'ok',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'ok',
  PARTIALLY_REFUNDED: 'ok',
}

/** Wraps a payment provider: each call gets a span and is counted by its outcome. */
export function watchProvider(provider: PaymentProvider, { metricsRecorder, tracing }: WatchDeps): PaymentProvider {
  async function runWatched<T>(
    call: PaymentCall,
    work: () => Promise<T>,
    outcomeOf: (answer: T) => PaymentOutcome,
  ): Promise<T> {
    const begunAt = performance.now()
    const span = tracing.begin(`paypal ${call}`, {}, { kind: 'client' })
    const record = (outcome: PaymentOutcome) =>
      metricsRecorder.paymentAsked(call, outcome, (performance.now() - begunAt) / 1000)
    try {
      const result = await runWithinSpan(span, work)
      const outcome = outcomeOf(result)
      record(outcome)
      span.set({ 'kerf.outcome': outcome })
      span.end()
      return result
    } catch (error) {
      record('unclear')
      span.end(failureName(error))
      throw error
    }
  }
  const alwaysOk = (): PaymentOutcome => 'ok'
  const okOrRefused = (isTrue: boolean): PaymentOutcome => (isTrue ? 'ok' : 'refused')
  return {
    clientId: provider.clientId,
    environment: provider.environment,
    checkCredentials: () => runWatched('login', () => provider.checkCredentials(), okOrRefused),
    createClientToken: () => runWatched('client_token', () => provider.createClientToken(), alwaysOk),
    createOrder: (order) => runWatched('create_order', () => provider.createOrder(order), alwaysOk),
    captureOrder: (id, requestId) => runWatched('capture', () => provider.captureOrder(id, requestId), captureOutcome),
    readOrder: (id) =>
      runWatched(
        'read_order',
        () => provider.readOrder(id),
        (order) => (order ? 'ok' : 'gone'),
      ),
    verifyWebhookEvent: (notice) =>
      runWatched('verify_webhook_event', () => provider.verifyWebhookEvent(notice), okOrRefused),
  }
}

function captureOutcome(result: CaptureResult): PaymentOutcome {
  if (!result.ok) return result.reason
  const lastCapture = result.order.captures.at(-1)
  return lastCapture ? CAPTURE_OUTCOMES[lastCapture.status] : 'unclear'
}

interface WatchDeps {
  metricsRecorder: MetricsRecorder
  tracing: Tracing
}

/** Wraps sources: each resolution gets a span and is counted by its code. */
export function watchSources(sources: VideoSources, deps: WatchDeps): VideoSources {
  const entries = Object.entries(sources).map(([id, source]) => [id, watchSource(id as SourceId, source, deps)])
  return Object.fromEntries(entries) as VideoSources
}

function watchSource(id: SourceId, source: VideoSource, { metricsRecorder, tracing }: WatchDeps): VideoSource {
  return {
    ...source,
    async resolve(reference, signal, avoidedSteps) {
      const begunAt = performance.now()
      const span = tracing.begin('resolve', { 'kerf.source': id }, { kind: 'client' })
      const seconds = () => (performance.now() - begunAt) / 1000
      try {
        const resolution = await runWithinSpan(span, () => source.resolve(reference, signal, avoidedSteps))
        const code = resolution.ok ? null : resolution.code
        metricsRecorder.sourceAsked(id, code ?? 'ok', seconds())
        span.end(code)
        return resolution
      } catch (error) {
        if (!signal.aborted) metricsRecorder.sourceAsked(id, 'internal', seconds())
        span.end(signal.aborted ? 'aborted' : failureName(error))
        throw error
      }
    },
  }
}
