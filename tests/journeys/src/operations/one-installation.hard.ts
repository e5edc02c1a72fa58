import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { BlockedLink } from '@kerf/contract/admin-moderation'
import type { SettingsChange, SettingsView } from '@kerf/contract/admin-settings'
import type { User } from '@kerf/contract/auth'
import type { Download } from '@kerf/contract/download'
import type { Quota } from '@kerf/contract/user'
import type { HostilePath } from '@kerf/standins/hostile/hostile-behaviours'
import { type Listening, listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { type PaypalStandin, startPaypal } from '@kerf/standins/paypal/start-paypal'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountHolder } from '../harness/account-holder.ts'
import { Buyer } from '../harness/buyer.ts'
import { seedOfRun } from '../harness/seeded-random.ts'
import { unfinishedFiles } from '../harness/servers/media-processes.ts'
import { ProcessRoom } from '../harness/servers/process-room.ts'
import { Visitor } from '../harness/visitor.ts'

/** The outbound proxy of a separate web process: refuses everything, and records the targets. */
interface WayOut extends Listening {
  asked: string[]
}

describe.skipIf(postgresPrograms() === null)('a change on one web process', () => {
  let room: ProcessRoom
  let paypal: PaypalStandin
  let wayOut: WayOut
  beforeAll(async () => {
    room = await ProcessRoom.open(seedOfRun())
    paypal = await startPaypal()
    wayOut = await openWayOut()
    await Promise.all([room.addWeb(towards()), room.addWeb(towards()), room.addWorker(towards())])
  })
  afterAll(async () => {
    await room?.close()
    await paypal?.close()
    await wayOut?.close()
  })

  /** There is no yt-dlp on the machine: each process has to download it. */
  const towards = () => ({
    PAYPAL_API_URL: paypal.url,
    OUTBOUND_PROXY: `http://127.0.0.1:${wayOut.port}`,
    LOG_LEVEL: 'info',
    PATH: '',
    YTDLP_PATH: '',
  })
  const urls = (): [string, string] => [room.webs[0]?.url ?? '', room.webs[1]?.url ?? '']
  const save = async (change: SettingsChange) => {
    const { status } = await (await room.admin(urls()[0])).call<SettingsView>('PUT', '/api/admin/settings', change)
    expect(status).toBe(200)
    // What other processes have read holds for a second.
    await setTimeout(1000)
  }
  const unitsOf = async (visitor: Visitor) =>
    (await visitor.call<Quota>('GET', '/api/user/quota')).body.quota.dailyDownloads
  const nobodyReads = () => expect.poll(() => room.site.unfinished()).toBe(0)

  /** A download that stalls in the only worker, because its server sends nothing more. */
  async function stalled(visitor: Visitor, path: HostilePath): Promise<Download> {
    const video = await visitor.trim(await visitor.process(room.site.laterUrlOf(path)), 5.5, 8.5)
    room.site.turn(path)
    const download = await visitor.download(video, '360p')
    await expect.poll(() => room.site.unfinished()).toBeGreaterThan(0)
    return download
  }

  const waiting = (visitor: Visitor, startSeconds = 2): Promise<Download> =>
    visitor.request(room.site.urlOf('/healthy.mp4'), startSeconds, startSeconds + 3)

  it('ends a stalled cut on a worker at once when it is cancelled on the other process', async () => {
    const [one, other] = urls()
    const visitor = new Visitor(one)
    const download = await stalled(visitor, '/stall-in-body.mp4')
    expect((await visitor.at(other).call('POST', `/api/download/${download.id}/cancel`, {})).status).toBe(200)
    await nobodyReads()
    expect((await visitor.status(download)).body.status).toBe('cancelled')
    expect(await unitsOf(visitor)).toBe(0)
  })

  it('ends a running cut: it does not finish, leaves nothing, and the next one succeeds', async () => {
    const [one, other] = urls()
    const visitor = new Visitor(one)
    const video = await visitor.process(room.site.urlOf('/healthy.mp4'))
    const trimmed = await visitor.trim(video, 0.5, 11.5)
    const asked = await visitor.call<Download>('POST', `/api/video/${trimmed.id}/download`, {
      quality: '360p',
      format: 'gif',
    })
    expect(asked.status).toBe(202)
    const running = await visitor.until(
      asked.body,
      ({ stage, status }) => stage === 'reading' || stage === 'encoding' || status !== 'processing',
    )
    expect(running).toMatchObject({ status: 'processing' })
    expect((await visitor.at(other).call('POST', `/api/download/${running.id}/cancel`, {})).status).toBe(200)

    const next = new Visitor(other)
    expect(await next.finished(await waiting(next))).toMatchObject({ status: 'completed' })
    expect((await visitor.status(running)).body.status).toBe('cancelled')
    expect(await unitsOf(visitor)).toBe(0)
    // The worker has one place: what it did there before has ended.
    expect(room.workers[0]?.output().match(/"clip cut"/g)).toHaveLength(1)
    expect([await room.files(), await unfinishedFiles(room.dataDirectory)]).toEqual([1, []])
  })

  it('applies to sources: one that is switched off is refused on the other, and its waiting cuts do not start', async () => {
    const [one, other] = urls()
    const [first, second] = [new Visitor(one), new Visitor(other)]
    const running = await stalled(first, '/stall-before-head.mp4')
    const waits = await waiting(second, 3)
    await save({ sources: [] })
    const link = { youtubeUrl: room.site.urlOf('/healthy.mp4') }
    const refused = await second.call('POST', '/api/video/process', link)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_link' } })
    await first.at(other).call('POST', `/api/download/${running.id}/cancel`, {})
    expect(await second.finished(waits)).toMatchObject({ status: 'failed', code: 'source_off' })
    expect(await unitsOf(second)).toBe(0)
    await save({ sources: ['media'] })
    expect((await second.call('POST', '/api/video/process', link)).status).toBe(200)
  })

  it('applies to retention and quotas: to the next clip of a worker, and to the next call to the other', async () => {
    const [, other] = urls()
    await save({ retentionHours: 2, freeDailyLimit: 1 })
    const anna = new AccountHolder(other)
    await anna.signUp()
    const from = Date.now()
    const { expiresAt, status } = await anna.finished(await waiting(anna, 4))
    expect(status).toBe('completed')
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(from)
    expect(Date.parse(expiresAt ?? '')).toBeLessThanOrEqual(Date.now() + 2 * 3_600_000)
    const video = await anna.process(room.site.urlOf('/healthy.mp4'))
    const more = await anna.call('POST', `/api/video/${video.id}/download`, { quality: '360p' })
    expect(more).toMatchObject({ status: 429, body: { code: 'daily_limit' } })
  })

  it('applies to the blocklist: a running cut of a blocked video ends, and no other one starts', async () => {
    const [one, other] = urls()
    const visitor = new Visitor(other)
    const download = await stalled(visitor, '/trickle.mp4')
    const link = room.site.laterUrlOf('/trickle.mp4')
    const admin = await room.admin(one)
    const request = { kind: 'video', link, reason: 'Its owner has said no.' }
    const { status, body } = await admin.call<BlockedLink>('POST', '/api/admin/blocklist', request)
    expect(status).toBe(200)
    await nobodyReads()
    expect(await visitor.finished(download)).toMatchObject({ status: 'failed', code: 'link_blocked' })
    expect(await unitsOf(visitor)).toBe(0)
    const again = () => visitor.call('POST', '/api/video/process', { youtubeUrl: link })
    expect(await again()).toMatchObject({ status: 451, body: { code: 'link_blocked' } })
    expect((await admin.at(other).call('DELETE', `/api/admin/blocklist/${body.id}`)).status).toBe(204)
    expect((await again()).status).toBe(200)
  })

  it('applies to users: a suspended one is signed out of the other at once, and their cut ends', async () => {
    const [one, other] = urls()
    const anna = new AccountHolder(other)
    const { user } = (await anna.signUp()).body
    await stalled(anna, '/stall-before-head.mp4')
    const { status, body } = await (await room.admin(one)).call<User>('PUT', `/api/admin/users/${user.id}`, {
      isActive: false,
    })
    expect([status, body.isActive]).toEqual([200, false])
    expect((await anna.whoAmI()).status).toBe(401)
    expect(await anna.signIn()).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    await nobodyReads()
  })

  it('applies to payments: settings from one work on the other, and a worker finishes the payment of a dead web process', async () => {
    const [, other] = urls()
    const [paying, leftAlone] = [new Buyer(other), new Buyer(other)]
    for (const buyer of [paying, leftAlone]) await buyer.signUp()
    expect(await paying.order('pro-monthly')).toMatchObject({ status: 501, body: { code: 'not_set_up' } })
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = paypal.environment
    await save({
      paypalClientId: PAYPAL_CLIENT_ID,
      paypalClientSecret: PAYPAL_CLIENT_SECRET,
      paypalEnvironment: 'sandbox',
      paypalWebhookId: PAYPAL_WEBHOOK_ID,
    })
    const orderId = await paying.buy('pro-monthly', paypal)
    expect((await paying.plan()).subscription).toBe('pro-monthly')
    // A notice to the one applies on the other.
    paypal.subscribe(`${urls()[0]}/paypal/webhook`)
    paypal.refund(paypal.order(orderId).captures[0]?.id ?? '')
    expect(await paypal.delivered()).toEqual([200])
    paypal.unsubscribe()
    expect((await paying.plan()).subscription).toBe('free')

    const open = await leftAlone.approveOrder('pro-yearly', paypal)
    paypal.next('captureOrder', { does: 'ignore' })
    const capturing = leftAlone.capture(open).catch(() => null)
    await expect.poll(() => paypal.times('captureOrder')).toBe(2)
    await room.webs.pop()?.kill()
    expect(await capturing).toBeNull()
    // Not at the next round of the worker that runs, which may be minutes away.
    await room.addWorker(towards())
    const there = (await room.addWeb(towards())).url
    await expect
      .poll(async () => (await leftAlone.at(there).call('GET', '/api/user/subscription')).body)
      .toMatchObject({ subscription: 'pro-yearly' })
    expect(paypal.order(open).captures).toHaveLength(1)
  })

  it('applies to background work: each process maintains a yt-dlp once YouTube is switched on by one', async () => {
    const own = await openWayOut()
    try {
      await room.addWeb({ ...towards(), OUTBOUND_PROXY: `http://127.0.0.1:${own.port}` })
      expect(own.asked).toEqual([])
      await save({ sources: ['media', 'youtube'] })
      await expect.poll(() => own.asked).toContain('CONNECT github.com:443')
    } finally {
      await own.close()
    }
  })
})

async function openWayOut(): Promise<WayOut> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(`${request.method} ${request.url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  return { ...(await listenOnLoopback(server)), asked }
}
