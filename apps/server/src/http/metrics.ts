import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CutWorker } from '../ports/cut-worker.ts'

export interface Metrics {
  contentType: string
  text(): Promise<string>
  observeRequest(route: string, method: string, status: number, seconds: number): void
}

/** The figures an operator watches, as Prometheus text. Each server has a registry of its own, so that two never mix. */
export function createMetrics(worker: CutWorker): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'kerf_http_request_seconds',
    help: 'Duration of HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'kerf_queue_jobs',
    help: 'Jobs in the cut queue by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { waiting, running } = await worker.depth()
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'running' }, running)
    },
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observeRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
  }
}
