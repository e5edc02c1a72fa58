import { quotaPeriods } from '@kerf/domain/access/quota'
import { describe, expect, it } from 'vitest'
import { describeOn, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import { failClip } from '../downloads/end-download.ts'
import { openClip } from '../downloads/files/open-clip.ts'
import { findDownload } from '../downloads/files/own-downloads.ts'
import { copyVideo, createDownload, createFinishedDownload } from '../testing/downloads.ts'
import { openPeople } from '../testing/people.ts'
import { openTestBackend, withinTransactions } from '../testing/test-backend.ts'
import { adoptStranger } from './identify-viewer.ts'

const backend = await openTestBackend()
const people = await openPeople(backend)

const usageOf = (viewerId: string) => backend.database.records.quota.usage(viewerId, quotaPeriods(backend.clock.now()))

describe("a stranger's work", () => {
  it('belongs to their account once they sign in, and to nobody else', async () => {
    const [stranger, { viewer: account }, { viewer: otherAccount }] = [
      await backend.viewer(),
      await people.signUp(),
      await people.signUp(),
    ]
    const { video, download } = await createFinishedDownload(backend, stranger)
    await adoptStranger(backend, { stranger, accountId: account.id })

    const { videos } = backend.database.records
    expect(await videos.find(video.id, account.id)).toEqual({ ...video, viewerId: account.id })
    const openOwnClip = (viewer: typeof account) => openClip(backend, { id: download.id, viewer })
    expect(await openOwnClip(account)).toMatchObject({ ok: true })
    for (const otherViewer of [stranger, otherAccount, await backend.viewer()]) {
      expect(await videos.find(video.id, otherViewer.id)).toBeNull()
      expect(await openOwnClip(otherViewer)).toEqual({ ok: false, code: 'not_found' })
    }
    expect(await people.everythingStored()).not.toContain(stranger.id)
  })

  it('is still cut meanwhile, and arrives in the account', async () => {
    const [stranger, { viewer: account }] = [await backend.viewer(), await people.signUp()]
    const { download, clip } = await createDownload(backend, stranger)
    await adoptStranger(backend, { stranger, accountId: account.id })
    const ownDownload = await findDownload(backend, { id: download.id, viewer: account })
    expect(ownDownload).toMatchObject({
      ok: true,
      value: { clip: { id: clip.id, status: 'queued', jobId: clip.jobId } },
    })
    expect(await backend.unfinishedJobIds()).toContain(clip.jobId)
    expect(await findDownload(backend, { id: download.id, viewer: stranger })).toMatchObject({ ok: false })
  })

  it("counts together with the account's earlier use", async () => {
    const [stranger, { viewer: account }] = [await backend.viewer(), await people.signUp()]
    for (let count = 0; count < 2; count++) await createDownload(backend, stranger)
    for (let count = 0; count < 3; count++) await createDownload(backend, account)
    await adoptStranger(backend, { stranger, accountId: account.id })
    expect(await usageOf(account.id)).toEqual({ today: 5, thisMonth: 5 })
    expect(await usageOf(stranger.id)).toEqual({ today: 0, thisMonth: 0 })
  })

  it('moves once, however often that is requested', async () => {
    const [stranger, { viewer: account }] = [await backend.viewer(), await people.signUp()]
    await createDownload(backend, stranger)
    await Promise.all([1, 2, 3].map(() => adoptStranger(backend, { stranger, accountId: account.id })))
    await adoptStranger(backend, { stranger, accountId: account.id })
    expect(await usageOf(account.id)).toEqual({ today: 1, thisMonth: 1 })
    expect(await people.everythingStored()).not.toContain(stranger.id)
  })

  it('may include a clip that the account also requested', async () => {
    const [stranger, { viewer: account }] = [await backend.viewer(), await people.signUp()]
    const firstDownload = await createFinishedDownload(backend, stranger)
    const secondDownload = await createFinishedDownload(
      backend,
      account,
      await copyVideo(backend, firstDownload.video, account),
    )
    expect(secondDownload.clip.id).toBe(firstDownload.clip.id)
    await adoptStranger(backend, { stranger, accountId: account.id })
    for (const { download } of [firstDownload, secondDownload])
      expect(await findDownload(backend, { id: download.id, viewer: account })).toMatchObject({ ok: true })
  })

  it('stays in place without a stranger or without the account', async () => {
    const [stranger, { viewer: account }] = [await backend.viewer(), await people.signUp()]
    const { video } = await createDownload(backend, stranger)
    await adoptStranger(backend, { stranger: null, accountId: account.id })
    await adoptStranger(backend, { stranger: account, accountId: account.id })
    await adoptStranger(backend, { stranger, accountId: 'an account that has been deleted' })
    expect(await backend.database.records.videos.find(video.id, stranger.id)).not.toBeNull()
    expect(await usageOf(stranger.id)).toEqual({ today: 1, thisMonth: 1 })
  })
})

describeOn([REAL_POSTGRES], 'a stranger who signs in, in $name,', async (kind) => {
  const realBackend = await openTestBackend(kind)
  const realPeople = await openPeople(realBackend)

  it('gets back the unit of a clip that fails at the same time', async () => {
    const [stranger, { viewer: account }] = [await realBackend.viewer(), await realPeople.signUp()]
    const { clip } = await createDownload(realBackend, stranger)
    const signingIn = withinTransactions(realBackend, ({ downloads }) => ({
      downloads: {
        ...downloads,
        async listForClip(clipId) {
          const remaining = await downloads.listForClip(clipId)
          await adoptStranger(realBackend, { stranger, accountId: account.id })
          return remaining
        },
      },
    }))
    await failClip({ ...realBackend, database: signingIn }, { clipId: clip.id, errorCode: 'video_private' })
    const realUsageOf = (viewerId: string) =>
      realBackend.database.records.quota.usage(viewerId, quotaPeriods(realBackend.clock.now()))
    expect(await realUsageOf(account.id)).toEqual({ today: 0, thisMonth: 0 })
    expect(await realPeople.everythingStored()).not.toContain(stranger.id)
  })
})
