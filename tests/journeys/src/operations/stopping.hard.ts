import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { mediaProcesses } from '../harness/servers/media-processes.ts'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { Visitor } from '../harness/visitor.ts'

/** Time that service managers wait before they kill a process. */
const SERVICE_MANAGER_WAIT_MILLISECONDS = 30_000
/** Number of stalled downloads, of 1.7 MB each. */
const STALLED_DOWNLOAD_COUNT = 12

let kerf: RunningKerf | undefined
afterAll(() => kerf?.dispose())

it('a server with running cuts, waiting ones and a stalled download stops in order within 30 s and loses nothing', async () => {
  kerf = await startKerf({ environment: { WORKER_CONCURRENCY: '1' } })
  const firstVisitor = new Visitor(kerf.url)
  const finishedDownload = await firstVisitor.waitUntilEnded(
    await firstVisitor.requestDownload(await firstVisitor.process('kerf:sample'), '360p'),
  )
  // The answers are larger than the buffers of a connection, and are never read.
  const { hostname, port } = new URL(kerf.url)
  const stalledSocket = connect(Number(port), hostname).pause()
  stalledSocket.on('error', () => undefined)
  const cookie = `kerf_viewer=${firstVisitor.cookie('kerf_viewer')}`
  const requestText = `GET /api/download/${finishedDownload.id}/file HTTP/1.1\r\nhost: kerf\r\ncookie: ${cookie}\r\n\r\n`
  stalledSocket.write(requestText.repeat(STALLED_DOWNLOAD_COUNT))
  const requests = []
  for (let count = 0; count < 6; count += 1) {
    const visitor = new Visitor(kerf.url)
    requests.push({ visitor, download: await visitor.requestClip('kerf:sample', count + 0.5, 50 + count) })
  }
  const stopStartedAt = performance.now()
  const stopping = kerf.stop()
  await expect
    .poll(async () => {
      const { status, headers, body } = await new Visitor(kerf?.url ?? '').call<{ code: string }>('GET', '/api/health')
      return [status, headers.get('connection'), body.code]
    })
    .toEqual([503, 'close', 'busy'])
  expect(await stopping).toBe(0)
  const tookMilliseconds = Math.round(performance.now() - stopStartedAt)
  console.log(JSON.stringify({ tookMilliseconds, stalledHadTaken: stalledSocket.bytesRead }))
  stalledSocket.destroy()
  expect(tookMilliseconds).toBeLessThan(SERVICE_MANAGER_WAIT_MILLISECONDS)
  expect(await mediaProcesses(kerf.dataDirectory)).toEqual([])

  const nextKerf = await startKerf({ dataDirectory: kerf.dataDirectory })
  kerf = nextKerf
  for (const { visitor, download } of requests)
    expect(await visitor.atUrl(nextKerf.url).waitUntilEnded(download)).toMatchObject({ status: 'completed' })
  expect((await firstVisitor.atUrl(nextKerf.url).fetchFile(finishedDownload)).length).toBe(finishedDownload.fileSize)
})
