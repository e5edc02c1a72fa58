import autocannon from 'autocannon'
import {
  type During,
  type LoadedServer,
  type LoadRow,
  type OwnDownload,
  processorMilliseconds,
  rowsDuring,
} from './load-setup.ts'

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
  return rowsDuring(during, [
    ['status reads a second, from 20 connections', rate, '>= 2000', rate >= 2000],
    ["status reads: the server's processor time for each, all else it does included, us", (spent * 1000) / total],
    ['status reads, p50 ms', p50],
    ['status reads, p99 ms', p99, '< 50', p99 < 50],
    ['status reads, faults', faults, '0', faults === 0],
  ])
}
