import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Metrics, MetricsRecorder } from '../../ports/metrics.ts'
import { cachedMetric } from './cached-metric.ts'
import { createCutCounters } from './cut-counters.ts'
import { metricsIn } from './metric-help.ts'
import { createOutsideCounters } from './outside-counters.ts'
import { createRequestCounters } from './request-counters.ts'
import { createStateMetrics, type StateSources } from './state-metrics.ts'

export interface MetricsOptions {
  role: string
  version: string
  sources: StateSources
  onMissing: (metric: string, error: unknown) => void
}

/** Metrics of this process have its role as a label. Metrics of the installation are the same in every process. */
export function createMetrics({ role, version, sources, onMissing }: MetricsOptions): Metrics {
  const sharedRegistry = new Registry()
  const ownRegistry = new Registry()
  ownRegistry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: ownRegistry })
  const { counter, gauge } = metricsIn(ownRegistry)
  gauge('kerf_build_info', 'version').set({ version }, 1)
  const requests = createRequestCounters(ownRegistry)
  const state = createStateMetrics(sharedRegistry, ownRegistry)
  const errors = counter('kerf_metric_errors_total', 'metric')
  const cacheMetric = <T>(metric: string, read: () => Promise<T>) => {
    errors.inc({ metric }, 0)
    return cachedMetric(read, {
      onMissing(error) {
        errors.inc({ metric })
        onMissing(metric, error)
      },
    })
  }
  const installation = cacheMetric('installation', sources.stats)
  const databaseBytes = cacheMetric('database_size', sources.databaseBytes)
  const disk = cacheMetric('disk', sources.disk)
  const rounds = cacheMetric('rounds', async () => ({
    sweep: await sources.lastSweepAt(),
    paymentRound: await sources.lastPaymentRoundAt(),
  }))

  async function updateState(): Promise<void> {
    state.connections(sources.connections())
    await Promise.all([
      installation().then(state.installation),
      databaseBytes().then(state.databaseBytes),
      disk().then(state.disk),
      rounds().then((times) => state.times(times ?? { sweep: null, paymentRound: null })),
    ])
  }

  return {
    contentType: ownRegistry.contentType,
    async text() {
      await updateState()
      return `${await sharedRegistry.metrics()}\n${await ownRegistry.metrics()}`
    },
    metricsRecorder: {
      ...requests.metricsRecorder,
      ...createCutCounters(ownRegistry),
      ...createOutsideCounters(ownRegistry),
      ...createSweepCounters(ownRegistry),
    },
    watchServer: requests.watchServer,
  }
}

function createSweepCounters(registry: Registry) {
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
