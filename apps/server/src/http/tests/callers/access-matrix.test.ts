import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import { describe, expect, it } from 'vitest'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { createModelProvider } from '../../../use-cases/testing/model-provider.ts'
import { openTestServer, SANDBOX_SETTINGS, signedInClient, type TestClient } from '../../testing/open-app.ts'

/**
 * All kinds of callers, with their state for the server. A suspended or deleted person counts as nobody, in spite of
 * old cookies.
 */
const CALLERS = {
  stranger: 'nobody',
  'client with a cookie': 'nobody',
  free: 'user',
  pro: 'paying',
  lifetime: 'paying',
  admin: 'admin',
  'admin without the second factor that is asked for': 'half an admin',
  'suspended user': 'nobody',
  'suspended admin': 'nobody',
  'deleted user': 'nobody',
} as const
type Caller = keyof typeof CALLERS
type State = (typeof CALLERS)[Caller]
const CALLER_NAMES = Object.keys(CALLERS) as Caller[]

/** Refusal of each state before the input of a call is read; null: the input is read. */
type Rule = Readonly<Record<State, string | null>>
const ANYBODY: Rule = { nobody: null, user: null, paying: null, admin: null, 'half an admin': null }
const SIGNED_IN: Rule = { ...ANYBODY, nobody: '401 not_signed_in' }
const PRO_FEATURE: Rule = { ...ANYBODY, nobody: '403 pro_feature', user: '403 pro_feature' }
const ADMINS: Rule = {
  nobody: '401 not_signed_in',
  user: '403 needs_admin',
  paying: '403 needs_admin',
  admin: null,
  'half an admin': '403 needs_second_factor',
}

/** Rules of all calls that are not for admins only. A call without a rule fails the test. */
const RULES: Readonly<Record<string, Rule>> = {
  'POST /api/video/process': ANYBODY,
  'GET /api/video/{id}': ANYBODY,
  'PUT /api/video/{id}/trim': ANYBODY,
  'GET /api/video/{id}/thumbnail': ANYBODY,
  'GET /api/video/{id}/filmstrip/{sheet}': ANYBODY,
  'GET /api/video/{id}/waveform': ANYBODY,
  'GET /api/video/{id}/transcript': ANYBODY,
  'GET /api/video/{id}/marks': ANYBODY,
  'GET /api/video/{id}/sizes': ANYBODY,
  'GET /api/video/{id}/size': ANYBODY,
  'GET /api/video/{id}/gop': ANYBODY,
  'GET /api/video/{id}/frame': ANYBODY,
  'GET /api/video/{id}/edges': ANYBODY,
  'GET /api/video/{id}/preview': ANYBODY,
  'GET /api/video/{id}/preview/{part}': ANYBODY,
  'POST /api/video/{id}/download': ANYBODY,
  'GET /api/video/{id}/downloads': ANYBODY,
  'GET /api/download': ANYBODY,
  'POST /api/download': ANYBODY,
  'GET /api/download/{id}': ANYBODY,
  'GET /api/download/{id}/file': ANYBODY,
  'GET /api/download/{id}/subtitles': ANYBODY,
  'GET /api/download/{id}/zip': ANYBODY,
  'POST /api/download/{id}/cancel': ANYBODY,
  'DELETE /api/download/{id}': ANYBODY,
  'POST /api/download/{id}/share': ANYBODY,
  'GET /api/download/{id}/share': ANYBODY,
  'DELETE /api/download/{id}/share': ANYBODY,
  'GET /clip': ANYBODY,
  'POST /api/batch': PRO_FEATURE,
  'POST /api/batch/playlist': PRO_FEATURE,
  'GET /api/batch/{id}': ANYBODY,
  'GET /api/batch/{id}/file': ANYBODY,
  'POST /api/batch/{id}/cancel': ANYBODY,
  'GET /api/auth/user': SIGNED_IN,
  'POST /api/auth/signin': ANYBODY,
  'POST /api/auth/oidc': ANYBODY,
  'POST /api/auth/oidc/callback': ANYBODY,
  'POST /api/auth/oidc/second-factor': ANYBODY,
  'POST /api/auth/signup': ANYBODY,
  'POST /api/auth/invitation': ANYBODY,
  'POST /api/auth/setup': ANYBODY,
  'POST /api/auth/signout': ANYBODY,
  'POST /api/auth/forgot-password': ANYBODY,
  'POST /api/auth/reset-password': ANYBODY,
  'POST /api/auth/verify-email': ANYBODY,
  'POST /api/auth/send-verification': SIGNED_IN,
  'GET /api/user/profile': SIGNED_IN,
  'PUT /api/user/profile': SIGNED_IN,
  'GET /api/user/subscription': SIGNED_IN,
  'POST /api/user/password': SIGNED_IN,
  'POST /api/user/email': SIGNED_IN,
  'GET /api/user/sessions': SIGNED_IN,
  'DELETE /api/user/sessions/{id}': SIGNED_IN,
  'POST /api/user/sessions/end-others': SIGNED_IN,
  'GET /api/user/keys': SIGNED_IN,
  'POST /api/user/keys': SIGNED_IN,
  'DELETE /api/user/keys/{id}': SIGNED_IN,
  'POST /api/user/keys/{id}/address': SIGNED_IN,
  'GET /api/user/webhooks': SIGNED_IN,
  'POST /api/user/webhooks': SIGNED_IN,
  'PUT /api/user/webhooks/{id}': SIGNED_IN,
  'DELETE /api/user/webhooks/{id}': SIGNED_IN,
  'POST /api/user/webhooks/{id}/rotate': SIGNED_IN,
  'POST /api/user/webhooks/{id}/test': SIGNED_IN,
  'GET /api/user/webhooks/{id}/deliveries': SIGNED_IN,
  'POST /api/user/webhooks/{id}/deliveries/{deliveryId}/send': SIGNED_IN,
  'POST /api/user/second-factor': SIGNED_IN,
  'POST /api/user/second-factor/confirm': SIGNED_IN,
  'POST /api/user/second-factor/backup-codes': SIGNED_IN,
  'DELETE /api/user/second-factor': SIGNED_IN,
  'GET /api/user/quota': ANYBODY,
  'GET /api/user/downloads': SIGNED_IN,
  'GET /api/user/export': SIGNED_IN,
  'GET /api/user/payments': SIGNED_IN,
  'DELETE /api/user': SIGNED_IN,
  'GET /api/plans': ANYBODY,
  'GET /paypal/setup': SIGNED_IN,
  'POST /paypal/order': SIGNED_IN,
  'POST /paypal/order/{id}/capture': SIGNED_IN,
  'POST /api/payment/success': SIGNED_IN,
  'POST /paypal/webhook': ANYBODY,
  'GET /api/contact': ANYBODY,
  'POST /api/contact': ANYBODY,
  'POST /api/newsletter': ANYBODY,
  'POST /api/newsletter/confirm': ANYBODY,
  'POST /api/newsletter/end': ANYBODY,
  'POST /api/dmca': ANYBODY,
  'GET /api/health': ANYBODY,
}

