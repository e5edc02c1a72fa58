import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Metrics, MetricsRecorder } from '../../ports/metrics.ts'
import { cachedMetric } from './cached-metric.ts'
import { cutCounters } from './cut-counters.ts'
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
  new Gauge({
    name: 'kerf_build_info',
    help: 'Always 1; the version says which.',
    labelNames: ['version'],
    registers: [own],
  }).set({ version }, 1)
  const requests = requestCounters(own)
  const state = stateMetrics(shared, own)
  const missing = new Counter({
    name: 'kerf_metric_errors_total',
    help: 'How often a metric could not be had, and was left out.',
    labelNames: ['metric'],
    registers: [own],
  })
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
  const registers = [registry]
  const sweeps = new Counter({
    name: 'kerf_sweeps_total',
    help: 'Sweeps of files by this process that came to their end, or failed.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['done', 'failed']) sweeps.inc({ outcome }, 0)
  const files = new Counter({ name: 'kerf_sweep_deleted_files_total', help: 'Files that sweeps deleted.', registers })
  const bytes = new Counter({ name: 'kerf_sweep_freed_bytes_total', help: 'Bytes that sweeps freed.', registers })
  return {
    swept(report) {
      sweeps.inc({ outcome: report === 'failed' ? 'failed' : 'done' })
      if (report === 'failed') return
      files.inc(report.deletedFiles)
      bytes.inc(report.freedBytes)
    },
  } satisfies Partial<MetricsRecorder>
}
