import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { BlockedLink } from '@kerf/contract/admin-moderation'
import type { SettingsChange, SettingsView } from '@kerf/contract/admin-settings'
import type { User } from '@kerf/contract/auth'
import type { Download } from '@kerf/contract/download'
import type { Quota } from '@kerf/contract/user'
import type { HostilePath } from '@kerf/standins/hostile/hostile-behaviours'
import { type LoopbackServer, listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { type PaypalStandin, startPaypal } from '@kerf/standins/paypal/start-paypal'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountHolder } from '../harness/account-holder.ts'
import { Buyer } from '../harness/buyer.ts'
import { seedOfRun } from '../harness/seeded-random.ts'
import { unfinishedFiles } from '../harness/servers/media-processes.ts'
import { ProcessTestbed } from '../harness/servers/process-testbed.ts'
import { Visitor } from '../harness/visitor.ts'

/** An outbound proxy that refuses everything and records the targets. */
interface RefusingProxy extends LoopbackServer {
  targets: string[]
}

describe.skipIf(postgresPrograms() === null)('a change on one web process', () => {
  let testbed: ProcessTestbed
  let paypal: PaypalStandin
  let proxy: RefusingProxy
  beforeAll(async () => {
    testbed = await ProcessTestbed.open(seedOfRun())
    paypal = await startPaypal()
    proxy = await openRefusingProxy()
    await Promise.all([
      testbed.addWeb(processEnvironment()),
      testbed.addWeb(processEnvironment()),
      testbed.addWorker(processEnvironment()),
    ])
  })
  afterAll(async () => {
    await testbed?.close()
    await paypal?.close()
    await proxy?.close()
  })

  /** Environment of the room's processes. There is no yt-dlp on the machine, so each process has to download it. */
  const processEnvironment = () => ({
    PAYPAL_API_URL: paypal.url,
    OUTBOUND_PROXY: `http://127.0.0.1:${proxy.port}`,
    LOG_LEVEL: 'info',
    PATH: '',
    YTDLP_PATH: '',
  })
  const urls = (): [string, string] => [testbed.webs[0]?.url ?? '', testbed.webs[1]?.url ?? '']
  const saveSettings = async (change: SettingsChange) => {
    const { status } = await (await testbed.signInAdmin(urls()[0])).call<SettingsView>(
      'PUT',
      '/api/admin/settings',
      change,
    )
    expect(status).toBe(200)
    // Other processes cache settings for a second.
    await setTimeout(1000)
  }
  const unitsOf = async (visitor: Visitor) =>
    (await visitor.call<Quota>('GET', '/api/user/quota')).body.quota.dailyDownloads
  const expectNoReads = () => expect.poll(() => testbed.site.countUnfinished()).toBe(0)

  /** Starts a download that stalls in the only worker, because its server stops sending. */
  async function startStalledDownload(visitor: Visitor, path: HostilePath): Promise<Download> {
    const video = await visitor.setTrim(await visitor.process(testbed.site.laterUrlOf(path)), 5.5, 8.5)
    testbed.site.startMisbehaving(path)
    const download = await visitor.requestDownload(video, '360p')
    await expect.poll(() => testbed.site.countUnfinished()).toBeGreaterThan(0)
    return download
  }

  const requestClip = (visitor: Visitor, startSeconds = 2): Promise<Download> =>
    visitor.requestClip(testbed.site.urlOf('/healthy.mp4'), startSeconds, startSeconds + 3)

  it('ends a stalled cut on a worker at once when it is cancelled on the other process', async () => {
    const [firstUrl, secondUrl] = urls()
    const visitor = new Visitor(firstUrl)
    const download = await startStalledDownload(visitor, '/stall-in-body.mp4')
    expect((await visitor.atUrl(secondUrl).call('POST', `/api/download/${download.id}/cancel`, {})).status).toBe(200)
    await expectNoReads()
    expect((await visitor.fetchStatus(download)).body.status).toBe('cancelled')
    expect(await unitsOf(visitor)).toBe(0)
  })

  it('ends a running cut: it does not finish, leaves nothing, and the next one succeeds', async () => {
    const [firstUrl, secondUrl] = urls()
    const visitor = new Visitor(firstUrl)
    const video = await visitor.process(testbed.site.urlOf('/healthy.mp4'))
    const trimmedVideo = await visitor.setTrim(video, 0.5, 11.5)
    const downloadAnswer = await visitor.call<Download>('POST', `/api/video/${trimmedVideo.id}/download`, {
      quality: '360p',
      format: 'gif',
    })
    expect(downloadAnswer.status).toBe(202)
    const runningDownload = await visitor.pollUntil(
      downloadAnswer.body,
      ({ stage, status }) => stage === 'reading' || stage === 'encoding' || status !== 'processing',
    )
    expect(runningDownload).toMatchObject({ status: 'processing' })
    expect((await visitor.atUrl(secondUrl).call('POST', `/api/download/${runningDownload.id}/cancel`, {})).status).toBe(
      200,
    )

    const nextVisitor = new Visitor(secondUrl)
    expect(await nextVisitor.waitUntilEnded(await requestClip(nextVisitor))).toMatchObject({ status: 'completed' })
    expect((await visitor.fetchStatus(runningDownload)).body.status).toBe('cancelled')
    expect(await unitsOf(visitor)).toBe(0)
    // The worker cuts one clip at a time, so the cancelled cut has ended.
    expect(testbed.workers[0]?.output().match(/"clip cut"/g)).toHaveLength(1)
    expect([await testbed.countFiles(), await unfinishedFiles(testbed.dataDirectory)]).toEqual([1, []])
  })

  it('applies to sources: one that is switched off is refused on the other, and its waiting cuts do not start', async () => {
    const [firstUrl, secondUrl] = urls()
    const [firstVisitor, secondVisitor] = [new Visitor(firstUrl), new Visitor(secondUrl)]
    const stalledDownload = await startStalledDownload(firstVisitor, '/stall-before-head.mp4')
    const waitingDownload = await requestClip(secondVisitor, 3)
    await saveSettings({ sources: [] })
    const link = { youtubeUrl: testbed.site.urlOf('/healthy.mp4') }
    const refusal = await secondVisitor.call('POST', '/api/video/process', link)
    expect(refusal).toMatchObject({ status: 400, body: { code: 'invalid_link' } })
    await firstVisitor.atUrl(secondUrl).call('POST', `/api/download/${stalledDownload.id}/cancel`, {})
    expect(await secondVisitor.waitUntilEnded(waitingDownload)).toMatchObject({ status: 'failed', code: 'source_off' })
    expect(await unitsOf(secondVisitor)).toBe(0)
    await saveSettings({ sources: ['media'] })
    expect((await secondVisitor.call('POST', '/api/video/process', link)).status).toBe(200)
  })

  it('applies to retention and quotas: to the next clip of a worker, and to the next call to the other', async () => {
    const [, secondUrl] = urls()
    await saveSettings({ retentionHours: 2, freeDailyLimit: 1 })
    const anna = new AccountHolder(secondUrl)
    await anna.signUp()
    const startedAt = Date.now()
    const { expiresAt, status } = await anna.waitUntilEnded(await requestClip(anna, 4))
    expect(status).toBe('completed')
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(startedAt)
    expect(Date.parse(expiresAt ?? '')).toBeLessThanOrEqual(Date.now() + 2 * 3_600_000)
    const video = await anna.process(testbed.site.urlOf('/healthy.mp4'))
    const secondDownload = await anna.call('POST', `/api/video/${video.id}/download`, { quality: '360p' })
    expect(secondDownload).toMatchObject({ status: 429, body: { code: 'daily_limit' } })
  })

  it('applies to the blocklist: a running cut of a blocked video ends, and no other one starts', async () => {
    const [firstUrl, secondUrl] = urls()
    const visitor = new Visitor(secondUrl)
    const download = await startStalledDownload(visitor, '/trickle.mp4')
    const link = testbed.site.laterUrlOf('/trickle.mp4')
    const admin = await testbed.signInAdmin(firstUrl)
    const request = { kind: 'video', link, reason: 'Its owner has said no.' }
    const { status, body } = await admin.call<BlockedLink>('POST', '/api/admin/blocklist', request)
    expect(status).toBe(200)
    await expectNoReads()
    expect(await visitor.waitUntilEnded(download)).toMatchObject({ status: 'failed', code: 'link_blocked' })
    expect(await unitsOf(visitor)).toBe(0)
    const processAgain = () => visitor.call('POST', '/api/video/process', { youtubeUrl: link })
    expect(await processAgain()).toMatchObject({ status: 451, body: { code: 'link_blocked' } })
    expect((await admin.atUrl(secondUrl).call('DELETE', `/api/admin/blocklist/${body.id}`)).status).toBe(204)
    expect((await processAgain()).status).toBe(200)
  })

  it('applies to users: a suspended one is signed out of the other at once, and their cut ends', async () => {
    const [firstUrl, secondUrl] = urls()
    const anna = new AccountHolder(secondUrl)
    const { user } = (await anna.signUp()).body
    await startStalledDownload(anna, '/stall-before-head.mp4')
    const { status, body } = await (await testbed.signInAdmin(firstUrl)).call<User>(
      'PUT',
      `/api/admin/users/${user.id}`,
      {
        isActive: false,
      },
    )
    expect([status, body.isActive]).toEqual([200, false])
    expect((await anna.whoAmI()).status).toBe(401)
    expect(await anna.signIn()).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    await expectNoReads()
  })

  it('applies to payments: settings from one work on the other, and a worker finishes the payment of a dead web process', async () => {
    const [, secondUrl] = urls()
    const [payingBuyer, stuckBuyer] = [new Buyer(secondUrl), new Buyer(secondUrl)]
    for (const buyer of [payingBuyer, stuckBuyer]) await buyer.signUp()
    expect(await payingBuyer.createOrder('pro-monthly')).toMatchObject({ status: 501, body: { code: 'not_set_up' } })
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = paypal.environment
    await saveSettings({
      paypalClientId: PAYPAL_CLIENT_ID,
      paypalClientSecret: PAYPAL_CLIENT_SECRET,
      paypalEnvironment: 'sandbox',
      paypalWebhookId: PAYPAL_WEBHOOK_ID,
    })
    const orderId = await payingBuyer.buy('pro-monthly', paypal)
    expect((await payingBuyer.readSubscription()).subscription).toBe('pro-monthly')
    // A webhook event to the first process applies on the second one.
    paypal.subscribe(`${urls()[0]}/paypal/webhook`)
    paypal.refund(paypal.order(orderId).captures[0]?.id ?? '')
    expect(await paypal.waitForDeliveries()).toEqual([200])
    paypal.unsubscribe()
    expect((await payingBuyer.readSubscription()).subscription).toBe('free')

    const openOrderId = await stuckBuyer.approveOrder('pro-yearly', paypal)
    paypal.setNextBehaviour('captureOrder', { does: 'ignore' })
    const capturing = stuckBuyer.captureOrder(openOrderId).catch(() => null)
    await expect.poll(() => paypal.countCalls('captureOrder')).toBe(2)
    await testbed.webs.pop()?.kill()
    expect(await capturing).toBeNull()
    // A new worker checks payments at its start. The next round of the running one may be minutes away.
    await testbed.addWorker(processEnvironment())
    const newUrl = (await testbed.addWeb(processEnvironment())).url
    await expect
      .poll(async () => (await stuckBuyer.atUrl(newUrl).call('GET', '/api/user/subscription')).body)
      .toMatchObject({ subscription: 'pro-yearly' })
    expect(paypal.order(openOrderId).captures).toHaveLength(1)
  })

  it('applies to background work: each process maintains a yt-dlp once YouTube is switched on by one', async () => {
    const ownProxy = await openRefusingProxy()
    try {
      await testbed.addWeb({ ...processEnvironment(), OUTBOUND_PROXY: `http://127.0.0.1:${ownProxy.port}` })
      expect(ownProxy.targets).toEqual([])
      await saveSettings({ sources: ['media', 'youtube'] })
      await expect.poll(() => ownProxy.targets).toContain('CONNECT github.com:443')
    } finally {
      await ownProxy.close()
    }
  })
})

async function openRefusingProxy(): Promise<RefusingProxy> {
  const targets: string[] = []
  const server = createServer((request, response) => {
    targets.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    targets.push(`${request.method} ${request.url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  return { ...(await listenOnLoopback(server)), targets }
}
