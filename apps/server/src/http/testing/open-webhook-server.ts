import type { ServerResponse } from 'node:http'
import { WEBHOOK_EVENTS } from '@kerf/domain/webhooks/webhook'
import { Webhook } from 'standardwebhooks'
import { expect, vi } from 'vitest'
import { openFetcher, startLoopbackSite } from '../../adapters/outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../../adapters/outbound/outbound-policy.ts'
import { createWebhookSender } from '../../adapters/webhooks/webhook-sender.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import { grantPlan } from '../../use-cases/testing/grant-plan.ts'
import { createDeliverer } from '../../use-cases/webhooks/deliver.ts'
import { openTestServer, signedInClient, type TestClient } from './open-app.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

type WebhookServer = Awaited<ReturnType<typeof openWebhookServer>>
export type WebhookOwner = Awaited<ReturnType<WebhookServer['createPerson']>>

export const unavailable = (response: ServerResponse) => void response.writeHead(503).end('not now')

/** Opens a server, a receiver of its webhooks, and their sender, which sends on request. For all tests of a file. */
export async function openWebhookServer() {
  /** Answers of the receiver by the path of the webhook. It accepts deliveries to other paths. */
  const answers = new Map<string, (response: ServerResponse) => void>()
  /** Deliveries so far, in order. */
  const receivedDeliveries: (Received & { path: string })[] = []
  const receiver = await startLoopbackSite((request, response) => {
    const path = request.url!
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      receivedDeliveries.push({ path, headers: request.headers as Record<string, string>, body })
      const answer = answers.get(path)
      if (answer) answer(response)
      else response.writeHead(204).end()
    })
  })
  const canary = await startLoopbackSite()
  const allow = [receiver.exemption]
  const webhookSender = createWebhookSender({
    fetcher: openFetcher({ allow }),
    policy: createOutboundPolicy({ allow }),
    allow,
  })
  const { backend, people, server } = await openTestServer({ webhookSender, rateLimits: false })
  const deliverer = createDeliverer(server.deps, () => 0)
  const deliver = async (): Promise<void> => {
    deliverer.sendDue()
    await deliverer.waitUntilSent()
  }

  let paths = 0
  /** Creates a person with a webhook, which has a path of its own at the receiver. */
  async function createPerson({ plan = false, events = [...WEBHOOK_EVENTS] as string[] } = {}) {
    const person = await people.signUp()
    const { account } = person.session
    if (plan) await grantPlan(backend, account.id, 'lifetime')
    const client = signedInClient(person)
    const viewer = plan ? { ...person.viewer, kind: 'lifetime' as const } : person.viewer
    return { person, viewer, ...(await addWebhook(client, events)) }
  }

  async function addWebhook(client: TestClient, events: string[] = [...WEBHOOK_EVENTS]) {
    const path = `/hook-${++paths}`
    const answer = await server.call('POST', '/api/user/webhooks', client, { url: receiver.origin + path, events })
    expect(answer).toMatchObject({ status: 200 })
    const { id, secret } = answer.body
    const pathOf = (suffix: string) => `/api/user/webhooks/${id}${suffix}`
    return {
      client,
      path,
      id,
      secret,
      got: () => receivedDeliveries.filter((delivery) => delivery.path === path),
      events: () => receivedDeliveries.filter((delivery) => delivery.path === path).map(({ body }) => JSON.parse(body)),
      call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', suffix = '', body?: object) =>
        server.call(method, pathOf(suffix), client, body),
      deliveries: async () => (await server.call('GET', pathOf('/deliveries'), client)).body.deliveries,
      state: async () =>
        (await server.call('GET', '/api/user/webhooks', client)).body.webhooks.find(
          (webhook: { id: string }) => webhook.id === id,
        ),
      answer: (answer: (response: ServerResponse) => void) => void answers.set(path, answer),
      recover: () => void answers.delete(path),
    }
  }

  const addedTo = ({ client }: { client: TestClient }, count: number) =>
    Promise.all(Array.from({ length: count }, () => addWebhook(client)))

  /** Creates a batch of waiting clips of one video. */
  async function batchOf(owner: { viewer: ViewerRecord; client: TestClient }, clips: number) {
    const { id: videoId } = await backend.video(owner.viewer)
    const items = Array.from({ length: clips }, (_, index) => ({
      videoId,
      quality: '360p',
      startTime: 20 * index,
      endTime: 20 * index + 10,
    }))
    const { body: batch } = await server.call('POST', '/api/batch', owner.client, { items })
    return { batch, downloads: await backend.database.records.batches.listDownloads(batch.id) }
  }

  /**
   * Verifies a delivery at the time of the backend, and returns its body. Throws where the signature is not of this
   * secret.
   */
  function verify(secret: string, { headers, body }: Received): unknown {
    vi.useFakeTimers({ toFake: ['Date'], now: backend.clock.now() })
    try {
      return new Webhook(secret).verify(body, headers)
    } finally {
      vi.useRealTimers()
    }
  }

  return {
    backend,
    people,
    server,
    receiver,
    received: receivedDeliveries,
    /** A site that must not receive any delivery. */
    canary,
    deliverer,
    deliver,
    createPerson,
    addWebhook,
    addedTo,
    batchOf,
    verify,
  }
}
