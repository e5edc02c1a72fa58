import { readFile, rm } from 'node:fs/promises'
import { type RunningKerf, startKerf } from '../../tests/journeys/src/harness/start-kerf.ts'
import { Visitor } from '../../tests/journeys/src/harness/visitor.ts'
import { type OtlpCollector, startCollector } from '../../tests/standins/src/otlp/start-collector.ts'
import { processTimes } from './cost/process-times.ts'
import { median } from './median.ts'

/**
 * What it costs to be watched: starting, memory and calls with tracing off and on, and a reading of /metrics between calls; medians of
 * rounds that take turns. Processor time is that of the server's process alone (Linux).
 */
const ROUNDS = 3
const CALLS = 2_000
const CALLERS = 16
/** Of a round with readings: one after so many calls. Far more than any Prometheus asks, so that it shows. */
const CALLS_PER_READING = 20

const WAYS = { off: false, on: true }
type Way = keyof typeof WAYS

interface Round {
  startMilliseconds: number
  startedMegabytes: number
  callMilliseconds: number
  loadedMegabytes: number
  readingMilliseconds: number
  slowestReadingMilliseconds: number
}

const collector = await startCollector()
const rounds: Record<Way, Round[]> = { off: [], on: [] }
const first = await startKerf()
const { dataDirectory } = first
await first.stop()
for (let at = 0; at < ROUNDS; at += 1)
  for (const way of Object.keys(WAYS) as Way[]) {
    const round = await takeRound(way, collector, dataDirectory)
    rounds[way].push(round)
    console.log(way, JSON.stringify(round), collector.spans().length, 'spans')
  }
await rm(dataDirectory, { recursive: true, force: true })
await collector.close()
console.log(`${ROUNDS} rounds, ${CALLS} calls by ${CALLERS} callers each\n`)
for (const name of Object.keys(rounds.off[0] ?? {}) as (keyof Round)[]) {
  const values = (Object.keys(WAYS) as Way[]).map((way) => {
    const of = (each: Way) => median(rounds[each].map((round) => round[name]))
    return `${way}: ${of(way).toFixed(2)} (${(of(way) / of('off')).toFixed(2)})`
  })
  console.log(`${name}  ${values.join('   ')}`)
}

async function takeRound(way: Way, { url }: OtlpCollector, folder: string): Promise<Round> {
  const traced: Record<string, string> = WAYS[way] ? { OTEL_EXPORTER_OTLP_ENDPOINT: url } : {}
  const kerf = await startKerf({ dataDirectory: folder, environment: { LOG_LEVEL: 'warn', ...traced } })
  const startMilliseconds = processorTime(kerf)
  const startedMegabytes = await megabytes(kerf)
  const someone = new Visitor(kerf.url)
  const video = await someone.trim(await someone.process('kerf:sample'), 1, 3)
  const { id } = await someone.finished(await someone.download(video, '360p'))
  const ask = async () => {
    const answer = await someone.fetch(`/api/download/${id}`)
    if (answer.status !== 200) throw new Error(`A status read is answered ${answer.status}.`)
    await answer.arrayBuffer()
  }
  const readings: number[] = []
  const read = async () => {
    const begunAt = performance.now()
    await (await someone.fetch('/metrics')).arrayBuffer()
    readings.push(performance.now() - begunAt)
  }
  await callAll(CALLS / 4, ask, null)
  const plain = await costing(kerf, () => callAll(CALLS, ask, null))
  const withReadings = await costing(kerf, () => callAll(CALLS, ask, read))
  const loadedMegabytes = await megabytes(kerf)
  await kerf.stop()
  return {
    startMilliseconds,
    startedMegabytes,
    callMilliseconds: plain / CALLS,
    loadedMegabytes,
    readingMilliseconds: (withReadings - plain) / readings.length,
    slowestReadingMilliseconds: Math.max(...readings),
  }
}

async function callAll(calls: number, ask: () => Promise<void>, read: (() => Promise<void>) | null): Promise<void> {
  let left = calls
  const callOnAndOn = async () => {
    while (left > 0) {
      left -= 1
      await ask()
      if (read && left % CALLS_PER_READING === 0) await read()
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, callOnAndOn))
}

async function costing(kerf: RunningKerf, work: () => Promise<void>): Promise<number> {
  const before = processorTime(kerf)
  await work()
  return processorTime(kerf) - before
}

const processorTime = ({ processId }: RunningKerf): number => processTimes(processId).own * 1000

async function megabytes({ processId }: RunningKerf): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
