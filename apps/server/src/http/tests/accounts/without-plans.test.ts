import * as payment from '@kerf/contract/payment'
import { describe, expect, it } from 'vitest'
import { requestedDownload } from '../../../use-cases/testing/downloads.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { openApp, openAppBench, SANDBOX, videoInEveryQuality, visitorOf } from '../../testing/open-app.ts'

/** A server with PLANS=off. */
const { bench, people, server } = await openAppBench({ hasPlans: false })
const withPlans = await openApp(bench, people)

const requestOf = (quality: string) => ({ quality, ranges: [{ startTime: 0, endTime: 2 }] })

describe('where there are no plans', () => {
  it('strangers and people with an account have every quality, several ranges and batches, as often as they like', async () => {
    const { viewer, visitor } = await server.stranger()
    const person = await people.signUp()
    for (const [who, asks] of [
      [{ ...viewer, kind: 'anonymous' as const }, visitor],
      [person.viewer, visitorOf(person)],
    ] as const) {
      const video = await videoInEveryQuality(bench, who)
      const described = (await server.call('GET', `/api/video/${video.id}`, asks)).body
      const best = described.options.find(({ quality }: { quality: string }) => quality === '2160p')
      expect(best).toMatchObject({ access: 'allowed', isPro: false })
      const download = `/api/video/${video.id}/download`
      expect(await server.call('POST', download, asks, requestOf('1080p'))).toMatchObject({ status: 202 })
      const ranges = [
        { startTime: 0, endTime: 2 },
        { startTime: 4, endTime: 6 },
      ]
      expect(await server.call('POST', download, asks, { quality: '720p', ranges })).toMatchObject({ status: 202 })
      const items = [{ videoId: video.id, ...requestOf('480p').ranges[0], quality: '480p' }]
      expect(await server.call('POST', '/api/batch', asks, { items })).toMatchObject({ status: 202 })
      expect((await server.call('GET', '/api/user/quota', asks)).body).toMatchObject({
        viewer: 'lifetime',
        limits: { dailyLimit: null, monthlyLimit: null },
      })
      // The same person asks a server with plans.
      expect(await withPlans.call('POST', download, asks, requestOf('2160p'))).toMatchObject({ status: 403 })
    }
    expect((await server.call('GET', '/api/user/quota', {})).body.limits.dailyLimit).toBeNull()
  })

  it('strangers still wait in line by their address, so that cookies buy nobody a better place', async () => {
    const { viewer } = await server.stranger('8.8.4.4')
    expect(server.deps.addressQuotaKey(viewer, '8.8.4.4')).toMatch(/./)
    const { viewer: other } = await server.stranger('8.8.4.4')
    expect(server.deps.addressQuotaKey(other, '8.8.4.4')).toBe(server.deps.addressQuotaKey(viewer, '8.8.4.4'))
  })

  it('no call knows of prices, payments or subscriptions, even if PayPal is set up in the panel', async () => {
    const sandbox = await openApp(bench, people, { hasPlans: false, paymentPresets: SANDBOX })
    const admin = visitorOf(await people.signUp({ role: 'admin' }))
    const calls = [
      ['GET', '/api/plans'],
      ['GET', '/api/user/subscription'],
      ['GET', '/api/user/payments'],
      ['GET', '/api/admin/subscriptions'],
      ...Object.values(payment)
        .filter((call) => typeof call === 'object' && 'path' in call)
        .map((call) => [call.method, call.path.replace('{id}', 'ORDER1')]),
    ] as ['GET' | 'POST', string][]
    for (const [method, path] of calls) {
      const answer = await sandbox.call(method, path, admin, method === 'POST' ? {} : undefined)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
    const page = await sandbox.app.inject({ url: '/' })
    expect(page.headers['content-security-policy']).not.toContain('paypal')
  })

  it('what people bought is untouched, and holds again once there are plans', async () => {
    const person = await people.signUp()
    await grantPlan(bench, person.session.account.id, 'pro-yearly')
    const ledgerBefore = await bench.database.records.ledger.listFor(person.session.account.id)
    const admin = visitorOf(await people.signUp({ role: 'admin' }))
    const path = `/api/admin/users/${person.session.account.id}`
    expect(await server.call('PUT', path, admin, { subscription: 'free' })).toMatchObject({
      status: 400,
      body: { error: 'There are no plans on this server.' },
    })
    await requestedDownload(bench, person.viewer)
    expect(await bench.database.records.ledger.listFor(person.session.account.id)).toEqual(ledgerBefore)
    expect((await withPlans.call('GET', '/api/user/subscription', visitorOf(person))).body.subscription).toBe(
      'pro-yearly',
    )
  })

  it('the health of payments is off, and says why', async () => {
    const admin = visitorOf(await people.signUp({ role: 'admin' }))
    const { body } = await server.call('GET', '/api/admin/health', admin)
    expect(body.checks.payments).toMatchObject({ state: 'off', message: expect.stringContaining('PLANS=off') })
  })
})
