import { setTimeout as wait } from 'node:timers/promises'
import { type LoadedServer, type Measured, type OwnDownload, residentMegabytes } from './load-server.ts'

const READERS = 200
/** Each reader breaks off twice at a random byte and resumes from there. */
const RESUMES = 2
/** For one part; a reader that is refused more often has lost its file. */
const MOST_REFUSALS = 5
const SLOW_EVERY = 4
const SLOW_MILLISECONDS = 20

/** 200 at a time read a finished clip, every fourth of them slowly, and go on where they broke off. */
export async function fileDownloads({ kerf }: LoadedServer, { path, headers }: OwnDownload): Promise<Measured[]> {
  const file = `${kerf.url}${path}/file`
  const whole = Buffer.from(await (await fetch(file, { headers })).arrayBuffer())
  const before = residentMegabytes(kerf)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(kerf))
  }, 100)
  let wrong = 0
  let refused = 0
  const readAll = async (isSlow: boolean): Promise<void> => {
    const breaks = Array.from({ length: RESUMES }, () => Math.floor(Math.random() * whole.length))
    const parts: Uint8Array[] = []
    let from = 0
    for (const until of [...breaks.sort((a, b) => a - b), whole.length]) {
      if (until === from) continue
      let part = await readPart(file, headers, { from, until, isSlow })
      for (let again = 0; part === null && again < MOST_REFUSALS; again++) {
        refused += 1
        part = await readPart(file, headers, { from, until, isSlow })
      }
      parts.push(part ?? new Uint8Array())
      from = until
    }
    if (!Buffer.concat(parts).equals(whole)) wrong += 1
  }
  const begin = performance.now()
  try {
    await Promise.all(Array.from({ length: READERS }, (_, number) => readAll(number % SLOW_EVERY === 0)))
  } finally {
    clearInterval(watch)
  }
  const seconds = (performance.now() - begin) / 1000
  const who = `${READERS} downloads at a time`
  return [
    [`${who}: MB each`, whole.length / 1e6],
    [`${who}: seconds for all of them`, seconds],
    [`${who}: resumed twice at random, that differ`, wrong, '0', wrong === 0],
    [`${who}: parts refused and asked for again`, refused, '0', refused === 0],
    [`${who}: the server's memory before, MB`, before],
    [`${who}: the server's memory at most, MB`, peak, '<= before + 100', peak <= before + 100],
    [`${who}: the server's memory after, MB`, residentMegabytes(kerf)],
  ]
}

/** Asks for everything from there on, as whoever resumes does, and breaks off where they had enough; null where that was refused. */
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
  let filled = 0
  const reader = answer.body.getReader()
  while (filled < part.length) {
    const { done, value } = await reader.read()
    if (done) break
    part.set(value.subarray(0, part.length - filled), filled)
    filled = Math.min(part.length, filled + value.length)
    if (isSlow) await wait(SLOW_MILLISECONDS)
  }
  await reader.cancel()
  return part
}
