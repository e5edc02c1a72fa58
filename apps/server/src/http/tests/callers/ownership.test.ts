import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../use-cases/shared/new-id.ts'
import { createDownload, createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { createModelProvider } from '../../../use-cases/testing/model-provider.ts'
import { openTestServer, SANDBOX_SETTINGS, signedInClient, type TestClient } from '../../testing/open-app.ts'

/** Kind of the object of a call, by the beginning of its path. A call with an id but without a kind fails the test. */
const OBJECT_KINDS = {
  '/api/video/': 'video',
  '/api/download/': 'download',
  '/api/batch/': 'batch',
  '/api/user/sessions/': 'session',
  '/api/user/webhooks/': 'webhook',
  '/api/user/keys/': 'key',
  '/paypal/order/': 'order',
} as const
type Kind = (typeof OBJECT_KINDS)[keyof typeof OBJECT_KINDS]

/** Valid bodies of calls that look for their object only after the body is parsed. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/user/keys/{id}/address': { url: 'https://youtu.be/jNQXAC9IVRw', hours: 1 },
  'PUT /api/video/{id}/trim': { startTime: 1, endTime: 9 },
  'POST /api/video/{id}/download': { quality: '360p' },
  'PUT /api/user/webhooks/{id}': { isOn: false },
}

const QUERIES: Readonly<Record<string, string>> = {
  'GET /api/video/{id}/size': '?quality=360p&format=gif&startTime=1&endTime=9',
  'GET /api/video/{id}/gop': '?at=1',
  'GET /api/video/{id}/frame': '?at=1',
  'GET /api/video/{id}/edges': '?startTime=1&endTime=9',
}

const OWNED_ENDPOINTS = ALL_ENDPOINTS.filter(({ path }) => path.includes('{') && !path.startsWith('/api/admin/'))
const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`

const provider = createModelProvider()
const { backend, people, server } = await openTestServer({
  rateLimits: false,
  paymentPresets: SANDBOX_SETTINGS,
  providerFor: () => provider,
})
/** Ids of objects by kind. They have two owners: one is signed in, and one is a stranger. */
const idsByKind = new Map<Kind, string[]>()
const otherCallers = new Map<string, TestClient>()
const downloads: { id: string; owner: TestClient }[] = []
let anna: TestClient
beforeAll(async () => {
  const person = await people.signUp()
  anna = signedInClient(person)
  await grantPlan(backend, person.session.account.id, 'lifetime')
  for (const { viewer, client } of [{ viewer: person.viewer, client: anna }, await server.createStranger()]) {
    const finishedRequest = await createFinishedDownload(backend, viewer)
    const waitingRequest = await createDownload(backend, viewer)
    addIds('video', finishedRequest.video.id, waitingRequest.video.id)
    addIds('download', finishedRequest.download.id, waitingRequest.download.id)
    downloads.push(
      { id: finishedRequest.download.id, owner: client },
      { id: waitingRequest.download.id, owner: client },
    )
  }
  addIds('session', person.session.id)
  const [videoId] = idsByKind.get('video') ?? []
  const items = [0, 20].map((startTime) => ({ videoId, quality: '360p', startTime, endTime: startTime + 10 }))
  const batch = await server.call('POST', '/api/batch', anna, { items })
  expect(batch.status).toBe(202)
  addIds('batch', batch.body.id)
  addIds('key', (await server.call('POST', '/api/user/keys', anna, { name: 'laptop' })).body.id)
  const hook = { url: 'https://hooks.example/kerf', events: ['download.completed'] }
  addIds('webhook', (await server.call('POST', '/api/user/webhooks', anna, hook)).body.id)
  const buyer = signedInClient(await people.signUp())
  const order = await server.call('POST', '/paypal/order', buyer, {
    amount: '4.99',
    currency: 'USD',
    intent: 'CAPTURE',
  })
  expect(order.status).toBe(200)
  addIds('order', order.body.id)

  otherCallers.set('somebody without a cookie', {})
  otherCallers.set('a stranger', (await server.createStranger()).client)
  otherCallers.set('somebody with an account', signedInClient(await people.signUp()))
  const paying = await people.signUp()
  await grantPlan(backend, paying.session.account.id, 'pro-monthly')
  otherCallers.set('somebody who pays', signedInClient(paying))
  otherCallers.set('an admin', signedInClient(await people.signUp({ role: 'admin' })))
})
const addIds = (kind: Kind, ...ids: string[]) => idsByKind.set(kind, [...(idsByKind.get(kind) ?? []), ...ids])

function objectKindOf({ path }: Endpoint): Kind {
  const start = (Object.keys(OBJECT_KINDS) as (keyof typeof OBJECT_KINDS)[]).find((prefix) => path.startsWith(prefix))
  if (!start) throw new Error(`Whose is what ${path} is about?`)
  return OBJECT_KINDS[start]
}

/** All facts of an answer, except those that name the request. */
async function answerTo(endpoint: Endpoint, id: string, client: TestClient): Promise<object> {
  const path = endpoint.path.replace('{id}', id).replace(/\{\w+\}/g, '0')
  const url = path + (QUERIES[endpointName(endpoint)] ?? '')
  const payload = endpoint.method === 'GET' ? undefined : BODIES[endpointName(endpoint)]
  const { status, body, headers } = await server.call(endpoint.method, url, client, payload)
  const { date: _date, ...telling } = headers
  return { status, body, headers: telling }
}

describe("another viewer's data", () => {
  it('exists in this test for every call with an id', () => {
    for (const endpoint of OWNED_ENDPOINTS)
      expect(idsByKind.get(objectKindOf(endpoint))?.every(Boolean), endpointName(endpoint)).toBe(true)
  })

  it.each(OWNED_ENDPOINTS.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
    'looks unknown to %s',
    async (_name, endpoint) => {
      for (const [callerName, client] of otherCallers)
        for (const id of idsByKind.get(objectKindOf(endpoint)) ?? []) {
          const unknownId = newId()
          const [foreignAnswer, unknownAnswer] = [
            await answerTo(endpoint, id, client),
            await answerTo(endpoint, unknownId, client),
          ]
          expect(foreignAnswer, callerName).toEqual(unknownAnswer)
          expect(foreignAnswer, callerName).toMatchObject({
            status: expect.toSatisfy((status) => [401, 403, 404].includes(status)),
          })
        }
    },
  )

  it('is unchanged after all attempts', async () => {
    const state = async (url: string, owner: TestClient) => (await server.call('GET', url, owner)).body
    const states = await Promise.all(downloads.map(({ id, owner }) => state(`/api/download/${id}`, owner)))
    expect(states.map(({ status }) => status)).toEqual(['completed', 'processing', 'completed', 'processing'])
    expect(states.map(({ endTime }) => endTime)).toEqual([10, 10, 10, 10])
    const [batchId] = idsByKind.get('batch') ?? []
    expect((await state(`/api/batch/${batchId}`, anna)).status).toBe('processing')
    const { sessions } = await state('/api/user/sessions', anna)
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual(idsByKind.get('session'))
  })
})
