import * as payment from '@kerf/contract/payment'
import { afterEach, describe, expect, it } from 'vitest'
import { createSetupToken } from '../../../use-cases/admin/first-admin.ts'
import { createDownload } from '../../../use-cases/testing/downloads.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { PRESETS } from '../../../use-cases/testing/test-backend.ts'
import {
  createVideoInEveryQuality,
  type OpenAppOptions,
  openApp,
  openTestServer,
  SANDBOX_SETTINGS,
  signedInClient,
  type TestClient,
} from '../../testing/open-app.ts'

/** A server on which an admin has decided that nothing is sold, and one whose environment says that plans are. */
const { backend, people, server } = await openTestServer()
const withPlans = await openApp(backend, people, { presets: { ...PRESETS, plans: 'on' } })
const admin = signedInClient(await people.signUp({ role: 'admin' }))
const saveSettings = (settings: object) => server.call('PUT', '/api/admin/settings', admin, settings)
const NO_LIMITS = {
  strangerMaxQuality: '2160p',
  strangerDailyLimit: null,
  accountDailyLimit: null,
  longestClipMinutes: null,
}
await saveSettings({ plans: 'off' })
afterEach(() => saveSettings(NO_LIMITS))

const requestOf = (quality: string) => ({ quality, ranges: [{ startTime: 0, endTime: 2 }] })
const rangeFrom = (startTime: number) => ({ startTime, endTime: startTime + 2 })
const limitsOf = async (client: TestClient) => (await server.call('GET', '/api/user/quota', client)).body.limits

async function strangerWithVideo(address: string) {
  const { viewer, client } = await server.createStranger(address)
  return { client, video: await createVideoInEveryQuality(backend, { ...viewer, kind: 'anonymous' }) }
}

describe('if nothing is sold,', () => {
  it('everybody has every quality, several ranges and batches, without limits', async () => {
    const { viewer, client } = await server.createStranger()
    const person = await people.signUp()
    for (const [callerName, asks] of [
      [{ ...viewer, kind: 'anonymous' as const }, client],
      [person.viewer, signedInClient(person)],
    ] as const) {
      const video = await createVideoInEveryQuality(backend, callerName)
      const describedVideo = (await server.call('GET', `/api/video/${video.id}`, asks)).body
      const bestOption = describedVideo.options.find(({ quality }: { quality: string }) => quality === '2160p')
      expect(bestOption).toMatchObject({ access: 'allowed', isPro: false })
      const download = `/api/video/${video.id}/download`
      expect(await server.call('POST', download, asks, requestOf('1080p'))).toMatchObject({ status: 202 })
      const ranges = [rangeFrom(0), rangeFrom(4)]
      expect(await server.call('POST', download, asks, { quality: '720p', ranges })).toMatchObject({ status: 202 })
      const items = [{ videoId: video.id, ...rangeFrom(0), quality: '480p' }]
      expect(await server.call('POST', '/api/batch', asks, { items })).toMatchObject({ status: 202 })
      expect((await server.call('GET', '/api/user/quota', asks)).body).toMatchObject({
        viewer: 'lifetime',
        limits: { dailyLimit: null, monthlyLimit: null, longestClipSeconds: null },
      })
      // The same person sends the request to a server with plans.
      expect(await withPlans.call('POST', download, asks, requestOf('2160p'))).toMatchObject({ status: 403 })
    }
    expect((await server.call('GET', '/api/user/quota', {})).body.limits.dailyLimit).toBeNull()
  })

  it('strangers still queue by IP address, so more cookies give no better place', async () => {
    const { viewer } = await server.createStranger('8.8.4.4')
    expect(server.deps.ipAddressQuotaKey(viewer, '8.8.4.4')).toMatch(/./)
    const { viewer: otherViewer } = await server.createStranger('8.8.4.4')
    expect(server.deps.ipAddressQuotaKey(otherViewer, '8.8.4.4')).toBe(server.deps.ipAddressQuotaKey(viewer, '8.8.4.4'))
  })

  it('a stranger with an old cookie stays outside of a server for accounts', async () => {
    const { client, video } = await strangerWithVideo('8.8.4.5')
    await saveSettings({ access: 'accounts' })
    const answer = await server.call('GET', `/api/video/${video.id}`, client)
    await saveSettings({ access: 'public' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'accounts_only' } })
  })

  it('no call sells anything or names a price, even if PayPal is set up in the panel', async () => {
    const serverWithPaypal = await openApp(backend, people, { paymentPresets: SANDBOX_SETTINGS })
    const calls = [
      ['GET', '/api/plans'],
      ['GET', '/api/admin/subscriptions'],
      ...[payment.readPaymentSetup, payment.createPaymentOrder].map((call) => [call.method, call.path]),
    ] as ['GET' | 'POST', string][]
    for (const [method, path] of calls) {
      const answer = await serverWithPaypal.call(method, path, admin, method === 'POST' ? {} : undefined)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
    const page = await serverWithPaypal.app.inject({ url: '/' })
    expect(page.headers['content-security-policy']).not.toContain('paypal')
    const documentOf = async ({ call }: typeof server) => (await call('GET', '/api/openapi.json', {})).body
    expect(Object.keys((await documentOf(serverWithPaypal)).paths)).not.toContain('/api/plans')
    expect(Object.keys((await documentOf(withPlans)).paths)).toContain('/api/plans')
  })

  it('earlier purchases are untouched, and count again once there are plans', async () => {
    const person = await people.signUp()
    await grantPlan(backend, person.session.account.id, 'pro-yearly')
    const ledgerBefore = await backend.database.records.ledger.listFor(person.session.account.id)
    const path = `/api/admin/users/${person.session.account.id}`
    expect(await server.call('PUT', path, admin, { subscription: 'free' })).toMatchObject({
      status: 400,
      body: { error: 'There are no plans on this server.' },
    })
    await createDownload(backend, person.viewer)
    expect(await backend.database.records.ledger.listFor(person.session.account.id)).toEqual(ledgerBefore)
    for (const { call } of [server, withPlans])
      expect((await call('GET', '/api/user/subscription', signedInClient(person))).body.subscription).toBe('pro-yearly')
  })

  it('the health of payments is off, and says why', async () => {
    const { body } = await server.call('GET', '/api/admin/health', admin)
    expect(body.checks.payments).toMatchObject({ state: 'off', message: 'Nothing is sold on this server.' })
  })
})

