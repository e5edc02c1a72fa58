import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { requestDownload } from '../../use-cases/downloads/request-download.ts'
import { newId } from '../../use-cases/shared/new-id.ts'
import { openTestBackend, RECEIPT } from '../../use-cases/testing/test-backend.ts'
import { describeOnDatabases } from './testing/open-test-database.ts'

describeOnDatabases('operating metrics of $name', (kind) => {
  it('report the waiting jobs of each class and their ages, the emails, and the stored clips', async () => {
    const backend = await openTestBackend(kind)
    const { database } = backend
    expect((await database.operatingStats()).queue.paid).toEqual({
      waiting: 0,
      running: 0,
      oldestAgeSeconds: 0,
      readyAgeSeconds: 0,
    })

    const stranger = await backend.viewer()
    const payer = { ...(await backend.viewer()), kind: 'lifetime' as const }
    const request = { quality: '360p' }
    const outcomes = []
    for (const viewer of [stranger, stranger, payer]) {
      const video = await backend.video(viewer)
      outcomes.push(
        await requestDownload(backend, { videoId: video.id, body: request, viewer, ipAddress: '192.168.0.7' }),
      )
    }
    const clipIds = outcomes.map((outcome) => (outcome.ok ? outcome.value.clip.id : expect.fail()))
    // One job may not start yet, and one clip is already stored.
    await database.executor.execute(sql`update pgboss.job set created_on = now() - interval '90 seconds',
        start_after = now() - interval '30 seconds' where data->>'clipId' = ${clipIds[0]}`)
    await database.executor.execute(
      sql`update pgboss.job set start_after = now() + interval '1 hour' where data->>'clipId' = ${clipIds[2]}`,
    )
    const completion = { status: 'completed', fileKey: 'x.mp4', sizeBytes: 4000, receipt: RECEIPT } as const
    await database.records.clips.update(clipIds[1] ?? '', ['queued'], completion)
    await database.records.mailQueue.enqueue({ kind: 'welcome', accountId: newId() } as never)

    const { queue, emails, clips } = await database.operatingStats()
    expect(queue.ordinary).toMatchObject({ waiting: 2, running: 0 })
    expect(Math.round(queue.ordinary.oldestAgeSeconds / 10)).toBe(9)
    expect(Math.round(queue.ordinary.readyAgeSeconds / 10)).toBe(3)
    expect(queue.paid).toMatchObject({ waiting: 1, readyAgeSeconds: 0 })
    expect(emails).toMatchObject({ waiting: 1, tried: 0, givenUp: 0 })
    expect(clips).toEqual({ files: 1, bytes: 4000 })
  })
})
