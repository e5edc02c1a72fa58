import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ViewerRecord } from '../../ports/clips.ts'
import { batchesOf, itemOf, payingViewer } from '../testing/batches.ts'
import { finishedDownload, requestedDownload } from '../testing/downloads.ts'
import { openWorkbench, RESOLVED, type Workbench } from '../testing/workbench.ts'
import { describeDownload } from './describe-download.ts'
import { cancelDownload, deleteDownload } from './end-download.ts'
import { findDownload, listOwnDownloads } from './own-downloads.ts'

let bench: Workbench
let pro: ViewerRecord
beforeAll(async () => {
  bench = await openWorkbench()
})
afterAll(() => bench.remove())

const list = async (viewer: ViewerRecord, before?: string) => {
  const listed = await listOwnDownloads(bench, { viewerId: viewer.id, beforeId: before })
  if (!listed.ok) throw new Error(listed.code)
  return { ids: listed.value.downloads.map(({ id }) => id), ...listed.value }
}
const somebody = async (): Promise<ViewerRecord> => ({ ...(await bench.viewer()), kind: 'pro' })
const wait = (seconds: number) => bench.clock.set(new Date(bench.clock.now().getTime() + seconds * 1000))

async function requests(viewer: ViewerRecord, count: number): Promise<string[]> {
  const newestFirst: string[] = []
  for (let made = 0; made < count; made++) {
    // Some in the very same moment.
    if (made % 2 === 0) wait(1)
    newestFirst.unshift((await requestedDownload(bench, viewer)).download.id)
  }
  return newestFirst
}

describe('the list of one’s own downloads', () => {
  it('tells of each what its own page tells, and from which video it is', async () => {
    pro = await somebody()
    const finished = await finishedDownload(bench, pro)
    wait(1)
    const cancelled = await requestedDownload(bench, pro)
    await cancelDownload(bench, { id: cancelled.download.id, viewer: pro })
    wait(1)
    const waiting = await requestedDownload(bench, pro)
    const { downloads, next } = await list(pro)
    expect(downloads.map(({ status }) => status)).toEqual(['processing', 'cancelled', 'completed'])
    expect(next).toBeNull()
    for (const [at, { download }] of [waiting, cancelled, finished].entries()) {
      const found = await findDownload(bench, { id: download.id, viewer: pro })
      if (!found.ok) throw new Error(found.code)
      expect(downloads[at]).toEqual({
        ...(await describeDownload(bench, found.value)),
        title: RESOLVED.title,
        url: 'https://youtu.be/x',
      })
    }
  })

  // One person, whose list grows from one of these to the next.
  describe('of one person', () => {
    let viewer: ViewerRecord
    const made: string[] = []
    beforeAll(async () => {
      viewer = await somebody()
    })

    it('ends with the page that is just full', async () => {
      made.unshift(...(await requests(viewer, 20)))
      expect(await list(viewer)).toMatchObject({ next: null, ids: { length: 20 } })
    })

    it('comes a page at a time, each download once, also those created at the same time', async () => {
      made.unshift(...(await requests(viewer, 21)))
      expect(made).toHaveLength(41)
      const first = await list(viewer)
      const second = await list(viewer, first.next ?? '')
      const third = await list(viewer, second.next ?? '')
      expect([first.ids.length, second.ids.length, third.ids.length]).toEqual([20, 20, 1])
      expect(third.next).toBeNull()
      expect([...first.ids, ...second.ids, ...third.ids].sort()).toEqual(made.toSorted())
    })

    it('continues after a download that was deleted meanwhile, and never shows deleted ones', async () => {
      const { next, ids } = await list(viewer)
      const rest = async () => {
        const second = await list(viewer, next ?? '')
        return [...second.ids, ...(await list(viewer, second.next ?? '')).ids]
      }
      const before = await rest()
      expect(before).toHaveLength(21)
      await deleteDownload(bench, { id: next ?? '', viewer })
      expect(await rest()).toEqual(before)
      expect((await list(viewer)).ids).toEqual(expect.not.arrayContaining([next]))
      expect((await list(viewer)).ids).toEqual(expect.arrayContaining(ids.slice(0, 19)))
    })
  })

  it('has the clips of a batch in its order, across pages too', async () => {
    const { viewer, video } = await payingViewer(bench)
    const older = await requestedDownload(bench, viewer)
    wait(1)
    const items = Array.from({ length: 20 }, (_, place) => itemOf(video, place, place + 2))
    const { downloads } = await batchesOf(bench).take(viewer, items)
    const inOrder = downloads.map(({ download }) => download.id)
    wait(1)
    const newer = await requestedDownload(bench, viewer)
    const first = await list(viewer)
    expect(first.ids).toEqual([newer.download.id, ...inOrder.slice(0, 19)])
    expect(await list(viewer, first.next ?? '')).toMatchObject({ ids: [inOrder[19], older.download.id], next: null })
  })

  it('is of nobody else, and does not tell what others have', async () => {
    const [viewer, other] = [await somebody(), await somebody()]
    const [theirs] = await requests(other, 1)
    expect(await list(viewer)).toMatchObject({ downloads: [], next: null })
    for (const id of [theirs, 'no-download-at-all'])
      expect(await listOwnDownloads(bench, { viewerId: viewer.id, beforeId: id })).toMatchObject({
        ok: false,
        code: 'invalid_request',
      })
  })
})
