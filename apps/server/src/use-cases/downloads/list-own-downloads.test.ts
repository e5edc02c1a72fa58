import { describe, expect, it } from 'vitest'
import type { ViewerRecord } from '../../ports/clips.ts'
import { newId } from '../shared/new-id.ts'
import { batchesOf, createPayingViewer, itemOf } from '../testing/batches.ts'
import { createDownload, createFinishedDownload } from '../testing/downloads.ts'
import { openTestBackend, RESOLVED_VIDEO, unwrap } from '../testing/test-backend.ts'
import { describeDownload } from './describe-download.ts'
import { cancelDownload, deleteDownload } from './end-download.ts'
import { findDownload, listOwnDownloads, listRecentDownloads } from './files/own-downloads.ts'

const backend = await openTestBackend()
let pro: ViewerRecord

const listPage = async (viewer: ViewerRecord, before?: string) => {
  const page = unwrap(await listOwnDownloads(backend, { viewerId: viewer.id, beforeId: before }))
  return { ids: page.downloads.map(({ id }) => id), ...page }
}
const createProViewer = async (): Promise<ViewerRecord> => ({ ...(await backend.viewer()), kind: 'pro' })

/** Inserts downloads of one clip, some at the same time. One clip is faster than a request for each. */
async function createDownloads(viewer: ViewerRecord, count: number): Promise<string[]> {
  backend.clock.pass(1)
  const { download } = await createDownload(backend, viewer)
  const ids = [download.id, ...Array.from({ length: count - 1 }, newId)]
  for (const [index, id] of ids.slice(1).entries()) {
    if (index % 2 === 0) backend.clock.pass(1)
    await backend.database.records.downloads.insert({ ...download, id, createdAt: backend.clock.now() })
  }
  return ids
}

describe("the list of a viewer's downloads", () => {
  it("has the same facts as each download's own page, and its video", async () => {
    pro = await createProViewer()
    const finishedDownload = await createFinishedDownload(backend, pro)
    backend.clock.pass(1)
    const cancelledDownload = await createDownload(backend, pro)
    await cancelDownload(backend, { id: cancelledDownload.download.id, viewer: pro })
    backend.clock.pass(1)
    const waitingDownload = await createDownload(backend, pro)
    const { downloads, next } = await listPage(pro)
    expect(downloads.map(({ status }) => status)).toEqual(['processing', 'cancelled', 'completed'])
    expect(next).toBeNull()
    for (const [at, { download }] of [waitingDownload, cancelledDownload, finishedDownload].entries()) {
      const ownDownload = unwrap(await findDownload(backend, { id: download.id, viewer: pro }))
      const description = await describeDownload(backend, ownDownload)
      expect(downloads[at]).toEqual({ ...description, title: RESOLVED_VIDEO.title, url: 'https://youtu.be/x' })
    }
  })

  it('has pages, each download once, even with equal times', async () => {
    const viewer = await createProViewer()
    const ids = await createDownloads(viewer, 20)
    expect(await listPage(viewer)).toMatchObject({ next: null, ids: { length: 20 } })
    ids.push(...(await createDownloads(viewer, 21)))
    const firstPage = await listPage(viewer)
    const secondPage = await listPage(viewer, firstPage.next ?? '')
    const thirdPage = await listPage(viewer, secondPage.next ?? '')
    expect([firstPage.ids.length, secondPage.ids.length, thirdPage.ids.length]).toEqual([20, 20, 1])
    expect(thirdPage.next).toBeNull()
    const olderIds = [...secondPage.ids, ...thirdPage.ids]
    expect([...firstPage.ids, ...olderIds].sort()).toEqual(ids.toSorted())

    // It continues after a download that was deleted meanwhile, and never shows deleted ones.
    await deleteDownload(backend, { id: firstPage.next ?? '', viewer })
    expect((await listPage(viewer, firstPage.next ?? '')).ids).toEqual(secondPage.ids)
    expect((await listPage(viewer, secondPage.next ?? '')).ids).toEqual(thirdPage.ids)
    expect((await listPage(viewer)).ids).toEqual(expect.not.arrayContaining([firstPage.next]))
    expect((await listPage(viewer)).ids).toEqual(expect.arrayContaining(firstPage.ids.slice(0, 19)))
  })

  it('keeps the order of a batch, even across pages', async () => {
    const { viewer, video } = await createPayingViewer(backend)
    const olderDownload = await createDownload(backend, viewer)
    backend.clock.pass(1)
    const items = Array.from({ length: 20 }, (_, place) => itemOf(video, place, place + 2))
    const { downloads } = await batchesOf(backend).take(viewer, items)
    const orderedIds = downloads.map(({ download }) => download.id)
    backend.clock.pass(1)
    const newerDownload = await createDownload(backend, viewer)
    const firstPage = await listPage(viewer)
    expect(firstPage.ids).toEqual([newerDownload.download.id, ...orderedIds.slice(0, 19)])
    expect(await listPage(viewer, firstPage.next ?? '')).toMatchObject({
      ids: [orderedIds[19], olderDownload.download.id],
      next: null,
    })
  })

  it('contains nothing of other viewers', async () => {
    const [viewer, secondViewer] = [await createProViewer(), await createProViewer()]
    const [othersId] = await createDownloads(secondViewer, 1)
    expect(await listPage(viewer)).toMatchObject({ downloads: [], next: null })
    for (const id of [othersId, 'no-download-at-all'])
      expect(await listOwnDownloads(backend, { viewerId: viewer.id, beforeId: id })).toMatchObject({
        ok: false,
        code: 'invalid_request',
        meaning: '"before" is no download of yours.',
      })
  })
})

describe('the list of recent downloads', () => {
  it("has this viewer's running clips and clips with a file, newest first", async () => {
    const viewer = await createProViewer()
    const finishedDownload = await createFinishedDownload(backend, viewer)
    backend.clock.pass(1)
    const cancelledDownload = await createDownload(backend, viewer)
    await cancelDownload(backend, { id: cancelledDownload.download.id, viewer })
    const deletedDownload = await createFinishedDownload(backend, viewer)
    await deleteDownload(backend, { id: deletedDownload.download.id, viewer })
    backend.clock.pass(1)
    const waitingDownload = await createDownload(backend, viewer)
    const recentDownloads = await listRecentDownloads(backend, viewer)
    expect(recentDownloads.map(({ id, title, status }) => [id, title, status])).toEqual([
      [waitingDownload.download.id, RESOLVED_VIDEO.title, 'processing'],
      [finishedDownload.download.id, RESOLVED_VIDEO.title, 'completed'],
    ])
    expect(await listRecentDownloads(backend, await createProViewer())).toEqual([])
    expect(await listRecentDownloads(backend, null)).toEqual([])
    backend.clock.pass(25 * 3600)
    expect((await listRecentDownloads(backend, viewer)).map(({ id }) => id)).not.toContain(finishedDownload.download.id)
  })

  it('has at most twenty', async () => {
    const viewer = await createProViewer()
    await createDownloads(viewer, 25)
    expect(await listRecentDownloads(backend, viewer)).toHaveLength(20)
  })
})
