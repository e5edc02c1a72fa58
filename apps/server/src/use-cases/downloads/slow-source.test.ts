import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { PATIENTLY } from '@kerf/standins/waits'
import { afterAll, expect, it, vi } from 'vitest'
import { createMediaEngine } from '../../adapters/media-process/media-engine.ts'
import type { ByteSource, VideoSource } from '../../ports/sources.ts'
import { createDownload } from '../testing/downloads.ts'
import { openTestBackend, RECEIPT } from '../testing/test-backend.ts'
import { runCutJob } from './run-cut-job.ts'

const backend = await openTestBackend()
const folder = temporaryDirectory()
const engine = createMediaEngine({ scratchDirectory: folder, limits: { slowMilliseconds: 250 } })
afterAll(async () => {
  await backend.database.cutWorker.stop(0)
  await engine.close()
})

it('a clip with a trickling source makes room for a waiting one, and returns its unit', async () => {
  const firstRead = Promise.withResolvers<void>()
  /** A read that delivers a byte at intervals and never ends. */
  const trickle: ByteSource['read'] = (_start, _end, signal, onBytes) => {
    firstRead.resolve()
    return new Promise((_resolve, reject) => {
      const timer = setInterval(() => onBytes?.(1), 20).unref()
      signal?.addEventListener('abort', () => {
        clearInterval(timer)
        reject(signal.reason)
      })
    })
  }
  const source: VideoSource = {
    ...backend.source,
    openRendition: async () => ({ sizeBytes: 1_000_000, read: trickle }),
  }
  const worker = backend.database.cutWorker
  const depth = vi.fn(worker.depth)
  const slowDeps = { ...backend, engine, worker: { ...worker, depth }, sources: { youtube: source } }
  const { clip, download } = await createDownload(backend, await backend.viewer())
  await worker.start(1, (clipId, signal, isLastTry) =>
    runCutJob(clipId === clip.id ? slowDeps : backend, { clipId, signal, isLastTry }),
  )
  await firstRead.promise
  // While no other job waits, a slow cut continues.
  await vi.waitFor(() => expect(depth.mock.calls.length).toBeGreaterThan(1), PATIENTLY)
  expect(await worker.depth()).toEqual({ waiting: 0, running: 1 })

  const nextRequest = await createDownload(backend, await backend.viewer())
  const { clips } = backend.database.records
  await expect.poll(async () => (await clips.find(nextRequest.clip.id))?.status).toBe('completed')
  expect(await clips.find(nextRequest.clip.id)).toMatchObject({ receipt: RECEIPT })
  expect(await clips.find(clip.id)).toMatchObject({ status: 'failed', errorCode: 'source_timeout' })
  expect(await backend.usedToday(download.viewerId)).toBe(0)
})
