import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { type FinishedClip, type LoadedServer, processorMilliseconds } from './load-setup.ts'
import type { LoadRow } from './load-table.ts'

const CONNECTIONS = 50
const POLLERS = 1000
/** Each poller is a person of their own as far as these go. */
const PEOPLE = 20

export async function statusReads({ kerf, newClip }: LoadedServer, seconds: number): Promise<LoadRow[]> {
  const { path, headers } = await newClip()
  const before = processorMilliseconds(kerf)
  const told = await autocannon({ url: kerf.url + path, connections: CONNECTIONS, duration: seconds, headers })
  const spent = processorMilliseconds(kerf) - before
  const faults = told.errors + told.timeouts + told.non2xx
  return [
    {
      what: 'status reads a second',
      value: told.requests.average,
      goal: '>= 2000',
      isMet: told.requests.average >= 2000,
    },
    {
      what: 'processor time of the server for each, all else it does included, us',
      value: (spent * 1000) / told.requests.total,
    },
    { what: 'status reads, p50 ms', value: told.latency.p50 },
    { what: 'status reads, p99 ms', value: told.latency.p99, goal: '< 50', isMet: told.latency.p99 < 50 },
    { what: 'status reads, faults', value: faults, goal: '0', isMet: faults === 0 },
  ]
}

export async function pollers({ kerf, newClip }: LoadedServer, seconds: number): Promise<LoadRow[]> {
  const downloads: FinishedClip[] = []
  while (downloads.length < PEOPLE) downloads.push(await newClip(downloads.length))
  const times: number[] = []
  let faults = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: POLLERS }, async (_, number) => {
      const download = downloads[number % PEOPLE]
      if (!download) return
      await wait(Math.random() * 1000)
      while (performance.now() < end) {
        const begin = performance.now()
        try {
          const answer = await fetch(kerf.url + download.path, { headers: download.headers })
          const { status } = (await answer.json()) as { status?: string }
          if (answer.status !== 200 || status !== 'completed') faults += 1
        } catch {
          faults += 1
        }
        const took = performance.now() - begin
        times.push(took)
        await wait(Math.max(0, 1000 - took))
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
  return [
    { what: `${POLLERS} pollers, ${seconds} s: polls`, value: times.length },
    { what: 'pollers, p50 ms', value: at(0.5) },
    { what: 'pollers, p99 ms', value: at(0.99) },
    { what: 'pollers, faults', value: faults, goal: '0', isMet: faults === 0 },
  ]
}
