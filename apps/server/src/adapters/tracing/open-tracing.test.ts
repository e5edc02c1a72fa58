import { type OtlpCollector, startCollector } from '@kerf/standins/otlp/start-collector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Imported dynamically, as in the server, which loads this module only for tracing. */
const { openTracing } = await import('./open-tracing.ts')

const OPTIONS = {
  exporter: 'otlp',
  protocol: 'http/protobuf',
  serviceName: 'kerf',
  serviceVersion: '1.2.3',
  role: 'worker',
  sampler: { name: 'parentbased_always_on', ratio: 1 },
} as const
const START_TIME = new Date('2026-11-22T08:00:00.123Z')
const END_TIME = new Date('2026-11-22T08:00:02.5Z')
const nanoseconds = (time: Date): bigint => BigInt(time.getTime()) * 1_000_000n

describe.each(['http/protobuf', 'http/json'] as const)('a collector reached over %s', (protocol) => {
  let collector: OtlpCollector
  beforeEach(async () => {
    collector = await startCollector()
    // The exporter itself reads this variable.
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await collector.close()
  })

  it('gets spans with their parents, times, outcomes and resource', async () => {
    const tracing = await openTracing({ ...OPTIONS, protocol })
    const clickSpan = tracing.begin('POST /api/video/:id/download', {}, { kind: 'server', startedAt: START_TIME })
    const cutSpan = tracing.begin(
      'cut',
      { 'kerf.clip_id': 'c1' },
      { within: clickSpan.traceparent, startedAt: START_TIME },
    )
    cutSpan.set({ 'kerf.frames': 90, 'kerf.seconds': 1.5, 'kerf.joined': true, 'kerf.title': 'Ü' })
    cutSpan.end('source_failed', END_TIME)
    clickSpan.end(null, END_TIME)
    await tracing.close()

    const [, traceId, spanId] = clickSpan.traceparent?.split('-') ?? []
    const resource = {
      'service.name': 'kerf',
      'service.version': '1.2.3',
      'kerf.role': 'worker',
      'process.pid': process.pid,
    }
    const times = { startNanoseconds: nanoseconds(START_TIME), endNanoseconds: nanoseconds(END_TIME) }
    const contentType = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf'
    expect(collector.requestHeaders()).toMatchObject([{ 'content-type': contentType }])
    expect(collector.spans().sort((firstSpan, secondSpan) => (firstSpan.name < secondSpan.name ? -1 : 1))).toEqual([
      {
        traceId,
        spanId,
        parentSpanId: null,
        name: 'POST /api/video/:id/download',
        attributes: {},
        ...times,
        failed: false,
        resource,
      },
      {
        traceId,
        spanId: cutSpan.traceparent?.split('-')[2],
        parentSpanId: spanId,
        name: 'cut',
        ...times,
        failed: true,
        resource,
        attributes: {
          'kerf.clip_id': 'c1',
          'kerf.frames': 90,
          'kerf.seconds': 1.5,
          'kerf.joined': true,
          'kerf.title': 'Ü',
          'error.type': 'source_failed',
        },
      },
    ])
  })

  it('gets compressed spans, with the headers of the standard variables', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip')
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20t0ken')
    const tracing = await openTracing({ ...OPTIONS, protocol })
    tracing.begin('cut').end()
    await tracing.close()
    expect(collector.requestHeaders()).toMatchObject([{ 'content-encoding': 'gzip', authorization: 'Bearer t0ken' }])
    expect(collector.spans()).toMatchObject([{ name: 'cut' }])
  })
})
