import { setTimeout as wait } from 'node:timers/promises'
import { type LoadedServer, type Measurement, type OwnDownload, residentMegabytes } from './load-server.ts'

const READER_COUNT = 200
/** Number of times that each reader stops at a random byte and resumes. */
const RESUMES_PER_READER = 2
/** Maximum number of refusals of one part, after which the reader gives up. */
const MAX_REFUSALS = 5
const READERS_PER_SLOW_READER = 4
const SLOW_READ_DELAY_MILLISECONDS = 20

/** 200 concurrent readers of a finished clip, every fourth a slow one, that stop and resume. */
export async function measureFileDownloads(
  { kerf }: LoadedServer,
  { path, headers }: OwnDownload,
): Promise<Measurement[]> {
  const file = `${kerf.url}${path}/file`
  const wholeFile = Buffer.from(await (await fetch(file, { headers })).arrayBuffer())
  const memoryBefore = residentMegabytes(kerf)
  let peak = memoryBefore
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(kerf))
  }, 100)
  let wrongFiles = 0
  let refusals = 0
  const readAll = async (isSlow: boolean): Promise<void> => {
    const breaks = Array.from({ length: RESUMES_PER_READER }, () => Math.floor(Math.random() * wholeFile.length))
    const parts: Uint8Array[] = []
    let start = 0
    for (const end of [...breaks.sort((a, b) => a - b), wholeFile.length]) {
      if (end === start) continue
      let part = await readPart(file, headers, { from: start, until: end, isSlow })
      for (let retry = 0; part === null && retry < MAX_REFUSALS; retry++) {
        refusals += 1
        part = await readPart(file, headers, { from: start, until: end, isSlow })
      }
      parts.push(part ?? new Uint8Array())
      start = end
    }
    if (!Buffer.concat(parts).equals(wholeFile)) wrongFiles += 1
  }
  const begin = performance.now()
  try {
    await Promise.all(
      Array.from({ length: READER_COUNT }, (_, number) => readAll(number % READERS_PER_SLOW_READER === 0)),
    )
  } finally {
    clearInterval(timer)
  }
  const seconds = (performance.now() - begin) / 1000
  const label = `${READER_COUNT} downloads at a time`
  return [
    [`${label}: MB each`, wholeFile.length / 1e6],
    [`${label}: seconds for all of them`, seconds],
    [`${label}: resumed twice at random, that differ`, wrongFiles, '0', wrongFiles === 0],
    [`${label}: parts refused and asked for again`, refusals, '0', refusals === 0],
    [`${label}: the server's memory before, MB`, memoryBefore],
    [`${label}: the server's memory at most, MB`, peak, '<= before + 100', peak <= memoryBefore + 100],
    [`${label}: the server's memory after, MB`, residentMegabytes(kerf)],
  ]
}

/** Requests the rest of the file from a byte on, and stops at `end`. null if the request is refused. */
async function readPart(
  file: string,
  headers: Record<string, string>,
  { from, until, isSlow }: { from: number; until: number; isSlow: boolean },
): Promise<Uint8Array | null> {
  const answer = await fetch(file, { headers: { ...headers, range: `bytes=${from}-` } })
  if (answer.status !== 206 || !answer.body) {
    console.error(`A part answered ${answer.status}: ${await answer.text()}`)
    return null
  }
  const part = Buffer.alloc(until - from)
  let byteCount = 0
  const reader = answer.body.getReader()
  while (byteCount < part.length) {
    const { done, value } = await reader.read()
    if (done) break
    part.set(value.subarray(0, part.length - byteCount), byteCount)
    byteCount = Math.min(part.length, byteCount + value.length)
    if (isSlow) await wait(SLOW_READ_DELAY_MILLISECONDS)
  }
  await reader.cancel()
  return part
}
