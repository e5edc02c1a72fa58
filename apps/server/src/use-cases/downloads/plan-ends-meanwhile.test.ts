import { expect, it } from 'vitest'
import { describeOnDatabases } from '../../adapters/database/testing/open-test-database.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import { createBatch } from '../batches/create-batch.ts'
import { grantWithin } from '../payments/grant-plan.ts'
import { refused } from '../shared/outcome.ts'
import { threeItemsOf } from '../testing/batches.ts'
import { requestDownloadOf } from '../testing/downloads.ts'
import { createModelProvider } from '../testing/model-provider.ts'
import { openPeople } from '../testing/people.ts'
import { openTestBackend, PRIVATE_IP_ADDRESS, type TestBackend, unwrap } from '../testing/test-backend.ts'
import { testPaymentsOn } from '../testing/test-payments.ts'
import { runCutJob } from './run-cut-job.ts'

describeOnDatabases('after a plan ended during a call, in $name', async (kind) => {
  const backend = await openTestBackend(kind)
  const people = await openPeople(backend)

  /** A viewer with Pro, as the tested calls still know it. */
  async function createPayingViewer(): Promise<ViewerRecord> {
    const { viewer } = await people.signUp()
    await backend.database.transaction((records) => grant(records, viewer, 'pro-monthly'))
    return { ...viewer, kind: 'pro' }
  }
  type RecordsOfTransaction = Parameters<Parameters<TestBackend['database']['transaction']>[0]>[0]
  const grant = (records: RecordsOfTransaction, { id }: ViewerRecord, plan: 'free' | 'pro-monthly') =>
    grantWithin(records, { accountId: id, plan, by: 'an admin', at: backend.clock.now() })

  /** Starts a call while another transaction holds the viewer's quota lock and ends the plan. */
  async function endPlanDuring<T>(viewer: ViewerRecord, call: () => Promise<T>): Promise<T> {
    const start = await backend.database.transaction(async (records) => {
      await records.quota.lock(viewer.id)
      const pendingCall = call()
      await grant(records, viewer, 'free')
      return { waiting: pendingCall }
    })
    return start.waiting
  }

  const countInWork = (viewer: ViewerRecord) => backend.database.records.downloads.countInWork(viewer.id)

  it('a batch is refused', async () => {
    const viewer = await createPayingViewer()
    const items = threeItemsOf(await backend.video(viewer))
    const outcome = await endPlanDuring(viewer, () =>
      createBatch(backend, { body: { items }, viewer, ipAddress: PRIVATE_IP_ADDRESS }),
    )
    expect(outcome).toEqual({ ok: false, code: 'pro_feature' })
    expect(await countInWork(viewer)).toBe(0)
    expect(
      await createBatch(backend, {
        body: { items },
        viewer: await createPayingViewer(),
        ipAddress: PRIVATE_IP_ADDRESS,
      }),
    ).toMatchObject(refused('not_found'))
  })

  it('a refunded person gets no more of the plan, but accepted clips are still cut', async () => {
    const testPayments = testPaymentsOn(backend.database, createModelProvider())
    const anna = await testPayments.createBuyer()
    const order = await testPayments.createApprovedOrder(anna)
    await testPayments.captureOrder(anna, order)
    const viewer: ViewerRecord = { id: anna.id, kind: 'pro' }
    const video = await backend.video(viewer)
    const foundBatch = unwrap(
      await createBatch(backend, { body: { items: threeItemsOf(video) }, viewer, ipAddress: PRIVATE_IP_ADDRESS }),
    )

    testPayments.provider.refund(order, 499)
    await testPayments.receivePaypalEvent(testPayments.provider.webhookEvent('PAYMENT.CAPTURE.REFUNDED', order))
    expect((await testPayments.account(anna.id)).subscription).toBe('free')
    // The viewer of this call is from before the refund.
    expect(
      await createBatch(backend, { body: { items: threeItemsOf(video) }, viewer, ipAddress: PRIVATE_IP_ADDRESS }),
    ).toEqual(refused('pro_feature'))
    const [first] = foundBatch.downloads
    await runCutJob(backend, { clipId: first?.clip.id ?? '', signal: new AbortController().signal })
    expect(await backend.database.records.clips.find(first?.clip.id ?? '')).toMatchObject({ status: 'completed' })
    expect(await countInWork(viewer)).toBe(2)
  })

  it('several ranges in one clip are refused, and a plain request counts as free', async () => {
    const viewer = await createPayingViewer()
    const video = await backend.video(viewer)
    const ranges = [
      { startTime: 0, endTime: 5 },
      { startTime: 10, endTime: 15 },
    ]
    const requestJoined = () => requestDownloadOf(backend, video, viewer, { ranges })
    expect(await endPlanDuring(viewer, requestJoined)).toMatchObject({ ok: false, code: 'pro_feature' })
    expect(await countInWork(viewer)).toBe(0)
    const plainOutcome = await requestDownloadOf(backend, video, viewer)
    expect(plainOutcome).toMatchObject({ ok: true, value: { clip: { queueClass: 'ordinary' } } })
  })
})
