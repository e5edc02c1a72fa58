import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { type LoadedServer, type Measured, type OwnDownload, processorMilliseconds } from './load-server.ts'

const AT_A_TIME = 10
/** Pages are not opened in step: these begin one after the other, a second for all. */
const GROUP = 10

/** Each is a person of their own who asks for something of their own; all wait in one queue, of which two are cut at a time. */
export async function requestForAll({ kerf, request }: LoadedServer, people: number): Promise<OwnDownload[]> {
  const requests: OwnDownload[] = []
  // A page polls from the moment it has asked. A thousand that ask for the first time in one second are a restart, not a day.
  const polled = async (own: OwnDownload): Promise<OwnDownload> => {
    await (await fetch(kerf.url + own.path, { headers: own.headers })).arrayBuffer()
    return own
  }
  let asked = 0
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (asked < people) requests.push(await polled((await request((asked++ * 20) / people)).own))
    }),
  )
  return requests
}

export async function pollers(
  { kerf }: LoadedServer,
  requests: readonly OwnDownload[],
  seconds: number,
): Promise<Measured[]> {
  const times: number[] = []
  const ended = new Map<string, string>()
  const before = processorMilliseconds(kerf)
  const groups: Promise<number>[] = []
  for (let first = 0; first < requests.length; first += GROUP) {
    const own = requests.slice(first, first + GROUP)
    groups.push(pollTogether(kerf.url, own, seconds, times, ended))
    await wait((1000 * GROUP) / requests.length)
  }
  const faults = (await Promise.all(groups)).reduce((sum, group) => sum + group, 0)
  const spent = processorMilliseconds(kerf) - before
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
  const who = `${requests.length} pollers, each of a waiting clip of their own`
  return [
    [`${who}: polls in ${seconds} s`, times.length],
    [`${who}: downloads that ended`, ended.size],
    [`${who}: the server's processor time a second, all it does, ms`, spent / (seconds + 1)],
    [`${who}: p50 ms`, at(0.5)],
    [`${who}: p99 ms`, at(0.99)],
    [`${who}: at most, ms`, at(1 - 1e-9)],
    [`${who}: polls unanswered, refused, of somebody else's, or older than an earlier one`, faults, '0', faults === 0],
  ]
}

async function pollTogether(
  url: string,
  own: readonly OwnDownload[],
  seconds: number,
  times: number[],
  ended: Map<string, string>,
): Promise<number> {
  const ids = new Set(own.map(({ id }) => id))
  let next = 0
  const run = autocannon({
    url,
    connections: own.length,
    connectionRate: 1,
    duration: seconds,
    setupClient(client) {
      const { path, headers } = own[next++ % own.length] ?? { path: '/', headers: {} }
      client.setRequests([{ method: 'GET', path, headers: { ...headers } }])
    },
    verifyBody(body) {
      const { id, status } = JSON.parse(body) as { id: string; status: string }
      const end = ended.get(id)
      if (status !== 'processing') ended.set(id, status)
      // What has ended has ended.
      return ids.has(id) && (end === undefined || end === status)
    },
  })
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const { errors, timeouts, non2xx, mismatches } = await run
  return errors + timeouts + non2xx + mismatches
}

const READ_CONNECTIONS = 20

export async function statusReads(
  { kerf }: LoadedServer,
  { path, headers }: OwnDownload,
  seconds: number,
): Promise<Measured[]> {
  const before = processorMilliseconds(kerf)
  const answered = await autocannon({ url: kerf.url + path, connections: READ_CONNECTIONS, duration: seconds, headers })
  const spent = processorMilliseconds(kerf) - before
  const faults = answered.errors + answered.timeouts + answered.non2xx
  const { average: rate, total } = answered.requests
  const { p50, p99 } = answered.latency
  return [
    ['status reads a second, from 20 connections', rate, '>= 2000', rate >= 2000],
    ["status reads: the server's processor time for each, all else it does included, us", (spent * 1000) / total],
    ['status reads, p50 ms', p50],
    ['status reads, p99 ms', p99, '< 50', p99 < 50],
    ['status reads, faults', faults, '0', faults === 0],
  ]
}
