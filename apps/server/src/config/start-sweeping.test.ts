import { writeFile } from 'node:fs/promises'
import pino from 'pino'
import { expect, it } from 'vitest'
import type { FileStore } from '../ports/files.ts'
import { expireClips, expireDueClips, millisecondsToExpiry } from '../use-cases/downloads/files/expire-clips.ts'
import { createFinishedDownload } from '../use-cases/testing/downloads.ts'
import { openTestBackend } from '../use-cases/testing/test-backend.ts'
import { createSweepNow, startSweeping } from './start-sweeping.ts'

const log = pino({ level: 'silent' })
const doNothing = async () => undefined

const backend = await openTestBackend()
const standardSweeps = {
  sweepFiles: (stopSignal: AbortSignal) => expireClips(backend, stopSignal),
  deleteExpired: (stopSignal: AbortSignal) => expireDueClips(backend, stopSignal),
  millisecondsToExpiry: () => millisecondsToExpiry(backend),
  sweepRecords: doNothing,
  maintainTables: doNothing,
}

async function addStrayFile(key: string): Promise<void> {
  const scratch = await backend.files.scratchPath(key)
  await writeFile(scratch, 'left behind')
  await backend.files.publish(scratch, key)
}

const isThere = async (key: string) => (await backend.files.stat(key)) !== null

it('a sweep that hangs on one file is aborted; the next sweep deletes the other files, and later that one', async () => {
  for (const key of ['a.mp4', 'stuck.mp4', 'z.mp4']) await addStrayFile(key)
  const deletedKeys: string[] = []
  const deletionStarted = Promise.withResolvers<void>()
  const storeAnswer = Promise.withResolvers<void>()
  const files: FileStore = {
    ...backend.files,
    list: async () => (await backend.files.list()).toSorted((a, b) => a.key.localeCompare(b.key)),
    async delete(key) {
      deletedKeys.push(key)
      if (key === 'stuck.mp4') {
        deletionStarted.resolve()
        await storeAnswer.promise
      }
      return backend.files.delete(key)
    },
  }
  const timeout = new AbortController()
  const createEndlessSignal = () => new AbortController().signal
  const timeouts = [createEndlessSignal(), createEndlessSignal(), timeout.signal]
  const sweeps = {
    ...standardSweeps,
    sweepFiles: (stopSignal: AbortSignal) => expireClips({ ...backend, files }, stopSignal),
  }
  const { periodicRuns } = backend.database
  const deps = { periodicRuns, log, timeout: () => timeouts.shift() ?? createEndlessSignal() }
  const starting = startSweeping(sweeps, deps, { isAlone: true })
  const sweepAgain = createSweepNow(sweeps.sweepFiles, deps)
  await deletionStarted.promise
  timeout.abort()
  const sweeping = await starting
  try {
    expect(await periodicRuns.lastAt('sweep')).toBeNull()
    expect([await isThere('a.mp4'), await isThere('z.mp4')]).toEqual([false, true])

    await expect(sweepAgain()).rejects.toThrow('1 files could not be deleted')
    expect([await isThere('stuck.mp4'), await isThere('z.mp4')]).toEqual([true, false])
    expect(deletedKeys).toEqual(['a.mp4', 'stuck.mp4', 'z.mp4'])

    storeAnswer.resolve()
    await expect.poll(() => isThere('stuck.mp4')).toBe(false)
    await sweepAgain()
    expect(await periodicRuns.lastAt('sweep')).toBeInstanceOf(Date)
  } finally {
    sweeping.stop()
  }
})

it('files are swept even if the sweep of records and table maintenance hang', async () => {
  await addStrayFile('b.mp4')
  const waitForever = () => new Promise<void>(() => undefined)
  const timeouts = [AbortSignal.abort(), AbortSignal.abort()]
  const sweeps = { ...standardSweeps, sweepRecords: waitForever, maintainTables: waitForever }
  const timeout = () => timeouts.shift() ?? new AbortController().signal
  const deps = { periodicRuns: backend.database.periodicRuns, log, timeout }
  const sweeping = await startSweeping(sweeps, deps, { isAlone: true })
  sweeping.stop()
  expect(await isThere('b.mp4')).toBe(false)
})

it('each clip is deleted when it expires, even between sweeps', async () => {
  const { clips } = backend.database.records
  const finishClip = async () => (await createFinishedDownload(backend, await backend.viewer())).clip.id
  const [firstClipId, secondClipId] = [await finishClip(), await finishClip()]
  const expiry = (await clips.find(secondClipId))?.expiresAt?.getTime() ?? 0
  await clips.update(firstClipId, ['completed'], { expiresAt: new Date(expiry - 8000) })
  backend.clock.set(new Date(expiry - 60_000))
  let scheduledRun = Promise.withResolvers<{ run: () => Promise<void>; milliseconds: number }>()
  const schedule = (run: () => Promise<void>, milliseconds: number) => {
    scheduledRun.resolve({ run, milliseconds })
    return setTimeout(() => undefined)
  }
  const sweeping = await startSweeping(
    standardSweeps,
    { periodicRuns: backend.database.periodicRuns, log, schedule },
    { isAlone: true },
  )
  const deletionTimes = new Map<string, number>()
  while (backend.clock.now().getTime() < expiry) {
    const { run, milliseconds } = await scheduledRun.promise
    scheduledRun = Promise.withResolvers()
    backend.clock.set(new Date(backend.clock.now().getTime() + milliseconds))
    await run()
    for (const id of [firstClipId, secondClipId])
      if (!deletionTimes.has(id) && !(await isThere(`${id}.mp4`)))
        deletionTimes.set(id, backend.clock.now().getTime() - expiry)
  }
  sweeping.stop()
  expect([deletionTimes.get(firstClipId), deletionTimes.get(secondClipId)]).toEqual([-13_000, -5000])
})

it('an aborted sweep deletes nothing more', async () => {
  await addStrayFile('c.mp4')
  const sweepDeps = { ...backend, worker: backend }
  await expect(expireClips(sweepDeps, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await isThere('c.mp4')).toBe(true)
})
