import type { Download } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'
import { type CollectedSpan, startCollector } from '@kerf/standins/otlp/start-collector'
import { afterAll, expect, it } from 'vitest'
import { PHONE } from '../harness/browser.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'
import { linkTo } from '../harness/youtube.ts'

const collector = await startCollector()
afterAll(() => collector.close())

/** A server without yt-dlp and without any network: no program listens on the discard port of this machine. */
const testbed = openTestbed({
  youtube: false,
  environment: {
    SOURCES: 'youtube',
    PATH: '/nowhere',
    YTDLP_PATH: '',
    OUTBOUND_PROXY: 'http://127.0.0.1:9',
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'kerf-under-test',
  },
})

const UNREACHABLE = linkTo('StandInVid1')

interface LogLine {
  msg: string
  [field: string]: unknown
}

function logLinesOf(output: string): LogLine[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
}

async function saveSample(visit: Visit): Promise<{ video: Video; finishedDownload: Download }> {
  await visit.submitLink(UNREACHABLE)
  await visit.seeToast('Error', 'The proxy of this server did not connect to www.youtube.com.')
  await visit.button('Try the sample').click()
  // The toast disappears by itself after a while.
  await visit.seeToast('Success', 'Your video is ready. Set start and end.')
  await visit.arriveAtVideo('One day outside, in six shots')
  await visit.typeRange('0:10.000', '0:13.000')
  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!')
  const clip = await visit.save('360p')
  expect(clip.name).toBe('kerf_360p.mp4')
  expect(Buffer.from(clip.bytes.subarray(4, 8)).toString()).toBe('ftyp')
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.option('360p').getByText('Only the frames at the edges were re-encoded.').waitFor()

  const hosts = new Set(visit.requestedUrls.map((url) => new URL(url).host))
  expect([...hosts]).toEqual([new URL(testbed.kerf.url).host])
  const readJson = async (path: RegExp) => {
    const address = visit.requestedUrls.findLast((url) => path.test(url)) ?? ''
    return (await visit.context.request.get(address)).json()
  }
  return { video: await readJson(/\/api\/video\/[^/]+$/), finishedDownload: await readJson(/\/api\/download\/[^/]+$/) }
}

it('a visitor reads why a YouTube link fails, and tries the sample; the operator can follow the clip', async () => {
  const { video, finishedDownload } = await saveSample(await testbed.visit({ screen: PHONE }))
  await testbed.endVisits()

  // The operator follows the clip from the click to the file in one trace, in the log, and in the metrics.
  const kerf = testbed.ownKerf
  const metrics = await (await fetch(`${kerf.url}/metrics`)).text()
  const probes = await Promise.all(['/livez', '/readyz'].map(async (path) => (await fetch(kerf.url + path)).status))
  await kerf.stop()
  // Telemetry that was not exported before is exported at the end.
  const spans = collector.spans()
  const findSpan = (name: string): CollectedSpan => {
    const span = spans.find((span) => span.name === name && span.traceId === clickSpan?.traceId)
    if (!span) throw new Error(`There is no span ${name} in the trace of the click.`)
    return span
  }

  const clickSpan = spans.find(({ name }) => name === 'POST /api/video/:id/download')
  expect(clickSpan).toMatchObject({
    parentSpanId: null,
    failed: false,
    attributes: { 'http.response.status_code': 202 },
  })
  expect(clickSpan?.resource).toMatchObject({ 'service.name': 'kerf-under-test', 'kerf.role': 'serve' })
  const cut = findSpan('cut')
  expect(cut).toMatchObject({
    parentSpanId: clickSpan?.spanId,
    failed: false,
    attributes: { 'kerf.outcome': 'completed', 'kerf.source': 'sample', 'kerf.format': 'mp4' },
  })
  expect(findSpan('queue wait').parentSpanId).toBe(clickSpan?.spanId)
  for (const part of ['cut index', 'cut fetch', 'cut write', 'cut check', 'cut publish']) {
    const span = findSpan(part)
    expect([part, span.parentSpanId]).toEqual([part, cut.spanId])
    expect(span.startNanoseconds >= cut.startNanoseconds && span.endNanoseconds <= cut.endNanoseconds, part).toBe(true)
  }
  expect(spans.find(({ name }) => name === 'resolve')?.traceId).not.toBe(clickSpan?.traceId)

  const lines = logLinesOf(kerf.output())
  const requestLine = lines.find(({ msg, route }) => msg === 'request' && route === '/api/video/:id/download')
  const cutLine = lines.find(({ msg }) => msg === 'clip cut')
  expect(requestLine?.requestId).toEqual(clickSpan?.attributes['kerf.request_id'])
  expect(cutLine).toMatchObject({
    requestId: requestLine?.requestId,
    traceId: clickSpan?.traceId,
    downloadId: finishedDownload.id,
    clipId: cut.attributes['kerf.clip_id'],
    role: 'serve',
    completed: true,
    receipt: { way: finishedDownload.receipt?.way, clipBytes: finishedDownload.fileSize },
  })
  expect(cutLine?.jobId).toMatch(/^[0-9a-f-]{36}$/)
  expect(cutLine?.seconds).toBeGreaterThan(0)
  expect(cutLine?.cpuSeconds).toBeGreaterThan(0)
  expect(kerf.output().match(/"requestId"/g)?.length).toBeGreaterThan(3)
  for (const line of kerf.output().split('\n')) expect(line.match(/"requestId"/g)?.length ?? 0, line).toBeLessThan(2)

  expect(probes).toEqual([200, 200])
  expect(metrics).toContain('kerf_cuts_total{format="mp4",outcome="completed",code="none",role="serve"} 1')
  expect(metrics).toMatch(/kerf_cut_cpu_seconds_total\{kind="\w+",role="serve"\} (?!0\n)[\d.]+\n/)
  expect(metrics).toContain(`kerf_storage_clip_bytes ${finishedDownload.fileSize}`)
  expect(metrics).toContain('kerf_resolver_requests_total{source="sample",code="ok",role="serve"} 1')
  expect(metrics).toContain('kerf_queue_age_seconds 0')

  // Text of users, and the videos that they watch, must not be in telemetry.
  for (const secret of [video.title, video.url, 'kerf:sample', UNREACHABLE])
    expect(collector.sentText()).not.toContain(secret)
})
