import type { SourceId } from '@kerf/domain/links/link'
import type { MetricsRecorder } from '../../ports/metrics.ts'
import type { VideoSource, VideoSources } from '../../ports/sources.ts'
import { failureName, type Tracing, within } from '../../ports/tracing.ts'

export interface WatchDeps {
  metricsRecorder: MetricsRecorder
  tracing: Tracing
}

/** The same sources; each question about a video is counted, timed and traced. */
export function watchSources(sources: VideoSources, deps: WatchDeps): VideoSources {
  const watched = Object.entries(sources).map(([id, source]) => [id, watchSource(id as SourceId, source, deps)])
  return Object.fromEntries(watched) as VideoSources
}

function watchSource(id: SourceId, source: VideoSource, { metricsRecorder, tracing }: WatchDeps): VideoSource {
  return {
    ...source,
    async resolve(reference, signal) {
      const begunAt = performance.now()
      const span = tracing.begin('resolve', { 'kerf.source': id }, { kind: 'client' })
      const seconds = () => (performance.now() - begunAt) / 1000
      try {
        const resolution = await within(span, () => source.resolve(reference, signal))
        const code = resolution.ok ? null : resolution.code
        metricsRecorder.sourceAsked(id, code ?? 'ok', seconds())
        span.end(code)
        return resolution
      } catch (error) {
        // Whoever asked has left; anything else is a surprise.
        if (!signal.aborted) metricsRecorder.sourceAsked(id, 'internal', seconds())
        span.end(signal.aborted ? 'aborted' : failureName(error))
        throw error
      }
    },
  }
}
