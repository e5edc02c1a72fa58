import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createEdgePreviews } from '../../../adapters/previews/edge-previews.ts'
import type { EdgePreviews } from '../../../ports/media.ts'
import { openTestServer } from '../../testing/open-app.ts'

/** Viewers who wait for edges, with the signals of their calls. */
const waitingSignals: AbortSignal[] = []
/** Finished looks for a cached preview. */
let fileReads = 0

const { backend, server } = await openTestServer(({ engine, files, clock, sources }) => {
  const edgePreviews = createEdgePreviews({
    engine: { readPreview: (...order) => engine.readPreview(...order) },
    files: {
      ...files,
      async read(key) {
        const stream = await files.read(key)
        fileReads += 1
        return stream
      },
    },
    clock,
    sources,
  })
  const read: EdgePreviews['read'] = (order, signal) => {
    waitingSignals.push(signal)
    return edgePreviews.read(order, signal)
  }
  return { edgePreviews: { read } }
})
const url = await server.app.listen({ port: 0, host: '127.0.0.1' })

beforeEach(() => {
  waitingSignals.splice(0)
  fileReads = 0
})

/** Requests a part of a video of this reference as a new viewer, who can leave. */
async function request(part: string, reference: string) {
  const { viewer, client } = await server.createStranger()
  const { id } = await backend.video(viewer, undefined, undefined, { reference })
  const connection = new AbortController()
  const bytes = fetch(`${url}/api/video/${id}/${part}`, {
    headers: { cookie: client.cookie ?? '' },
    signal: connection.signal,
  }).then(
    async (response) => `${response.status} ${await response.text()}`,
    () => 'left',
  )
  return { bytes, leave: () => connection.abort() }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('the edges of a clip', () => {
  /** Three viewers who wait for the same edges, and the one preview that is made for them. */
  async function waitTogether(reference: string) {
    const previewStarted = Promise.withResolvers<AbortSignal>()
    const end = Promise.withResolvers<void>()
    let previews = 0
    backend.engine.readPreview = async ({ filePath }, signal) => {
      previews += 1
      previewStarted.resolve(signal)
      await Promise.race([end.promise, untilAborted(signal)])
      await writeFile(filePath, 'edges')
    }
    const viewers = []
    for (let count = 0; count < 3; count++) viewers.push(await request('edges?startTime=1&endTime=9', reference))
    const signal = await previewStarted.promise
    // Each viewer looks for a cached preview and then joins the work at once. The work itself looks for one too.
    await expect.poll(() => fileReads).toBe(4)
    return { viewers, signal, finish: end.resolve, previews: () => previews }
  }

  it('are decoded once for all waiting viewers, even if the first one leaves', async () => {
    const { viewers, signal, finish, previews } = await waitTogether('shared')
    viewers[0]!.leave()
    await expect.poll(() => waitingSignals.map(({ aborted }) => aborted)).toContain(true)
    expect(signal.aborted).toBe(false)
    finish()
    expect(await Promise.all(viewers.map(({ bytes }) => bytes))).toEqual(['left', '200 edges', '200 edges'])
    expect(previews()).toBe(1)
  })

  it('are aborted when the last viewer leaves', async () => {
    const { viewers, signal } = await waitTogether('given up')
    for (const { leave } of viewers) leave()
    await expect.poll(() => signal.aborted).toBe(true)
  })
})

describe('a frame or a GOP', () => {
  it.each(['frame', 'gop'])('is aborted when its viewer leaves: %s', async (part) => {
    const readStarted = Promise.withResolvers<AbortSignal>()
    backend.engine.drawFrame = (_source, _order, signal) => {
      readStarted.resolve(signal)
      return untilAborted(signal)
    }
    backend.engine.readGop = backend.engine.drawFrame as never
    const { leave } = await request(`${part}?at=2`, part)
    const signal = await readStarted.promise
    expect(signal.aborted).toBe(false)
    leave()
    await expect.poll(() => signal.aborted).toBe(true)
  })
})
