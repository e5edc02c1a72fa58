import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startKerf } from '../../tests/journeys/src/harness/start-kerf.ts'

/** How long the server takes until it serves, with an empty data directory and again with what that has left; medians. */
const ROUNDS = 5
/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICK_MILLISECONDS = 10

interface Start {
  wallMilliseconds: number
  /** null where there is no /proc. */
  processorMilliseconds: number | null
}

const firsts: Start[] = []
const laters: Start[] = []
for (let round = 0; round < ROUNDS; round++) {
  const first = await timeStart()
  firsts.push(first.start)
  const later = await timeStart(first.dataDirectory)
  laters.push(later.start)
  await rm(first.dataDirectory, { recursive: true, force: true })
}
console.log(`first start  ${describe(firsts)}\nlater start  ${describe(laters)}`)

async function timeStart(dataDirectory?: string): Promise<{ start: Start; dataDirectory: string }> {
  const begin = performance.now()
  const kerf = await startKerf({ dataDirectory })
  const wallMilliseconds = performance.now() - begin
  const processorMilliseconds = await processorTime(kerf.processId)
  await kerf.stop()
  return { start: { wallMilliseconds, processorMilliseconds }, dataDirectory: kerf.dataDirectory }
}

async function processorTime(processId: number): Promise<number | null> {
  const stat = await readFile(join('/proc', String(processId), 'stat'), 'utf8').catch(() => null)
  // After the name in brackets, which may have spaces: state, ten others, then user and system time.
  const ticks = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ticks ? ticks.reduce((a, b) => a + b) * TICK_MILLISECONDS : null
}

function describe(starts: Start[]): string {
  const processor = starts.map((start) => start.processorMilliseconds).filter((time) => time !== null)
  const wall = median(starts.map((start) => start.wallMilliseconds))
  return `${wall} ms${processor.length > 0 ? `, ${median(processor)} ms of processor time` : ''}`
}

function median(values: number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN)
}
