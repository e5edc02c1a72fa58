import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { type LoadedServer, type Measurement, type OwnDownload, processorMilliseconds } from './load-server.ts'

const MAX_CONCURRENT_CALLS = 10
/** Pollers that start at the same time. All groups start within one second. */
const GROUP_SIZE = 10

/** Requests one download for each person. All wait in one queue, of which two are cut at a time. */
export async function requestForAll({ kerf, requestClip }: LoadedServer, people: number): Promise<OwnDownload[]> {
  const requests: OwnDownload[] = []
  // Each page polls right after its request, so the first polls are spread, too.
  const poll = async (download: OwnDownload): Promise<OwnDownload> => {
    await (await fetch(kerf.url + download.path, { headers: download.headers })).arrayBuffer()
    return download
  }
  let requestCount = 0
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT_CALLS }, async () => {
      while (requestCount < people) requests.push(await poll((await requestClip((requestCount++ * 20) / people)).own))
    }),
  )
  return requests
}

export async function measurePolls(
  { kerf }: LoadedServer,
  requests: readonly OwnDownload[],
  seconds: number,
): Promise<Measurement[]> {
  const times: number[] = []
  const endStatuses = new Map<string, string>()
  const timeBefore = processorMilliseconds(kerf)
  const groups: Promise<number>[] = []
  for (let start = 0; start < requests.length; start += GROUP_SIZE) {
    const group = requests.slice(start, start + GROUP_SIZE)
    groups.push(pollTogether(kerf.url, group, seconds, times, endStatuses))
    await wait((1000 * GROUP_SIZE) / requests.length)
  }
  const faults = (await Promise.all(groups)).reduce((sum, group) => sum + group, 0)
  const processorTime = processorMilliseconds(kerf) - timeBefore
  times.sort((a, b) => a - b)
  const percentile = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
  const label = `${requests.length} pollers, each of a waiting clip of their own`
  return [
    [`${label}: polls in ${seconds} s`, times.length],
    [`${label}: downloads that ended`, endStatuses.size],
    [`${label}: the server's processor time a second, all it does, ms`, processorTime / (seconds + 1)],
    [`${label}: p50 ms`, percentile(0.5)],
    [`${label}: p99 ms`, percentile(0.99)],
    [`${label}: at most, ms`, percentile(1 - 1e-9)],
    [
      `${label}: polls unanswered, refused, of somebody else's, or older than an earlier one`,
      faults,
      '0',
      faults === 0,
    ],
  ]
}

async function pollTogether(
  url: string,
  downloads: readonly OwnDownload[],
  seconds: number,
  times: number[],
  endStatuses: Map<string, string>,
): Promise<number> {
  const ids = new Set(downloads.map(({ id }) => id))
  let connection = 0
  const run = autocannon({
    url,
    connections: downloads.length,
    connectionRate: 1,
    duration: seconds,
    setupClient(client) {
      const { path, headers } = downloads[connection++ % downloads.length] ?? { path: '/', headers: {} }
      client.setRequests([{ method: 'GET', path, headers: { ...headers } }])
    },
    verifyBody(body) {
      const { id, status } = JSON.parse(body) as { id: string; status: string }
      const end = endStatuses.get(id)
      if (status !== 'processing') endStatuses.set(id, status)
      // An ended download must keep its status.
      return ids.has(id) && (end === undefined || end === status)
    },
  })
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const { errors, timeouts, non2xx, mismatches } = await run
  return errors + timeouts + non2xx + mismatches
}

const READ_CONNECTION_COUNT = 20

export async function measureStatusReads(
  server: LoadedServer,
  download: OwnDownload,
  seconds: number,
): Promise<Measurement[]> {
  const { result, processorTime } = await readStatuses(server, download, seconds)
  const faults = result.errors + result.timeouts + result.non2xx
  const { average: rate, total } = result.requests
  const { p50, p99 } = result.latency
  return [
    ['status reads a second, from 20 connections', rate, '>= 2000', rate >= 2000],
    [
      "status reads: the server's processor time for each, all else it does included, us",
      (processorTime * 1000) / total,
    ],
    ['status reads, p50 ms', p50],
    ['status reads, p99 ms', p99, '< 50', p99 < 50],
    ['status reads, faults', faults, '0', faults === 0],
  ]
}

/** Reads the status of a download without a pause. `processorTime` is that of the server, in milliseconds. */
export async function readStatuses({ kerf }: LoadedServer, { path, headers }: OwnDownload, seconds: number) {
  const timeBefore = processorMilliseconds(kerf)
  const result = await autocannon({
    url: kerf.url + path,
    connections: READ_CONNECTION_COUNT,
    duration: seconds,
    headers,
  })
  return { result, processorTime: processorMilliseconds(kerf) - timeBefore }
}
