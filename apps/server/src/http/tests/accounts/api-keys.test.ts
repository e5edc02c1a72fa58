import { PassThrough } from 'node:stream'
import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import type { Endpoint, Method } from '@kerf/contract/protocol/endpoint'
import { isAllowedForKeys } from '@kerf/contract/protocol/for-keys'
import { MAX_API_KEYS } from '@kerf/domain/access/api-key'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../config/log/create-log.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { writeClaim } from '../../../use-cases/email/mailed-claim.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { PASSWORD } from '../../../use-cases/testing/people.ts'
import { clientAfter, openTestServer, signedInClient } from '../../testing/open-app.ts'

let log = ''
const lines = new PassThrough().on('data', (chunk: Buffer) => {
  log += chunk.toString('utf8')
})
const logger = createLog({ level: 'debug', role: 'web' }, lines)
const { backend, people, server } = await openTestServer({ rateLimits: false, logger, log: logger })

async function callWithKey(method: Method, url: string, authorization: string, payload?: object, cookie?: string) {
  const headers = { authorization, ...(cookie && { cookie }) }
  const answer = await server.app.inject({
    method,
    url,
    headers,
    remoteAddress: '127.0.0.1',
    ...(payload && { payload }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
}

/** Creates a person with an API key. */
async function createPerson(change: { role?: 'admin' } = {}) {
  const person = await people.signUp(change)
  const client = signedInClient(person)
  const answer = await server.call('POST', '/api/user/keys', client, { name: 'laptop' })
  expect(answer.status).toBe(200)
  const { id, key } = answer.body
  const callByKey = (method: Method, url: string, payload?: object) =>
    callWithKey(method, url, `Bearer ${key}`, payload)
  return { person, client, accountId: person.session.account.id, id, key, callByKey }
}

const requestOf = (options: object = {}) => ({
  url: `https://youtu.be/${Math.random().toString(36).slice(2, 13).padEnd(11, 'x')}`,
  ranges: [{ startTime: 0, endTime: 10 }],
  ...options,
})

async function cutDownload(id: string, accountId: string): Promise<void> {
  const download = await backend.database.records.downloads.find(id, accountId)
  await runCutJob(backend, { clipId: download!.clipId, signal: new AbortController().signal })
}

describe('a program with a key', () => {
  it('gets a clip in two calls, as its owner, who sees it in the browser', async () => {
    const anna = await createPerson()
    const request = await anna.callByKey('POST', '/api/download', requestOf())
    expect(request).toMatchObject({ status: 202, body: { status: 'processing', quality: '360p', format: 'mp4' } })
    const file = anna.callByKey('GET', `/api/download/${request.body.id}/file?wait=50`)
    await cutDownload(request.body.id, anna.accountId)
    expect(await file).toMatchObject({ status: 200, body: 'clip' })
    const ownDownloads = await server.call('GET', '/api/user/downloads', anna.client)
    expect(ownDownloads.body.downloads).toMatchObject([{ id: request.body.id, status: 'completed' }])
    expect((await anna.callByKey('GET', '/api/user/quota')).body.quota.dailyDownloads).toBe(1)
    expect((await anna.callByKey('GET', '/api/user/profile')).body.id).toBe(anna.accountId)
  })

  it('gets a refusal for an unknown format or quality', async () => {
    const anna = await createPerson()
    for (const options of [{ format: 'exe' }, { format: '' }, { quality: '999p' }])
      expect(await anna.callByKey('POST', '/api/download', requestOf(options))).toMatchObject({
        status: 400,
        body: { code: expect.stringMatching(/^(invalid_request|unknown_quality)$/) },
      })
  })

  it('has the plan and the limits of its owner', async () => {
    const anna = await createPerson()
    const requestOfTwoRanges = requestOf({
      ranges: [0, 20].map((startTime) => ({ startTime, endTime: startTime + 10 })),
    })
    expect((await anna.callByKey('POST', '/api/download', requestOfTwoRanges)).body.code).toBe('pro_feature')
    await grantPlan(backend, anna.accountId, 'lifetime')
    expect((await anna.callByKey('POST', '/api/download', requestOfTwoRanges)).status).toBe(202)
    const ben = await createPerson()
    for (let count = 0; count < 3; count += 1)
      expect((await ben.callByKey('POST', '/api/download', requestOf())).status).toBe(202)
    const lastRequests = await Promise.all(
      Array.from({ length: 4 }, () => ben.callByKey('POST', '/api/download', requestOf())),
    )
    expect(lastRequests.map(({ status }) => status)).toContain(429)
  })

  it('waits no longer than it requests for an unfinished clip, and gets `not_ready`', async () => {
    const anna = await createPerson()
    const { body } = await anna.callByKey('POST', '/api/download', requestOf())
    expect((await anna.callByKey('GET', `/api/download/${body.id}/file?wait=0.1`)).body.code).toBe('not_ready')
    expect((await anna.callByKey('GET', `/api/download/${body.id}/file?wait=3600`)).status).toBe(400)
    expect((await anna.callByKey('GET', `/api/download/${'x'.repeat(22)}/file?wait=50`)).status).toBe(404)
  })
})

describe('a program that waits for one clip many times', () => {
  it('waits in four calls at most, and these do not count as open calls', async () => {
    const anna = await createPerson()
    const { body } = await anna.callByKey('POST', '/api/download', requestOf())
    const file = () => anna.callByKey('GET', `/api/download/${body.id}/file?wait=50`)
    const calls = Array.from({ length: 6 }, file)
    for (const pendingAnswer of [Promise.race(calls), file()])
      expect(await pendingAnswer).toMatchObject({ status: 409, body: { code: 'not_ready' } })
    await cutDownload(body.id, anna.accountId)
    expect((await Promise.all(calls)).filter(({ status }) => status === 200)).toHaveLength(4)
  })
})

describe('a stolen key', () => {
  const calls = ALL_ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
  const triedPath = (endpoint: Endpoint) => endpoint.path.replace(/\{\w+\}/g, 'x'.repeat(22))

  it('can cut and read, and make no other call, even as an admin', async () => {
    const admin = await createPerson({ role: 'admin' })
    const openCalls: string[] = []
    for (const [name, endpoint] of calls) {
      // PayPal's webhook call identifies no caller.
      if (name === 'POST /paypal/webhook') continue
      const { status, body } = await admin.callByKey(
        endpoint.method,
        triedPath(endpoint),
        endpoint.method === 'GET' ? undefined : {},
      )
      const isRefused = status === 403 && body.code === 'not_by_key'
      expect(isRefused, name).toBe(!isAllowedForKeys(endpoint))
      if (!isRefused) openCalls.push(name)
    }
    expect(openCalls.filter((name) => /admin|auth|password|keys|webhooks|second|paypal|export/.test(name))).toEqual([])
    expect(openCalls).toContain('POST /api/video/{id}/download')
  })

  it.each(['revoked', 'owned by a suspended person', 'owned by a deleted person', 'older than an account recovery'])(
    'is useless once it is %s',
    async (changeName) => {
      const anna = await createPerson()
      const { body: download } = await anna.callByKey('POST', '/api/download', requestOf())
      const file = anna.callByKey('GET', `/api/download/${download.id}/file?wait=50`)
      if (changeName === 'revoked')
        expect((await server.call('DELETE', `/api/user/keys/${anna.id}`, anna.client)).status).toBe(204)
      if (changeName === 'owned by a suspended person')
        await backend.database.records.accounts.update(anna.accountId, { isActive: false })
      if (changeName === 'owned by a deleted person')
        expect((await server.call('DELETE', '/api/user', anna.client, { password: PASSWORD })).status).toBe(204)
      if (changeName === 'older than an account recovery') {
        const { account } = anna.person.session
        const token = await people.accounts.createToken('reset-password', writeClaim(account), 3600)
        const reset = await server.call('POST', '/api/auth/reset-password', {}, { token, password: 'another strip' })
        expect(reset.status).toBe(200)
      }
      const refusal =
        changeName === 'owned by a suspended person'
          ? { status: 403, body: { code: 'account_suspended' } }
          : { status: 401, body: { code: 'not_signed_in' } }
      // The file that the key was waiting for is refused, too.
      expect(await file).toMatchObject(refusal)
      for (const _ of [1, 2]) expect(await anna.callByKey('GET', `/api/download/${download.id}`)).toMatchObject(refusal)
    },
    // The test must end before the wait for the file does.
    40_000,
  )

  it('appears in no log, table, export or answer but the first', async () => {
    const anna = await createPerson()
    await anna.callByKey('GET', '/api/user/profile')
    await anna.callByKey('GET', '/api/admin/users')
    await anna.callByKey('GET', `/api/download/nothing?key=${anna.key}`)
    const secret = anna.key.slice(10)
    expect(await people.everythingStored()).not.toContain(secret)
    const exportedJson = JSON.stringify((await server.call('GET', '/api/user/export', anna.client)).body)
    expect(exportedJson).toContain('laptop')
    expect(exportedJson).not.toContain(secret)
    const { keys } = (await server.call('GET', '/api/user/keys', anna.client)).body
    expect(keys).toMatchObject([
      { id: anna.id, name: 'laptop', start: anna.key.slice(0, 9), lastUsedAt: expect.any(String) },
    ])
    expect(JSON.stringify(keys)).not.toContain(secret)
    expect(log).not.toContain(secret)
  })
})

describe('a stolen session', () => {
  const KEY = { name: 'theirs' }
  const HOOK = { url: 'https://hooks.example/theirs', events: ['download.completed'] }
  const addKeyAndWebhook = (client: ReturnType<typeof signedInClient>, extraFields: object = {}) =>
    Promise.all([
      server.call('POST', '/api/user/keys', client, { ...KEY, ...extraFields }),
      server.call('POST', '/api/user/webhooks', client, { ...HOOK, ...extraFields }),
    ])

  it('creates no key and no webhook without the password, ten minutes after the sign-in', async () => {
    const person = await people.signUp({ emailVerified: true })
    const client = signedInClient(person)
    for (const { status } of await addKeyAndWebhook(client)) expect(status).toBe(200)
    const { createdAt } = person.session
    backend.clock.pass((createdAt.getTime() - backend.clock.now().getTime()) / 1000 + 600)
    for (const options of [{}, { password: 'a guess' }])
      for (const refusal of await addKeyAndWebhook(client, options))
        expect(refusal).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    for (const { status } of await addKeyAndWebhook(client, { password: PASSWORD })) expect(status).toBe(200)
    const accesses = (await people.ordersAbout(person)).map((order) => 'access' in order && order.access)
    const expectedAccesses = [
      { kind: 'key', name: 'theirs' },
      { kind: 'webhook', name: 'hooks.example' },
    ]
    expect(accesses).toHaveLength(4)
    expect(accesses).toEqual(expect.arrayContaining([...expectedAccesses]))
  })

  it.each([
    ['a new password', 'POST', '/api/user/password', { currentPassword: PASSWORD, newPassword: 'another strip' }],
    ['a new email', 'POST', '/api/user/email', { password: PASSWORD, email: 'new@example.org' }],
    ['the end of other sessions', 'POST', '/api/user/sessions/end-others', undefined],
  ] as const)(
    'leaves no key and no webhook behind %s, unless their owner keeps them',
    async (_, method, path, body) => {
      const anna = await createPerson()
      expect((await server.call('POST', '/api/user/webhooks', anna.client, HOOK)).status).toBe(200)
      const bodyKeepingKeys = { ...body, revokeKeys: false }
      const firstAnswer = await server.call(method, path, anna.client, bodyKeepingKeys)
      expect(firstAnswer.status).toBe(200)
      expect((await anna.callByKey('GET', '/api/user/profile')).status).toBe(200)
      const secondBody = 'newPassword' in bodyKeepingKeys ? { ...body, currentPassword: 'another strip' } : body
      const client = clientAfter(firstAnswer, anna.client)
      const secondAnswer = await server.call(method, path, client, secondBody)
      expect(secondAnswer.status).toBe(200)
      expect((await anna.callByKey('GET', '/api/user/profile')).status).toBe(401)
      const { webhooks } = (await server.call('GET', '/api/user/webhooks', clientAfter(secondAnswer, client))).body
      expect(webhooks.filter(({ isOn }: { isOn: boolean }) => isOn)).toEqual([])
    },
  )
})

it('an invalid key is refused, never treated as a stranger, and accepted only in its header', async () => {
  const anna = await createPerson()
  for (const invalidKey of [
    '',
    'kerf_',
    'kerf_x',
    anna.key.slice(0, -1),
    `${anna.key}x`,
    `${anna.key.slice(0, -4)}AAAA`,
    `${anna.key} ${anna.key}`,
    'a'.repeat(5000),
  ]) {
    const answer = await callWithKey('GET', '/api/user/quota', `Bearer ${invalidKey}`)
    expect(answer, invalidKey.slice(0, 60)).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in', specific: true },
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  expect((await callWithKey('GET', '/api/user/profile', `bearer   ${anna.key}`)).status).toBe(200)
  expect(
    (
      await callWithKey(
        'GET',
        `/api/user/profile?key=${anna.key}`,
        'Basic YW5uYTpodXNo',
        undefined,
        `kerf_session=${anna.key}`,
      )
    ).status,
  ).toBe(401)
  expect(
    (await callWithKey('GET', '/api/user/profile', 'Basic YW5uYTpodXNo', undefined, anna.client.cookie)).status,
  ).toBe(200)
})

it('there are ten keys at most, even if created at once, with names of one to sixty characters', async () => {
  const anna = await createPerson()
  const createKey = (name: string) => server.call('POST', '/api/user/keys', anna.client, { name })
  const statuses = (await Promise.all(Array.from({ length: 14 }, (_, index) => createKey(`key ${index}`)))).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_API_KEYS - 1)
  const mallory = await createPerson()
  expect((await server.call('DELETE', `/api/user/keys/${anna.id}`, mallory.client)).status).toBe(404)
  await server.call('DELETE', `/api/user/keys/${anna.id}`, anna.client)
  for (const name of ['', '   ', 'x'.repeat(61)]) expect((await createKey(name)).status).toBe(400)
  expect((await createKey('x'.repeat(60))).status).toBe(200)
})