/**
 * Calls that are open to strangers on every server. A server that is not public refuses them all other calls, also
 * new ones.
 */
const ALWAYS_OPEN = new Set([
  'GET /clip',
  'GET /api/download',
  'GET /api/download/{id}/file',
  'GET /api/download/{id}/subtitles',
  'GET /api/download/{id}/zip',
  'DELETE /api/download/{id}',
  'GET /api/download/{id}/share',
  'DELETE /api/download/{id}/share',
  'GET /api/batch/{id}/file',
  'POST /api/auth/signin',
  'POST /api/auth/signup',
  'POST /api/auth/oidc',
  'POST /api/auth/oidc/callback',
  'POST /api/auth/oidc/second-factor',
  'POST /api/auth/invitation',
  'POST /api/auth/setup',
  'POST /api/auth/signout',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'POST /api/auth/verify-email',
  'GET /api/plans',
  'POST /paypal/webhook',
  'GET /api/contact',
  'POST /api/contact',
  'POST /api/newsletter',
  'POST /api/newsletter/confirm',
  'POST /api/newsletter/end',
  'POST /api/dmca',
  'GET /api/health',
])

/** A well-formed id that belongs to nothing. */
const UNKNOWN_ID = 'of-nobody-whom-we-know-of'

/** Valid bodies of calls that refuse callers only after the body is parsed. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/batch/playlist': { url: 'https://www.youtube.com/playlist?list=PLStandInList000000000000000000001' },
  'POST /api/batch': { items: [{ videoId: UNKNOWN_ID, quality: '360p', startTime: 0, endTime: 10 }] },
}

/** Codes of refusals because of the caller. */
const CALLER_REFUSALS = new Set([
  'not_signed_in',
  'needs_admin',
  'needs_second_factor',
  'pro_feature',
  'account_suspended',
  'accounts_only',
])

