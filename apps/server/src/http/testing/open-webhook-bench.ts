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
import { openAppBench, type Visitor, visitorOf } from './open-app.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

type WebhookBench = Awaited<ReturnType<typeof openWebhookBench>>
export type WebhookOwner = Awaited<ReturnType<WebhookBench['createPerson']>>

export const unavailable = (response: ServerResponse) => void response.writeHead(503).end('not now')

/** Opens a server, a receiver of its webhooks, and their sender, which sends when it is told. For all tests of a file. */
export async function openWebhookBench() {
  /** Answers of the receiver by the path of the webhook. It accepts deliveries to other paths. */
  const answers = new Map<string, (response: ServerResponse) => void>()
  /** Deliveries so far, in order. */
  const received: (Received & { path: string })[] = []
  const receiver = await startLoopbackSite((request, response) => {
    const path = request.url!
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      received.push({ path, headers: request.headers as Record<string, string>, body })
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
  const { bench, people, server } = await openAppBench({ webhookSender, rateLimits: false })
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
    if (plan) await grantPlan(bench, account.id, 'lifetime')
    const visitor = visitorOf(person)
    const viewer = plan ? { ...person.viewer, kind: 'lifetime' as const } : person.viewer
    return { person, viewer, ...(await addWebhook(visitor, events)) }
  }

  async function addWebhook(visitor: Visitor, events: string[] = [...WEBHOOK_EVENTS]) {
    const path = `/hook-${++paths}`
    const answer = await server.call('POST', '/api/user/webhooks', visitor, { url: receiver.origin + path, events })
    expect(answer).toMatchObject({ status: 200 })
    const { id, secret } = answer.body
    const pathOf = (suffix: string) => `/api/user/webhooks/${id}${suffix}`
    return {
      visitor,
      path,
      id,
      secret,
      got: () => received.filter((delivery) => delivery.path === path),
      events: () => received.filter((delivery) => delivery.path === path).map(({ body }) => JSON.parse(body)),
      call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', suffix = '', body?: object) =>
        server.call(method, pathOf(suffix), visitor, body),
      deliveries: async () => (await server.call('GET', pathOf('/deliveries'), visitor)).body.deliveries,
      state: async () =>
        (await server.call('GET', '/api/user/webhooks', visitor)).body.webhooks.find(
          (webhook: { id: string }) => webhook.id === id,
        ),
      answer: (answer: (response: ServerResponse) => void) => void answers.set(path, answer),
      recover: () => void answers.delete(path),
    }
  }

  const addedTo = ({ visitor }: { visitor: Visitor }, count: number) =>
    Promise.all(Array.from({ length: count }, () => addWebhook(visitor)))

  /** Creates a batch of waiting clips of one video. */
  async function batchOf(owner: { viewer: ViewerRecord; visitor: Visitor }, clips: number) {
    const { id: videoId } = await bench.video(owner.viewer)
    const items = Array.from({ length: clips }, (_, index) => ({
      videoId,
      quality: '360p',
      startTime: 20 * index,
      endTime: 20 * index + 10,
    }))
    const { body: batch } = await server.call('POST', '/api/batch', owner.visitor, { items })
    return { batch, downloads: await bench.database.records.batches.listDownloads(batch.id) }
  }

  /**
   * Verifies a delivery at the time of the bench, and returns its body. Throws where the signature is not of this
   * secret.
   */
  function verify(secret: string, { headers, body }: Received): unknown {
    vi.useFakeTimers({ toFake: ['Date'], now: bench.clock.now() })
    try {
      return new Webhook(secret).verify(body, headers)
    } finally {
      vi.useRealTimers()
    }
  }

  return {
    bench,
    people,
    server,
    receiver,
    received,
    /** A site that no delivery may reach. */
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
