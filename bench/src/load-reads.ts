import autocannon from 'autocannon'
import { type During, type LoadedServer, type LoadRow, type OwnDownload, processorMilliseconds } from './load-setup.ts'

const AT_A_TIME = 20

export async function statusReads(
  { kerf }: LoadedServer,
  { path, headers }: OwnDownload,
  seconds: number,
  during: During,
): Promise<LoadRow[]> {
  const before = processorMilliseconds(kerf)
  const told = await autocannon({ url: kerf.url + path, connections: AT_A_TIME, duration: seconds, headers })
  const spent = processorMilliseconds(kerf) - before
  const faults = told.errors + told.timeouts + told.non2xx
  const { average: rate, total } = told.requests
  const { p50, p99 } = told.latency
  return [
    { what: 'status reads a second, from 20 connections', value: rate, goal: '>= 2000', isMet: rate >= 2000 },
    {
      what: "status reads: the server's processor time for each, all else it does included, us",
      value: (spent * 1000) / total,
    },
    { what: 'status reads, p50 ms', value: p50 },
    { what: 'status reads, p99 ms', value: p99, goal: '< 50', isMet: p99 < 50 },
    { what: 'status reads, faults', value: faults, goal: '0', isMet: faults === 0 },
  ].map((row) => ({ ...row, during }))
}
