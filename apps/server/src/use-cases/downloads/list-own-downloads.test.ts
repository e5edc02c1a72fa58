import { describe, expect, it } from 'vitest'
import type { ViewerRecord } from '../../ports/clips.ts'
import { newId } from '../shared/new-id.ts'
import { batchesOf, itemOf, payingViewer } from '../testing/batches.ts'
import { finishedDownload, requestedDownload } from '../testing/downloads.ts'
import { accepted, openWorkbench, RESOLVED } from '../testing/workbench.ts'
import { describeDownload } from './describe-download.ts'
import { cancelDownload, deleteDownload } from './end-download.ts'
import { findDownload, listOwnDownloads, listRecentDownloads } from './files/own-downloads.ts'

const bench = await openWorkbench()
let pro: ViewerRecord

const list = async (viewer: ViewerRecord, before?: string) => {
  const listed = accepted(await listOwnDownloads(bench, { viewerId: viewer.id, beforeId: before }))
  return { ids: listed.downloads.map(({ id }) => id), ...listed }
}
const somebody = async (): Promise<ViewerRecord> => ({ ...(await bench.viewer()), kind: 'pro' })

/** Inserts downloads of one clip, some at the same time. One clip is faster than a request for each. */
async function downloadsOf(viewer: ViewerRecord, count: number): Promise<string[]> {
  bench.clock.pass(1)
  const { download } = await requestedDownload(bench, viewer)
  const ids = [download.id, ...Array.from({ length: count - 1 }, newId)]
  for (const [index, id] of ids.slice(1).entries()) {
    if (index % 2 === 0) bench.clock.pass(1)
    await bench.database.records.downloads.insert({ ...download, id, createdAt: bench.clock.now() })
  }
  return ids
}

describe('the list of one’s own downloads', () => {
  it('tells of each what its own page tells, and from which video it is', async () => {
    pro = await somebody()
    const finished = await finishedDownload(bench, pro)
    bench.clock.pass(1)
    const cancelled = await requestedDownload(bench, pro)
    await cancelDownload(bench, { id: cancelled.download.id, viewer: pro })
    bench.clock.pass(1)
    const waiting = await requestedDownload(bench, pro)
    const { downloads, next } = await list(pro)
    expect(downloads.map(({ status }) => status)).toEqual(['processing', 'cancelled', 'completed'])
    expect(next).toBeNull()
    for (const [at, { download }] of [waiting, cancelled, finished].entries()) {
      const ownDownload = accepted(await findDownload(bench, { id: download.id, viewer: pro }))
      const description = await describeDownload(bench, ownDownload)
      expect(downloads[at]).toEqual({ ...description, title: RESOLVED.title, url: 'https://youtu.be/x' })
    }
  })

  it('ends with a page that is just full, else comes a page at a time, each once, also those of the same time', async () => {
    const viewer = await somebody()
    const ids = await downloadsOf(viewer, 20)
    expect(await list(viewer)).toMatchObject({ next: null, ids: { length: 20 } })
    ids.push(...(await downloadsOf(viewer, 21)))
    const first = await list(viewer)
    const second = await list(viewer, first.next ?? '')
    const third = await list(viewer, second.next ?? '')
    expect([first.ids.length, second.ids.length, third.ids.length]).toEqual([20, 20, 1])
    expect(third.next).toBeNull()
    const olderIds = [...second.ids, ...third.ids]
    expect([...first.ids, ...olderIds].sort()).toEqual(ids.toSorted())

    // It continues after a download that was deleted meanwhile, and never shows deleted ones.
    await deleteDownload(bench, { id: first.next ?? '', viewer })
    expect((await list(viewer, first.next ?? '')).ids).toEqual(second.ids)
    expect((await list(viewer, second.next ?? '')).ids).toEqual(third.ids)
    expect((await list(viewer)).ids).toEqual(expect.not.arrayContaining([first.next]))
    expect((await list(viewer)).ids).toEqual(expect.arrayContaining(first.ids.slice(0, 19)))
  })

  it('has the clips of a batch in its order, across pages too', async () => {
    const { viewer, video } = await payingViewer(bench)
    const older = await requestedDownload(bench, viewer)
    bench.clock.pass(1)
    const items = Array.from({ length: 20 }, (_, place) => itemOf(video, place, place + 2))
    const { downloads } = await batchesOf(bench).take(viewer, items)
    const inOrder = downloads.map(({ download }) => download.id)
    bench.clock.pass(1)
    const newer = await requestedDownload(bench, viewer)
    const first = await list(viewer)
    expect(first.ids).toEqual([newer.download.id, ...inOrder.slice(0, 19)])
    expect(await list(viewer, first.next ?? '')).toMatchObject({ ids: [inOrder[19], older.download.id], next: null })
  })

  it('is of nobody else, and does not tell what others have', async () => {
    const [viewer, secondViewer] = [await somebody(), await somebody()]
    const [theirs] = await downloadsOf(secondViewer, 1)
    expect(await list(viewer)).toMatchObject({ downloads: [], next: null })
    for (const id of [theirs, 'no-download-at-all'])
      expect(await listOwnDownloads(bench, { viewerId: viewer.id, beforeId: id })).toMatchObject({
        ok: false,
        code: 'invalid_request',
        meaning: '"before" is no download of yours.',
      })
  })
})

describe('the list of recent downloads', () => {
  it('has what is being cut or has a file, newest first, of this viewer alone', async () => {
    const viewer = await somebody()
    const finished = await finishedDownload(bench, viewer)
    bench.clock.pass(1)
    const cancelled = await requestedDownload(bench, viewer)
    await cancelDownload(bench, { id: cancelled.download.id, viewer })
    const deleted = await finishedDownload(bench, viewer)
    await deleteDownload(bench, { id: deleted.download.id, viewer })
    bench.clock.pass(1)
    const waiting = await requestedDownload(bench, viewer)
    const recent = await listRecentDownloads(bench, viewer)
    expect(recent.map(({ id, title, status }) => [id, title, status])).toEqual([
      [waiting.download.id, RESOLVED.title, 'processing'],
      [finished.download.id, RESOLVED.title, 'completed'],
    ])
    expect(await listRecentDownloads(bench, await somebody())).toEqual([])
    expect(await listRecentDownloads(bench, null)).toEqual([])
    bench.clock.pass(25 * 3600)
    expect((await listRecentDownloads(bench, viewer)).map(({ id }) => id)).not.toContain(finished.download.id)
  })

  it('has twenty at most', async () => {
    const viewer = await somebody()
    await downloadsOf(viewer, 25)
    expect(await listRecentDownloads(bench, viewer)).toHaveLength(20)
  })
})
