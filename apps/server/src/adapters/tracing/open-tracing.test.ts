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
const BEGUN = new Date('2026-11-22T08:00:00.123Z')
const ENDED = new Date('2026-11-22T08:00:02.5Z')
const nanoseconds = (time: Date): bigint => BigInt(time.getTime()) * 1_000_000n

describe.each(['http/protobuf', 'http/json'] as const)('a collector that is spoken to by %s', (protocol) => {
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

  it('is told what belongs to what, when it was, how it ended, and whose it is', async () => {
    const tracing = await openTracing({ ...OPTIONS, protocol })
    const click = tracing.begin('POST /api/video/:id/download', {}, { kind: 'server', startedAt: BEGUN })
    const cut = tracing.begin('cut', { 'kerf.clip_id': 'c1' }, { within: click.traceparent, startedAt: BEGUN })
    cut.set({ 'kerf.frames': 90, 'kerf.seconds': 1.5, 'kerf.joined': true, 'kerf.title': 'Ü' })
    cut.end('source_failed', ENDED)
    click.end(null, ENDED)
    await tracing.close()

    const [, traceId, spanId] = click.traceparent?.split('-') ?? []
    const resource = {
      'service.name': 'kerf',
      'service.version': '1.2.3',
      'kerf.role': 'worker',
      'process.pid': process.pid,
    }
    const when = { startNanoseconds: nanoseconds(BEGUN), endNanoseconds: nanoseconds(ENDED) }
    const contentType = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf'
    expect(collector.requestHeaders()).toMatchObject([{ 'content-type': contentType }])
    expect(collector.spans().sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      {
        traceId,
        spanId,
        parentSpanId: null,
        name: 'POST /api/video/:id/download',
        attributes: {},
        ...when,
        failed: false,
        resource,
      },
      {
        traceId,
        spanId: cut.traceparent?.split('-')[2],
        parentSpanId: spanId,
        name: 'cut',
        ...when,
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

  it('is told it squeezed and with the headers that the standard variables name', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip')
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20t0ken')
    const tracing = await openTracing({ ...OPTIONS, protocol })
    tracing.begin('cut').end()
    await tracing.close()
    expect(collector.requestHeaders()).toMatchObject([{ 'content-encoding': 'gzip', authorization: 'Bearer t0ken' }])
    expect(collector.spans()).toMatchObject([{ name: 'cut' }])
  })
})
