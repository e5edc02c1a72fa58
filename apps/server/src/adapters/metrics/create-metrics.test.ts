import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OperatingStats } from '../../ports/metrics.ts'
import { RECEIPT } from '../../use-cases/testing/test-backend.ts'
import { cachedMetric } from './cached-metric.ts'
import { createMetrics } from './create-metrics.ts'
import type { StateSources } from './state-metrics.ts'

const STATS: OperatingStats = {
  queue: {
    paid: { waiting: 2, running: 1, oldestAgeSeconds: 9, readyAgeSeconds: 8 },
    ordinary: { waiting: 5, running: 0, oldestAgeSeconds: 70, readyAgeSeconds: 61.5 },
  },
  emails: { waiting: 3, tried: 1, givenUp: 0, oldestAgeSeconds: 12 },
  clips: { files: 4, bytes: 4000 },
}

function openMetrics(change: Partial<StateSources> = {}) {
  const missingMetrics: string[] = []
  const metrics = createMetrics({
    role: 'worker',
    version: '1.2.3',
    onMissing: (readMetric) => missingMetrics.push(readMetric),
    sources: {
      stats: async () => STATS,
      databaseBytes: async () => 123,
      connections: () => ({ inUse: 3, idle: 2, waiting: 1 }),
      disk: async () => ({ freeBytes: 10, totalBytes: 20 }),
      lastSweepAt: async () => new Date(5000),
      lastPaymentRoundAt: async () => null,
      ...change,
    },
  })
  return { metrics, missing: missingMetrics }
}

/** Lines of `name{labels} value`, without comments. */
const sampleLines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

describe('the metrics', () => {
  it('of the installation are the same in every process, and those of one process have its role', async () => {
    const lines = sampleLines(await openMetrics().metrics.text())
    for (const line of [
      'kerf_queue_jobs{class="ordinary",state="waiting"} 5',
      'kerf_queue_ready_job_age_seconds{class="paid"} 8',
      'kerf_queue_age_seconds 61.5',
      'kerf_emails{state="tried"} 1',
      'kerf_storage_clip_bytes 4000',
      'kerf_database_size_bytes 123',
      'kerf_storage_free_bytes{role="worker"} 10',
      'kerf_database_connections{state="waiting",role="worker"} 1',
      'kerf_sweep_last_success_timestamp_seconds{role="worker"} 5',
      'kerf_build_info{version="1.2.3",role="worker"} 1',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => line.startsWith('kerf_payment_last_round'))).toEqual([])
  })

  it('each have a help text, and a name that ends in its unit', async () => {
    const text = await openMetrics().metrics.text()
    const names = [...text.matchAll(/^# TYPE (kerf_\w+) (\w+)$/gm)]
    expect(names.length).toBeGreaterThan(35)
    for (const [, name, type] of names) {
      expect(text, name).toMatch(new RegExp(`^# HELP ${name} \\S.*\\.$`, 'm'))
      expect(name?.endsWith('_total'), name).toBe(type === 'counter')
      if (type === 'histogram') expect(name).toMatch(/_seconds$/)
    }
  })

  it('are left out and counted if they cannot be read, and others stay', async () => {
    const { metrics, missing } = openMetrics({ stats: () => Promise.reject(new Error('the database is away')) })
    const lines = sampleLines(await metrics.text())
    expect(lines.filter((line) => line.startsWith('kerf_queue_jobs') || line.startsWith('kerf_queue_age'))).toEqual([])
    expect(lines).toContain('kerf_metric_errors_total{metric="installation",role="worker"} 1')
    expect(lines).toContain('kerf_database_size_bytes 123')
    expect(missing).toEqual(['installation'])
  })

  it('are reported again once they can be read', async () => {
    let isAway = true
    const { metrics } = openMetrics({
      stats: async () => {
        if (isAway) throw new Error('away')
        return STATS
      },
    })
    await metrics.text()
    isAway = false
    expect(sampleLines(await metrics.text())).toContain('kerf_queue_age_seconds 61.5')
  })

  it('count a completed cut by how it was made, and a failed one by its error', async () => {
    const { metrics } = openMetrics()
    const cut = { format: 'mp4', seconds: 2, cpuSeconds: 0.5 } as const
    metrics.metricsRecorder.cutEnded({ ...cut, outcome: 'completed', code: null, receipt: RECEIPT })
    metrics.metricsRecorder.cutEnded({ ...cut, outcome: 'failed', code: 'source_timeout', receipt: null })
    const lines = sampleLines(await metrics.text())
    for (const line of [
      'kerf_cuts_total{format="mp4",outcome="completed",code="none",role="worker"} 1',
      'kerf_cuts_total{format="mp4",outcome="failed",code="source_timeout",role="worker"} 1',
      'kerf_cut_frames_total{kind="seams",how="encoded",role="worker"} 10',
      'kerf_cut_fetched_bytes_total{kind="seams",role="worker"} 1000',
      'kerf_cut_cpu_seconds_total{kind="none",role="worker"} 0.5',
      'kerf_cut_seconds_count{role="worker",kind="seams"} 1',
    ])
      expect(lines).toContain(line)
  })

  it('have no label whose value a stranger can set', async () => {
    const { metrics } = openMetrics()
    for (let index = 0; index < 50; index += 1)
      metrics.metricsRecorder.requestAnswered({ route: 'none', method: `X${index}`, status: 404, seconds: 0.01 })
    const requests = sampleLines(await metrics.text()).filter((line) =>
      line.startsWith('kerf_http_request_seconds_count'),
    )
    expect(requests).toEqual([expect.stringMatching(/method="other".* 50$/)])
  })

  it('count the bytes of all connections, including closed ones', async () => {
    const { metrics } = openMetrics()
    const server = new EventEmitter()
    metrics.watchServer(server)
    const [closedSocket, openSocket] = [1000, 24].map((bytesWritten) =>
      Object.assign(new EventEmitter(), { bytesWritten }),
    )
    server.emit('connection', closedSocket)
    server.emit('connection', openSocket)
    closedSocket?.emit('close')
    const lines = sampleLines(await metrics.text())
    expect(lines).toContain('kerf_http_sent_bytes_total{role="worker"} 1024')
    expect(lines).toContain('kerf_http_connections{role="worker"} 1')
  })
})

describe('a cached metric', () => {
  afterEach(() => vi.useRealTimers())

  it('is read once for many callers, and cached for a hundred times as long as its read took', async () => {
    let now = 0
    const read = vi.fn(async () => {
      now += 100
      return 7
    })
    const readMetric = cachedMetric(read, { onMissing: (error) => expect.fail(String(error)), now: () => now })
    expect(await Promise.all([readMetric(), readMetric(), readMetric()])).toEqual([7, 7, 7])
    now = 100 + 9_999
    await readMetric()
    expect(read).toHaveBeenCalledTimes(1)
    now = 100 + 10_000
    await readMetric()
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is left out if its read takes too long, and is not read twice meanwhile', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<number>()
    const read = vi.fn(() => promise)
    const onMissing = vi.fn()
    const readMetric = cachedMetric(read, { onMissing })
    for (let time = 0; time < 2; time += 1) {
      const reading = readMetric()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await reading).toBeNull()
    }
    expect([read.mock.calls.length, onMissing.mock.calls.length]).toEqual([1, 2])
    resolve(7)
    expect(await readMetric()).toBe(7)
  })
})
