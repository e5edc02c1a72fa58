import { quotaPeriods } from '@kerf/domain/access/quota'
import { describe, expect, it } from 'vitest'
import { describeOn, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import { failClip } from '../downloads/end-download.ts'
import { openClip } from '../downloads/files/open-clip.ts'
import { findDownload } from '../downloads/files/own-downloads.ts'
import { copyVideo, createDownload, createFinishedDownload } from '../testing/downloads.ts'
import { openPeople } from '../testing/people.ts'
import { openWorkbench, withinTransactions } from '../testing/workbench.ts'
import { adoptVisitor } from './identify-viewer.ts'

const bench = await openWorkbench()
const people = await openPeople(bench)

const usageOf = (viewerId: string) => bench.database.records.quota.usage(viewerId, quotaPeriods(bench.clock.now()))

describe('what a stranger has made', () => {
  it('is their account’s once they sign in, and nobody else’s', async () => {
    const [visitor, { viewer: account }, { viewer: otherAccount }] = [
      await bench.viewer(),
      await people.signUp(),
      await people.signUp(),
    ]
    const { video, download } = await createFinishedDownload(bench, visitor)
    await adoptVisitor(bench, { visitor, accountId: account.id })

    const { videos } = bench.database.records
    expect(await videos.find(video.id, account.id)).toEqual({ ...video, viewerId: account.id })
    const openOwnClip = (viewer: typeof account) => openClip(bench, { id: download.id, viewer })
    expect(await openOwnClip(account)).toMatchObject({ ok: true })
    for (const stranger of [visitor, otherAccount, await bench.viewer()]) {
      expect(await videos.find(video.id, stranger.id)).toBeNull()
      expect(await openOwnClip(stranger)).toEqual({ ok: false, code: 'not_found' })
    }
    expect(await people.everythingStored()).not.toContain(visitor.id)
  })

  it('is still cut meanwhile, and arrives in the account', async () => {
    const [visitor, { viewer: account }] = [await bench.viewer(), await people.signUp()]
    const { download, clip } = await createDownload(bench, visitor)
    await adoptVisitor(bench, { visitor, accountId: account.id })
    const ownDownload = await findDownload(bench, { id: download.id, viewer: account })
    expect(ownDownload).toMatchObject({
      ok: true,
      value: { clip: { id: clip.id, status: 'queued', jobId: clip.jobId } },
    })
    expect(await bench.unfinishedJobIds()).toContain(clip.jobId)
    expect(await findDownload(bench, { id: download.id, viewer: visitor })).toMatchObject({ ok: false })
  })

  it('is counted with what the account had used already', async () => {
    const [visitor, { viewer: account }] = [await bench.viewer(), await people.signUp()]
    for (let count = 0; count < 2; count++) await createDownload(bench, visitor)
    for (let count = 0; count < 3; count++) await createDownload(bench, account)
    await adoptVisitor(bench, { visitor, accountId: account.id })
    expect(await usageOf(account.id)).toEqual({ today: 5, thisMonth: 5 })
    expect(await usageOf(visitor.id)).toEqual({ today: 0, thisMonth: 0 })
  })

  it('moves once, however often it is requested', async () => {
    const [visitor, { viewer: account }] = [await bench.viewer(), await people.signUp()]
    await createDownload(bench, visitor)
    await Promise.all([1, 2, 3].map(() => adoptVisitor(bench, { visitor, accountId: account.id })))
    await adoptVisitor(bench, { visitor, accountId: account.id })
    expect(await usageOf(account.id)).toEqual({ today: 1, thisMonth: 1 })
    expect(await people.everythingStored()).not.toContain(visitor.id)
  })

  it('may be of a clip that the account wants too', async () => {
    const [visitor, { viewer: account }] = [await bench.viewer(), await people.signUp()]
    const firstDownload = await createFinishedDownload(bench, visitor)
    const secondDownload = await createFinishedDownload(
      bench,
      account,
      await copyVideo(bench, firstDownload.video, account),
    )
    expect(secondDownload.clip.id).toBe(firstDownload.clip.id)
    await adoptVisitor(bench, { visitor, accountId: account.id })
    for (const { download } of [firstDownload, secondDownload])
      expect(await findDownload(bench, { id: download.id, viewer: account })).toMatchObject({ ok: true })
  })

  it('stays where it is when there is no stranger, or no such account any more', async () => {
    const [visitor, { viewer: account }] = [await bench.viewer(), await people.signUp()]
    const { video } = await createDownload(bench, visitor)
    await adoptVisitor(bench, { visitor: null, accountId: account.id })
    await adoptVisitor(bench, { visitor: account, accountId: account.id })
    await adoptVisitor(bench, { visitor, accountId: 'an account that has been deleted' })
    expect(await bench.database.records.videos.find(video.id, visitor.id)).not.toBeNull()
    expect(await usageOf(visitor.id)).toEqual({ today: 1, thisMonth: 1 })
  })
})

describeOn([REAL_POSTGRES], 'somebody who signs in, in $name,', async (kind) => {
  const realBench = await openWorkbench(kind)
  const realPeople = await openPeople(realBench)

  it('gets back the unit of a clip that fails in that very moment', async () => {
    const [visitor, { viewer: account }] = [await realBench.viewer(), await realPeople.signUp()]
    const { clip } = await createDownload(realBench, visitor)
    const signingIn = withinTransactions(realBench, ({ downloads }) => ({
      downloads: {
        ...downloads,
        async listForClip(clipId) {
          const remaining = await downloads.listForClip(clipId)
          await adoptVisitor(realBench, { visitor, accountId: account.id })
          return remaining
        },
      },
    }))
    await failClip({ ...realBench, database: signingIn }, { clipId: clip.id, errorCode: 'video_private' })
    const realUsageOf = (viewerId: string) =>
      realBench.database.records.quota.usage(viewerId, quotaPeriods(realBench.clock.now()))
    expect(await realUsageOf(account.id)).toEqual({ today: 0, thisMonth: 0 })
    expect(await realPeople.everythingStored()).not.toContain(visitor.id)
  })
})