const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`
const findRule = (endpoint: Endpoint): Rule | undefined =>
  endpoint.path.startsWith('/api/admin/') ? ADMINS : RULES[endpointName(endpoint)]

const clients = new Map<Caller, TestClient>()
const provider = createModelProvider()
const { backend, people, server } = await openTestServer({
  rateLimits: false,
  paymentPresets: SANDBOX_SETTINGS,
  providerFor: () => provider,
})
const { accounts, settings } = backend.database.records
const signUp = async (caller: Caller, change: { role?: 'admin' } = {}) => {
  const person = await people.signUp(change)
  clients.set(caller, signedInClient(person))
  return person.session.account.id
}

clients.set('stranger', {})
clients.set('client with a cookie', (await server.createStranger()).client)
await signUp('free')
await grantPlan(backend, await signUp('pro'), 'pro-monthly')
await grantPlan(backend, await signUp('lifetime'), 'lifetime')
await accounts.update(await signUp('admin', { role: 'admin' }), { twoFactorEnabled: true })
await signUp('admin without the second factor that is asked for', { role: 'admin' })
const suspendedUsers = [await signUp('suspended user'), await signUp('suspended admin', { role: 'admin' })]
const deleted = await signUp('deleted user')
await settings.write({ requireSecondFactor: true })

const admin = clientFor('admin')
for (const id of suspendedUsers)
  expect(await server.call('PUT', `/api/admin/users/${id}`, admin, { isActive: false })).toMatchObject({
    status: 200,
  })
expect(await server.call('DELETE', `/api/admin/users/${deleted}`, admin)).toMatchObject({ status: 204 })
describe('access rules', () => {
  it('exist for every call, and for nothing else', () => {
    expect(ALL_ENDPOINTS.filter((endpoint) => !findRule(endpoint)).map(endpointName)).toEqual([])
    const names = new Set(ALL_ENDPOINTS.map(endpointName))
    expect(Object.keys(RULES).filter((name) => !names.has(name))).toEqual([])
  })

  it.each(CALLER_NAMES)('%s', async (caller) => {
    const expectedRefusals: Record<string, string | null> = {}
    const refusals: Record<string, string | null> = {}
    // Calls that end the session are last, because the caller has no session afterwards.
    for (const endpoint of ALL_ENDPOINTS.toSorted((a, b) => Number(endsSession(a)) - Number(endsSession(b)))) {
      const name = endpointName(endpoint)
      expectedRefusals[name] = findRule(endpoint)?.[CALLERS[caller]] ?? null
      refusals[name] = await callerRefusalOf(endpoint, caller)
    }
    expect(refusals).toEqual(expectedRefusals)
  })
})

describe.each(['accounts', 'closed'] as const)('on a server whose access is "%s"', (access) => {
  it.each(CALLER_NAMES)('%s', async (caller) => {
    // The sessions of the previous tests are signed out.
    const isNobody = CALLERS[caller] === 'nobody'
    const client = isNobody ? clientFor(caller) : signedInClient(await people.signUp())
    await settings.write({ access, requireSecondFactor: false })
    const refusedNames = new Set<string>()
    for (const endpoint of ALL_ENDPOINTS.toSorted((a, b) => Number(endsSession(a)) - Number(endsSession(b)))) {
      const { status, body } = await answerOf(endpoint, client)
      expect(status, endpointName(endpoint)).not.toBe(500)
      if (status === 401 && ['accounts_only', 'not_signed_in'].includes(body?.code))
        refusedNames.add(endpointName(endpoint))
    }
    await settings.write({ access: 'public' })
    const expectedNames = ALL_ENDPOINTS.map(endpointName).filter((name) => !ALWAYS_OPEN.has(name))
    expect([...refusedNames].toSorted()).toEqual(isNobody ? expectedNames.toSorted() : [])
  })
})

function answerOf(endpoint: Endpoint, client: TestClient) {
  const { method, path } = endpoint
  const payload = method === 'GET' ? undefined : (BODIES[endpointName(endpoint)] ?? {})
  return server.call(method, path.replace(/\{\w+\}/g, UNKNOWN_ID), client, payload)
}

async function callerRefusalOf(endpoint: Endpoint, caller: Caller): Promise<string | null> {
  const { status, body } = await answerOf(endpoint, clientFor(caller))
  // A failure of the server must not count as an admitted call.
  expect(status, `${endpointName(endpoint)} for ${caller}`).not.toBe(500)
  return CALLER_REFUSALS.has(body?.code) ? `${status} ${body.code}` : null
}

const endsSession = ({ path }: Endpoint) => path === '/api/auth/signout'

function clientFor(caller: Caller): TestClient {
  const client = clients.get(caller)
  if (!client) throw new Error(`There is no ${caller}.`)
  return client
}
