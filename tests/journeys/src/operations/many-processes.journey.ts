import type { AdminHealth, SettingsView } from '@kerf/contract/admin-settings'
import type { Quota } from '@kerf/contract/user'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountHolder } from '../harness/account-holder.ts'
import { seedOfRun } from '../harness/seeded-random.ts'
import { ProcessTestbed } from '../harness/servers/process-testbed.ts'
import { Visitor } from '../harness/visitor.ts'

/** many-processes.hard.ts covers that nothing is lost or duplicated while processes are killed and added. */
describe.skipIf(postgresPrograms() === null)('two web and two worker processes on one PostgreSQL', () => {
  const seed = seedOfRun()
  let testbed: ProcessTestbed
  beforeAll(async () => {
    testbed = await ProcessTestbed.open(seed)
    await Promise.all([testbed.addWeb(), testbed.addWeb(), testbed.addWorker(), testbed.addWorker()])
  })
  afterAll(() => testbed?.close())
  const urls = (): [string, string] => [testbed.webs[0]?.url ?? '', testbed.webs[1]?.url ?? '']

  it('are one installation: a sign-in or sign-out on one applies to the other at once', async () => {
    const [firstUrl, secondUrl] = urls()
    const anna = new AccountHolder(firstUrl)
    expect((await anna.signUp()).status).toBe(200)
    const annaAtSecond = anna.atUrl(secondUrl)
    expect((await annaAtSecond.call('GET', '/api/auth/user')).status).toBe(200)
    expect((await annaAtSecond.call('POST', '/api/auth/signout', {})).status).toBe(204)
    expect((await anna.whoAmI()).status).toBe(401)
  })

  it('report all of them from any of them, and workers report to their operator only', async () => {
    const [, secondUrl] = urls()
    const { workers } = (await (await testbed.signInAdmin(secondUrl)).call<AdminHealth>('GET', '/api/admin/health'))
      .body.checks
    expect(workers).toMatchObject({ state: 'ok', concurrency: 2 })
    expect(workers.processes.map(({ role }) => role).sort()).toEqual(['web', 'web', 'worker', 'worker'])
    const worker = new Visitor(testbed.workers[0]?.url ?? '')
    expect((await worker.call('GET', '/api/health')).body).toMatchObject({ checks: { queue: { state: 'ok' } } })
    expect((await worker.call<string>('GET', '/metrics')).body).toContain('kerf_queue_jobs')
    expect((await worker.call('GET', '/')).status).toBe(404)
  })

  it('learn of settings and cancelled clips from each other', async () => {
    const [firstUrl, secondUrl] = urls()
    const admin = await testbed.signInAdmin(firstUrl)
    const link = { youtubeUrl: testbed.site.urlOf('/healthy.mp4') }
    const visitor = new Visitor(firstUrl)
    const video = await visitor.process(link.youtubeUrl)
    const saveSources = (sources: string[]) => admin.call<SettingsView>('PUT', '/api/admin/settings', { sources })
    expect((await saveSources([])).status).toBe(200)
    // Settings apply in other processes a second later. A link of a source that is off is not recognised.
    await expect
      .poll(() => visitor.atUrl(secondUrl).call('POST', '/api/video/process', link))
      .toMatchObject({ status: 400, body: { code: 'invalid_link' } })
    expect((await saveSources(['media'])).status).toBe(200)
    await expect
      .poll(() => visitor.atUrl(secondUrl).call('POST', '/api/video/process', link))
      .toMatchObject({ status: 200 })

    const download = await visitor.requestDownload(video, '360p')
    const visitorAtSecond = visitor.atUrl(secondUrl)
    await visitorAtSecond.call('POST', `/api/download/${download.id}/cancel`, {})
    expect((await visitor.waitUntilEnded(download)).status).toBe('cancelled')
    const { quota } = (await visitor.call<Quota>('GET', '/api/user/quota')).body
    expect(quota.dailyDownloads).toBe(0)
  })
})
