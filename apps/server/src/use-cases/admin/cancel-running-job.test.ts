import { access, readFile } from 'node:fs/promises'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll, expect, it } from 'vitest'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import { createMediaEngine } from '../../adapters/media-process/media-engine.ts'
import { processesIn } from '../../adapters/media-process/testing/processes-in.ts'
import type { VideoSource } from '../../ports/sources.ts'
import { runCutJob } from '../downloads/run-cut-job.ts'
import { newId } from '../shared/new-id.ts'
import { createDownload } from '../testing/downloads.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { cancelJob } from './jobs.ts'

const backend = await openTestBackend()
const folder = temporaryDirectory()
const engine = createMediaEngine({ scratchDirectory: folder })
afterAll(async () => {
  await backend.database.cutWorker.stop(0)
  await engine.close()
})

/**
 * Ids of running media processes. Their working folder is this test's scratch folder. Bubblewrap and forked processes
 * that still have the name of this process also run there, and are left out.
 */
async function mediaProcesses(): Promise<string[]> {
  const pids = await processesIn(folder)
  const calls = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  const isMedia = (call: string) => !/^[^\0]*bwrap\0/.test(call) && call.includes('media-process')
  return pids.filter((_, index) => isMedia(calls[index] ?? ''))
}

it.runIf(process.platform === 'linux')('cancelling a running job ends its process and leaves no files', async () => {
  const firstRead = Promise.withResolvers<void>()
  const silentSource: VideoSource = {
    ...backend.source,
    openRendition: async () => ({
      sizeBytes: 1_000_000,
      read() {
        firstRead.resolve()
        return new Promise(() => undefined)
      },
    }),
  }
  const files = createDiskFileStore({ filesPath: backend.filesPath, scratchPath: folder })
  const deps = { ...backend, files, engine, sources: { youtube: silentSource } }
  const { clip, download } = await createDownload(backend, await backend.viewer())
  await backend.database.cutWorker.start(1, (clipId, signal) => runCutJob(deps, { clipId, signal }))
  await firstRead.promise
  // One of them works; another may wait for the next job.
  const processes = await mediaProcesses()
  expect(processes).not.toEqual([])

  expect(await cancelJob(backend, { id: clip.id, by: newId() })).toMatchObject({
    ok: true,
    value: { status: 'cancelled' },
  })
  const countRemaining = async () => (await mediaProcesses()).filter((pid) => processes.includes(pid)).length
  await expect.poll(countRemaining).toBeLessThan(processes.length)
  await expect.poll(() => backend.database.cutWorker.depth()).toEqual({ waiting: 0, running: 0 })
  await expect(access(await files.scratchPath(`${clip.id}.mp4`))).rejects.toThrow('ENOENT')
  expect(await backend.files.stat(`${clip.id}.mp4`)).toBeNull()
  expect(await backend.database.records.clips.find(clip.id)).toMatchObject({
    status: 'cancelled',
    failureCause: null,
  })
  expect(await backend.usedToday(download.viewerId)).toBe(0)
})
