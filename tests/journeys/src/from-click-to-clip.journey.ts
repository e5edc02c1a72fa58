import { type CollectedSpan, type OtlpCollector, startCollector } from '@kerf/standins/otlp/start-collector'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningKerf, startKerf } from './harness/start-kerf.ts'
import { Visitor } from './harness/visitor.ts'

let collector: OtlpCollector
let kerf: RunningKerf

interface Line {
  msg: string
  [field: string]: unknown
}

beforeAll(async () => {
  collector = await startCollector()
  kerf = await startKerf({
    environment: {
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'kerf-under-test',
    },
  })
})
afterAll(async () => {
  await kerf?.dispose()
  await collector?.close()
})

/** Everything a person does for one clip. The server exports the remaining telemetry when it ends. */
async function cutOne() {
  const someone = new Visitor(kerf.url)
  const video = await someone.trim(await someone.process('kerf:sample'), 3.21, 6)
  const asked = await someone.download(video, '360p')
  const finished = await someone.finished(asked)
  await someone.file(finished)
  const metrics = await (await someone.fetch('/metrics')).text()
  const probes = await Promise.all(['/livez', '/readyz'].map(async (path) => (await someone.fetch(path)).status))
  return { video, finished, metrics, probes }
}

function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
}

it('one clip can be followed from the click to the file in one trace, in the log, and in the metrics', async () => {
  const { finished, metrics, probes, video } = await cutOne()
  await kerf.stop()
  // Telemetry that was not exported before is exported at the end.
  const spans = collector.spans()
  const named = (name: string): CollectedSpan => {
    const found = spans.find((span) => span.name === name && span.traceId === click?.traceId)
    if (!found) throw new Error(`There is no span ${name} in the trace of the click.`)
    return found
  }

  const click = spans.find(({ name }) => name === 'POST /api/video/:id/download')
  expect(click).toMatchObject({ parentSpanId: null, failed: false, attributes: { 'http.response.status_code': 202 } })
  expect(click?.resource).toMatchObject({ 'service.name': 'kerf-under-test', 'kerf.role': 'serve' })
  const cut = named('cut')
  expect(cut).toMatchObject({
    parentSpanId: click?.spanId,
    failed: false,
    attributes: { 'kerf.outcome': 'completed', 'kerf.source': 'sample', 'kerf.format': 'mp4' },
  })
  expect(named('queue wait').parentSpanId).toBe(click?.spanId)
  for (const part of ['cut index', 'cut fetch', 'cut write', 'cut check', 'cut publish']) {
    const span = named(part)
    expect([part, span.parentSpanId]).toEqual([part, cut.spanId])
    expect(span.startNanoseconds >= cut.startNanoseconds && span.endNanoseconds <= cut.endNanoseconds, part).toBe(true)
  }
  expect(spans.find(({ name }) => name === 'resolve')?.traceId).not.toBe(click?.traceId)

  const lines = linesOf(kerf.output())
  const asked = lines.find(({ msg, route }) => msg === 'request' && route === '/api/video/:id/download')
  const done = lines.find(({ msg }) => msg === 'clip cut')
  expect(asked?.requestId).toEqual(click?.attributes['kerf.request_id'])
  expect(done).toMatchObject({
    requestId: asked?.requestId,
    traceId: click?.traceId,
    downloadId: finished.id,
    clipId: cut.attributes['kerf.clip_id'],
    role: 'serve',
    completed: true,
    receipt: { way: finished.receipt?.way, clipBytes: finished.fileSize },
  })
  expect(done?.jobId).toMatch(/^[0-9a-f-]{36}$/)
  expect(done?.seconds).toBeGreaterThan(0)
  expect(done?.cpuSeconds).toBeGreaterThan(0)
  expect(kerf.output().match(/"requestId"/g)?.length).toBeGreaterThan(3)
  for (const line of kerf.output().split('\n')) expect(line.match(/"requestId"/g)?.length ?? 0, line).toBeLessThan(2)

  expect(probes).toEqual([200, 200])
  expect(metrics).toContain('kerf_cuts_total{format="mp4",outcome="completed",code="none",role="serve"} 1')
  expect(metrics).toMatch(/kerf_cut_cpu_seconds_total\{kind="\w+",role="serve"\} (?!0\n)[\d.]+\n/)
  expect(metrics).toContain(`kerf_storage_clip_bytes ${finished.fileSize}`)
  expect(metrics).toContain('kerf_resolver_requests_total{source="sample",code="ok",role="serve"} 1')
  expect(metrics).toContain('kerf_queue_age_seconds 0')

  // Text of users, and the videos that they watch, must not be in telemetry.
  for (const secret of [video.title, video.youtubeUrl, video.url, 'kerf:sample'].filter((text) => text !== null))
    expect(collector.sent()).not.toContain(secret)
})
