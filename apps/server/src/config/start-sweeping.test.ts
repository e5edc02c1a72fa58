import { writeFile } from 'node:fs/promises'
import pino from 'pino'
import { expect, it } from 'vitest'
import type { FileStore } from '../ports/files.ts'
import { expireClips, expireDueClips, millisecondsToExpiry } from '../use-cases/downloads/files/expire-clips.ts'
import { createFinishedDownload } from '../use-cases/testing/downloads.ts'
import { openWorkbench } from '../use-cases/testing/workbench.ts'
import { startSweeping, sweepNow } from './start-sweeping.ts'

const log = pino({ level: 'silent' })
const nothing = async () => undefined

const bench = await openWorkbench()
const works = {
  files: (givenUp: AbortSignal) => expireClips(bench, givenUp),
  expired: (givenUp: AbortSignal) => expireDueClips(bench, givenUp),
  millisecondsToExpiry: () => millisecondsToExpiry(bench),
  records: nothing,
  tables: nothing,
}

async function strayFile(key: string): Promise<void> {
  const scratch = await bench.files.scratchPath(key)
  await writeFile(scratch, 'left behind')
  await bench.files.publish(scratch, key)
}

const isThere = async (key: string) => (await bench.files.stat(key)) !== null

it('a sweep that hangs on one file is given up, later ones delete all the others, and that one when it can be', async () => {
  for (const key of ['a.mp4', 'stuck.mp4', 'z.mp4']) await strayFile(key)
  const deletedKeys: string[] = []
  const hangs = Promise.withResolvers<void>()
  const store = Promise.withResolvers<void>()
  const files: FileStore = {
    ...bench.files,
    list: async () => (await bench.files.list()).toSorted((a, b) => a.key.localeCompare(b.key)),
    async delete(key) {
      deletedKeys.push(key)
      if (key === 'stuck.mp4') {
        hangs.resolve()
        await store.promise
      }
      return bench.files.delete(key)
    },
  }
  const timeout = new AbortController()
  const endless = () => new AbortController().signal
  const patiences = [endless(), endless(), timeout.signal]
  const sweeps = { ...works, files: (givenUp: AbortSignal) => expireClips({ ...bench, files }, givenUp) }
  const { rounds } = bench.database
  const deps = { rounds, log, timeout: () => patiences.shift() ?? endless() }
  const start = startSweeping(sweeps, deps, { isAlone: true })
  const now = sweepNow(sweeps.files, deps)
  await hangs.promise
  timeout.abort()
  const sweeping = await start
  try {
    expect(await rounds.lastAt('sweep')).toBeNull()
    expect([await isThere('a.mp4'), await isThere('z.mp4')]).toEqual([false, true])

    await expect(now()).rejects.toThrow('1 files could not be deleted')
    expect([await isThere('stuck.mp4'), await isThere('z.mp4')]).toEqual([true, false])
    expect(deletedKeys).toEqual(['a.mp4', 'stuck.mp4', 'z.mp4'])

    store.resolve()
    await expect.poll(() => isThere('stuck.mp4')).toBe(false)
    await now()
    expect(await rounds.lastAt('sweep')).toBeInstanceOf(Date)
  } finally {
    sweeping.stop()
  }
})

it('files are swept also while the sweep of records and the tending of tables hang', async () => {
  await strayFile('b.mp4')
  const never = () => new Promise<void>(() => undefined)
  const patiences = [AbortSignal.abort(), AbortSignal.abort()]
  const sweeps = { ...works, records: never, tables: never }
  const timeout = () => patiences.shift() ?? new AbortController().signal
  const deps = { rounds: bench.database.rounds, log, timeout }
  const sweeping = await startSweeping(sweeps, deps, { isAlone: true })
  sweeping.stop()
  expect(await isThere('b.mp4')).toBe(false)
})

it('each clip is gone when its time is over, though no sweep of all files is due', async () => {
  const { clips } = bench.database.records
  const ready = async () => (await createFinishedDownload(bench, await bench.viewer())).clip.id
  const [first, second] = [await ready(), await ready()]
  const expiry = (await clips.find(second))?.expiresAt?.getTime() ?? 0
  await clips.update(first, ['completed'], { expiresAt: new Date(expiry - 8000) })
  bench.clock.set(new Date(expiry - 60_000))
  let waited = Promise.withResolvers<{ run: () => Promise<void>; milliseconds: number }>()
  const schedule = (run: () => Promise<void>, milliseconds: number) => {
    waited.resolve({ run, milliseconds })
    return setTimeout(() => undefined)
  }
  const sweeping = await startSweeping(works, { rounds: bench.database.rounds, log, schedule }, { isAlone: true })
  const goneAt = new Map<string, number>()
  while (bench.clock.now().getTime() < expiry) {
    const { run, milliseconds } = await waited.promise
    waited = Promise.withResolvers()
    bench.clock.set(new Date(bench.clock.now().getTime() + milliseconds))
    await run()
    for (const id of [first, second])
      if (!goneAt.has(id) && !(await isThere(`${id}.mp4`))) goneAt.set(id, bench.clock.now().getTime() - expiry)
  }
  sweeping.stop()
  expect([goneAt.get(first), goneAt.get(second)]).toEqual([-13_000, -5000])
})

it('a sweep that was given up deletes nothing more', async () => {
  await strayFile('c.mp4')
  const sweepDeps = { ...bench, worker: bench }
  await expect(expireClips(sweepDeps, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await isThere('c.mp4')).toBe(true)
})
