import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { startKerf } from '../../tests/journeys/src/harness/servers/start-kerf.ts'
import type { LoadedServer, Measurement, OwnDownload } from './load-server.ts'

const SOCKETS_OF_EACH_KIND = 200
const DRIP_INTERVAL_MILLISECONDS = 2000
const CONNECTION_TIMEOUT_MILLISECONDS = 60_000

export async function measureSlowSockets(
  { kerf }: LoadedServer,
  { path, headers }: OwnDownload,
): Promise<Measurement[]> {
  const kinds = {
    silent: '',
    'slow headers': 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ',
    'slow bodies':
      'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"',
  }
  const limit = CONNECTION_TIMEOUT_MILLISECONDS / 1000
  const closeMeasurements = Object.entries(kinds).map(async ([kind, words]): Promise<Measurement> => {
    const times = await Promise.all(
      Array.from({ length: SOCKETS_OF_EACH_KIND }, () => millisecondsUntilClosed(kerf.url, words)),
    )
    const longestSeconds = Math.max(...times) / 1000
    const label = `${SOCKETS_OF_EACH_KIND} sockets, ${kind}: closed after at most, s`
    return [label, longestSeconds, `< ${limit}`, longestSeconds < limit]
  })
  await wait(1000)
  const readResult = await autocannon({ url: kerf.url + path, connections: 10, duration: 5, headers })
  const { p99 } = readResult.latency
  return [
    ...(await Promise.all(closeMeasurements)),
    ['600 such sockets: status reads meanwhile, p99 ms', p99, '< 50', p99 < 50],
  ]
}

async function millisecondsUntilClosed(url: string, words: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const begin = performance.now()
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.resume()
  if (words) socket.write(words)
  const dripTimer = setInterval(() => words && socket.write('a'), DRIP_INTERVAL_MILLISECONDS)
  const timeout = setTimeout(() => socket.destroy(), CONNECTION_TIMEOUT_MILLISECONDS)
  // `events.once` would reject on a connection reset, which counts as closed here.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripTimer)
  clearTimeout(timeout)
  return performance.now() - begin
}

export async function measureLimits(): Promise<Measurement[]> {
  const kerf = await startKerf({ environment: { RATE_LIMITS: 'on' } })
  try {
    const answers: string[] = []
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let call = 0; call < 60; call++) {
          const answer = await fetch(`${kerf.url}/api/plans`)
          await answer.arrayBuffer()
          answers.push(`${answer.status}${answer.headers.has('retry-after') ? ', retry-after' : ''}`)
        }
      }),
    )
    const expectedAnswers = ['200', '429, retry-after', '503, retry-after']
    const counts = Object.entries(Object.groupBy(answers, (kind) => kind))
    const wrongAnswers = answers.filter((kind) => !expectedAnswers.includes(kind)).length
    return [
      ...counts.map(
        ([kind, answersOfKind]): Measurement => [`3,000 calls of one address: ${kind}`, answersOfKind!.length],
      ),
      ['answers beyond the limit that are no honest refusal', wrongAnswers, '0', wrongAnswers === 0],
    ]
  } finally {
    await kerf.dispose()
  }
}
