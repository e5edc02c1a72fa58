import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { mediaProcesses } from '../harness/servers/media-processes.ts'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { Visitor } from '../harness/visitor.ts'

/** The time that service managers give before they kill. */
const MANAGERS_WAIT_MILLISECONDS = 30_000
/** Of 1.7 MB each. */
const STALLED_DOWNLOADS = 12

let kerf: RunningKerf | undefined
afterAll(() => kerf?.dispose())

it('a server with running cuts, waiting ones and a stalled download stops in order within 30 s and loses nothing', async () => {
  kerf = await startKerf({ environment: { WORKER_CONCURRENCY: '1' } })
  const first = new Visitor(kerf.url)
  const finished = await first.finished(await first.download(await first.process('kerf:sample'), '360p'))
  // More than a connection buffers, never read.
  const { hostname, port } = new URL(kerf.url)
  const stalled = connect(Number(port), hostname).pause()
  stalled.on('error', () => undefined)
  const cookie = `kerf_viewer=${first.cookie('kerf_viewer')}`
  const ask = `GET /api/download/${finished.id}/file HTTP/1.1\r\nhost: kerf\r\ncookie: ${cookie}\r\n\r\n`
  stalled.write(ask.repeat(STALLED_DOWNLOADS))
  const requests = []
  for (let count = 0; count < 6; count += 1) {
    const visitor = new Visitor(kerf.url)
    requests.push({ visitor, download: await visitor.request('kerf:sample', count + 0.5, 50 + count) })
  }
  const askedAt = performance.now()
  const stopped = kerf.stop()
  await expect
    .poll(async () => {
      const { status, headers, body } = await new Visitor(kerf?.url ?? '').call<{ code: string }>('GET', '/api/health')
      return [status, headers.get('connection'), body.code]
    })
    .toEqual([503, 'close', 'busy'])
  expect(await stopped).toBe(0)
  const tookMilliseconds = Math.round(performance.now() - askedAt)
  console.log(JSON.stringify({ tookMilliseconds, stalledHadTaken: stalled.bytesRead }))
  stalled.destroy()
  expect(tookMilliseconds).toBeLessThan(MANAGERS_WAIT_MILLISECONDS)
  expect(await mediaProcesses(kerf.dataDirectory)).toEqual([])

  const next = await startKerf({ dataDirectory: kerf.dataDirectory })
  kerf = next
  for (const { visitor, download } of requests)
    expect(await visitor.at(next.url).finished(download)).toMatchObject({ status: 'completed' })
  expect((await first.at(next.url).file(finished)).length).toBe(finished.fileSize)
})