describe('the limits of an operator who sells nothing', () => {
  it('apply to strangers and accounts, not to admins and people who have paid', async () => {
    await saveSettings({ strangerDailyLimit: 2, accountDailyLimit: 20, longestClipMinutes: 10 })
    const payer = await people.signUp()
    await grantPlan(backend, payer.session.account.id, 'pro-yearly')
    const noLimits = { dailyLimit: null, monthlyLimit: null, longestClipSeconds: null }
    expect(await limitsOf({})).toEqual({ ...noLimits, dailyLimit: 2, longestClipSeconds: 600 })
    const account = await people.signUp()
    expect(await limitsOf(signedInClient(account))).toEqual({ ...noLimits, dailyLimit: 20, longestClipSeconds: 600 })
    for (const client of [admin, signedInClient(payer)]) expect(await limitsOf(client)).toEqual(noLimits)
  })

  it('count each clip of a batch, and count strangers by IP address', async () => {
    await saveSettings({ strangerDailyLimit: 3 })
    const { client, video } = await strangerWithVideo('8.8.4.6')
    const itemsFrom = (times: number[]) => ({
      items: times.map((time) => ({ videoId: video.id, ...rangeFrom(time), quality: '480p' })),
    })
    expect(await server.call('POST', '/api/batch', client, itemsFrom([0, 2, 4, 6]))).toMatchObject({
      status: 429,
      body: { code: 'daily_limit' },
    })
    expect(await server.call('POST', '/api/batch', client, itemsFrom([0, 2]))).toMatchObject({ status: 202 })
    const otherStranger = await strangerWithVideo('8.8.4.6')
    const download = `/api/video/${otherStranger.video.id}/download`
    expect(await server.call('POST', download, otherStranger.client, requestOf('360p'))).toMatchObject({ status: 202 })
    const furtherRequest = { quality: '360p', ranges: [rangeFrom(4)] }
    expect(await server.call('POST', download, otherStranger.client, furtherRequest)).toMatchObject({
      status: 429,
      body: { code: 'daily_limit' },
    })
  })

  it('name the quality that needs an account instead of a plan', async () => {
    await saveSettings({ strangerMaxQuality: '480p' })
    const { client, video } = await strangerWithVideo('8.8.4.7')
    const { options } = (await server.call('GET', `/api/video/${video.id}`, client)).body
    expect(
      Object.fromEntries(options.map((option: Record<string, unknown>) => [option.quality, option.access])),
    ).toEqual({
      '2160p': 'sign_up',
      '1080p': 'sign_up',
      '720p': 'sign_up',
      '480p': 'allowed',
      '360p': 'allowed',
      audio: 'allowed',
    })
    expect(await server.call('POST', `/api/video/${video.id}/download`, client, requestOf('720p'))).toMatchObject({
      status: 403,
      body: { code: 'needs_account', error: 'This quality needs an account on this server. Please sign in.' },
    })
    const items = [{ videoId: video.id, ...rangeFrom(0), quality: '720p' }]
    expect(await server.call('POST', '/api/batch', client, { items })).toMatchObject({
      status: 403,
      body: { code: 'needs_account', details: 'item 1' },
    })
  })

  it('limit the length of a clip, with all its ranges', async () => {
    await saveSettings({ longestClipMinutes: 1 })
    const { client, video } = await strangerWithVideo('8.8.4.8')
    const request = (...endTimes: number[]) => ({
      quality: '360p',
      ranges: endTimes.map((endTime) => ({ startTime: 0, endTime })),
    })
    const path = `/api/video/${video.id}/download`
    expect(await server.call('POST', path, client, request(60))).toMatchObject({ status: 202 })
    for (const longRequest of [request(60.5), request(40, 21)])
      expect(await server.call('POST', path, client, longRequest)).toMatchObject({
        status: 403,
        body: {
          code: 'clip_too_long',
          error: 'Clips on this server can be up to 1 minute long. Please choose a shorter range.',
        },
      })
  })
})

