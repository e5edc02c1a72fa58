import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type During,
  type LoadedServer,
  type LoadRow,
  type OwnDownload,
  residentMegabytes,
  rowsDuring,
} from './load-setup.ts'

const READERS = 200
/** Each reader breaks off twice at a random byte and resumes from there. */
const RESUMES = 2
/** For one part; a reader that is refused more often has lost its file. */
const MOST_REFUSALS = 5
const SLOW_EVERY = 4
const SLOW_MILLISECONDS = 20

/** 200 at a time read a finished clip, every fourth of them slowly, and go on where they broke off. */
export async function fileDownloads(
  { kerf }: LoadedServer,
  { path, headers }: OwnDownload,
  rounds: number,
  during: During,
): Promise<LoadRow[]> {
  const file = `${kerf.url}${path}/file`
  const whole = Buffer.from(await (await fetch(file, { headers })).arrayBuffer())
  const expected = hashOf([whole])
  const before = residentMegabytes(kerf)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(kerf))
  }, 100)
  let wrong = 0
  let refused = 0
  const begin = performance.now()
  try {
    for (let round = 0; round < rounds; round++)
      await Promise.all(
        Array.from({ length: READERS }, async (_, number) => {
          const points = Array.from({ length: RESUMES }, () => Math.floor(Math.random() * whole.length)).sort(
            (a, b) => a - b,
          )
          const pieces: Uint8Array[] = []
          let at = 0
          for (const until of [...points, whole.length]) {
            if (until === at) continue
            const read = () => readPart(file, headers, { from: at, until }, number % SLOW_EVERY === 0)
            let piece = await read()
            for (let again = 0; piece === null && again < MOST_REFUSALS; again++) {
              refused += 1
              piece = await read()
            }
            pieces.push(piece ?? new Uint8Array())
            at = until
          }
          if (hashOf(pieces) !== expected) wrong += 1
        }),
      )
  } finally {
    clearInterval(watch)
  }
  const seconds = (performance.now() - begin) / 1000
  const who = `${READERS} downloads at a time`
  return rowsDuring(during, [
    [`${who}: MB each`, whole.length / 1e6],
    [`${who}: seconds for ${rounds} times as many`, seconds],
    [`${who}: resumed twice at random, that differ`, wrong, '0', wrong === 0],
    [`${who}: parts refused and asked for again`, refused, '0', refused === 0],
    [`${who}: the server's memory before, MB`, before],
    [`${who}: the server's memory at most, MB`, peak, '<= before + 100', peak <= before + 100],
    [`${who}: the server's memory after, MB`, residentMegabytes(kerf)],
  ])
}

/** Asks for everything from there on, as whoever resumes does, and breaks off where they had enough; null where that was refused. */
async function readPart(
  file: string,
  headers: Record<string, string>,
  { from, until }: { from: number; until: number },
  isSlow: boolean,
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

function hashOf(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
