import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Metrics, MetricsRecorder } from '../../ports/metrics.ts'
import { cachedMetric } from './cached-metric.ts'
import { cutCounters } from './cut-counters.ts'
import { metricsIn } from './metric-help.ts'
import { outsideCounters } from './outside-counters.ts'
import { requestCounters } from './request-counters.ts'
import { type StateSources, stateMetrics } from './state-metrics.ts'

export interface MetricsOptions {
  role: string
  version: string
  sources: StateSources
  onMissing: (metric: string, error: unknown) => void
}

/** Metrics of this process carry its role; those of the installation carry none and are the same in every process. */
export function createMetrics({ role, version, sources, onMissing }: MetricsOptions): Metrics {
  const shared = new Registry()
  const own = new Registry()
  own.setDefaultLabels({ role })
  collectDefaultMetrics({ register: own })
  const { counter, gauge } = metricsIn(own)
  gauge('kerf_build_info', 'version').set({ version }, 1)
  const requests = requestCounters(own)
  const state = stateMetrics(shared, own)
  const missing = counter('kerf_metric_errors_total', 'metric')
  const cached = <T>(metric: string, read: () => Promise<T>) => {
    missing.inc({ metric }, 0)
    return cachedMetric(read, {
      onMissing(error) {
        missing.inc({ metric })
        onMissing(metric, error)
      },
    })
  }
  const installation = cached('installation', sources.stats)
  const databaseBytes = cached('database_size', sources.databaseBytes)
  const disk = cached('disk', sources.disk)
  const rounds = cached('rounds', async () => ({
    sweep: await sources.lastSweepAt(),
    paymentRound: await sources.lastPaymentRoundAt(),
  }))

  async function putStateIn(): Promise<void> {
    state.connections(sources.connections())
    await Promise.all([
      installation().then(state.installation),
      databaseBytes().then(state.databaseBytes),
      disk().then(state.disk),
      rounds().then((times) => state.times(times ?? { sweep: null, paymentRound: null })),
    ])
  }

  return {
    contentType: own.contentType,
    async text() {
      await putStateIn()
      return `${await shared.metrics()}\n${await own.metrics()}`
    },
    metricsRecorder: {
      ...requests.metricsRecorder,
      ...cutCounters(own),
      ...outsideCounters(own),
      ...sweepCounters(own),
    },
    watchServer: requests.watchServer,
  }
}

function sweepCounters(registry: Registry) {
  const { counter } = metricsIn(registry)
  const sweeps = counter('kerf_sweeps_total', 'outcome')
  for (const outcome of ['done', 'failed']) sweeps.inc({ outcome }, 0)
  const files = counter('kerf_sweep_deleted_files_total')
  const bytes = counter('kerf_sweep_freed_bytes_total')
  return {
    swept(report) {
      sweeps.inc({ outcome: report === 'failed' ? 'failed' : 'done' })
      if (report === 'failed') return
      files.inc(report.deletedFiles)
      bytes.inc(report.freedBytes)
    },
  } satisfies Partial<MetricsRecorder>
}