describe('the sale of plans', () => {
  /** Saved choice after somebody has become the admin of another server by its setup link. */
  async function plansAfterSetup(change: OpenAppOptions = {}, { withAccounts = false } = {}) {
    const otherServer = await openTestServer(change)
    if (withAccounts) await otherServer.people.signUp()
    const token = await createSetupToken(otherServer.server.deps, 'one')
    const person = { name: 'Operator', email: 'operator@example.org', password: 'a strip of film', token }
    expect((await otherServer.server.call('POST', '/api/auth/setup', {}, person)).status).toBe(200)
    return (await otherServer.backend.database.records.settings.read()).plans
  }

  it('is off on a new server until its first admin turns it on', async () => {
    expect(await plansAfterSetup()).toBe('off')
  })

  it('is not set by the setup link if the environment decides it or accounts exist', async () => {
    expect(await plansAfterSetup({ presets: { ...PRESETS, plans: 'on' } })).toBeUndefined()
    expect(await plansAfterSetup({ paymentPresets: SANDBOX_SETTINGS })).toBeUndefined()
    expect(await plansAfterSetup({}, { withAccounts: true })).toBeUndefined()
  })

  it("follows an admin's change at once, which is in the audit log", async () => {
    expect((await saveSettings({ plans: 'on' })).body).toMatchObject({ plans: 'on' })
    expect(await server.call('GET', '/api/plans', {})).toMatchObject({ status: 200 })
    const { rows } = await backend.database.records.audit.list({}, { offset: 0, limit: 1 })
    expect(rows[0]).toMatchObject({ action: 'settings_changed', details: 'Plans: off, now on' })
    await saveSettings({ plans: 'off' })
    expect(await server.call('GET', '/api/plans', {})).toMatchObject({ status: 404 })
  })

  it('follows PLANS over the saved setting, and the panel says so', async () => {
    const { body } = await withPlans.call('GET', '/api/admin/settings', admin)
    expect(body).toMatchObject({ plans: 'on', fromEnvironment: { plans: 'on' } })
    expect(await withPlans.call('PUT', '/api/admin/settings', admin, { plans: 'off' })).toMatchObject({
      status: 400,
      body: { error: 'PLANS=on of the environment decides what is sold. Remove it there first.' },
    })
    expect(await withPlans.call('PUT', '/api/admin/settings', admin, { plans: 'on' })).toMatchObject({ status: 200 })
    expect((await server.call('GET', '/api/admin/settings', admin)).body.plans).toBe('off')
  })
})
