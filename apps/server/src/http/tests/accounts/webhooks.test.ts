import type { ServerResponse } from 'node:http'
import { MAX_WEBHOOKS } from '@kerf/domain/webhooks/webhook'
import { FORBIDDEN_HOSTS } from '@kerf/standins/hostile/forbidden-hosts'
import { PATIENTLY } from '@kerf/standins/waits'
import { describe, expect, it, vi } from 'vitest'
import { writeClaim } from '../../../use-cases/email/mailed-claim.ts'
import { createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openWebhookBench } from '../../testing/open-webhook-bench.ts'

const DAY_SECONDS = 24 * 3600

const { bench, people, server, receiver, deliverer, deliver, createPerson } = await openWebhookBench()

describe('whoever has recovered an account by email', () => {
  it.each([
    ['finds its webhooks off, to be switched on again'
<<<<<<< /tmp/tmpqm3vyd34.tok
../../../use-cases/testing/downloads.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { createDeliverer } from '../../../use-cases/webhooks/deliver.ts'
import { openAppBench, visitorOf } from '../../testing/open-app.ts'

const DAY_SECONDS = 24 * 3600
const DELIVERY_COUNT = Number(process.env.KERF_TEST_AT_LENGTH === 'yes' ? 2000 : 200)

interface Received {
  headers: Record<string, string>
  body: string
}

/** Answers of the receiver by the path of the webhook. It accepts deliveries to other paths. */
const answers = new Map<string, (response: ServerResponse) => void>()
let received: (Received & { path: string })[] = []
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

async function addWebhook(visitor: ReturnType<typeof visitorOf>, events: string[] = [...WEBHOOK_EVENTS]) {
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

const addedTo = ({ visitor }: { visitor: ReturnType<typeof visitorOf> }, count: number) =>
  Promise.all(Array.from({ length: count }, () => addWebhook(visitor)))

type WebhookOwner = Awaited<ReturnType<typeof createPerson>>

interface BatchAsked {
  owner: WebhookOwner
  id: string
  last: DownloadRecord
}

/** Creates a batch of waiting clips of one video. */
async function batchOf(owner: WebhookOwner, clips: number) {
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

const unavailable = (response: ServerResponse) => void response.writeHead(503).end('not now')

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

beforeEach(() => {
  received = []
})

describe('whoever has recovered an account by email', () => {
  it.each([
    ['finds its webhooks off, to be switched on again', true],
    ['finds none of somebody who never confirmed its email', false],
  ])('%s', async (_, emailVerified) => {
    const anna = await createPerson()
    const { account } = anna.person.session
    await bench.database.records.accounts.update(account.id, { emailVerified })
    const verifiedAccount = { ...account, emailVerified }
    const token = await people.accounts.createToken('reset-password', writeClaim(verifiedAccount), 3600)
    const reset = { token, password: 'another strip' }
    expect(await server.call('POST', '/api/auth/reset-password', {}, reset)).toMatchObject({ status: 200 })
    const webhooks = await bench.database.records.webhooks.listFor(account.id)
    expect(webhooks.map(({ isOn }) => isOn)).toEqual(emailVerified ? [false] : [])
  })
})

describe('the receiver of a webhook', () => {
  it('hears when a clip is finished, signed as Standard Webhooks says', async () => {
    const anna = await createPerson()
    const { download } = await createFinishedDownload(bench, anna.viewer)
    await deliver()
    expect(anna.got()).toHaveLength(1)
    expect(verify(anna.secret, anna.got()[0]!)).toEqual(anna.events()[0])
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, anna.got()[0]!)).toThrow()
    expect(() => verify(anna.secret, { ...anna.got()[0]!, body: '{}' })).toThrow()
    expect(anna.events()[0]).toMatchObject({
      type: 'download.completed',
      data: { id: download.id, status: 'completed', fileName: 'kerf_360p.mp4', fileSize: 4, receipt: { frames: 300 } },
    })
    expect(await anna.deliveries()).toMatchObject([
      { event: 'download.completed', status: 'delivered', statusCode: 204, tries: 1, nextTryAt: null },
    ])
  })

  it('hears why a clip failed, only what it wants to hear, and nothing of other people', async () => {
    const [anna, mallory] = [await createPerson({ events: ['download.failed'] }), await createPerson()]
    await createFinishedDownload(bench, anna.viewer)
    bench.source.answers.push({ ok: false, code: 'video_private' })
    const { clip } = await createDownload(bench, anna.viewer)
    await runCutJob(bench, { clipId: clip.id, signal: new AbortController().signal })
    await deliver()
    expect(anna.events()).toMatchObject([
      { type: 'download.failed', data: { status: 'failed', code: 'video_private', error: 'This video is private.' } },
    ])
    expect(mallory.got()).toEqual([])
  })

  it('hears of a clip that was finished when it was requested', async () => {
    const [anna, ben] = [await createPerson(), await createPerson()]
    const { video } = await createFinishedDownload(bench, anna.viewer)
    const { download } = await createDownload(bench, ben.viewer, await copyVideo(bench, video, ben.viewer))
    await deliver()
    expect(ben.events()).toMatchObject([{ type: 'download.completed', data: { id: download.id } }])
  })

  it('hears once that a batch is at its end, however its clips ended', async () => {
    const anna = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch, downloads } = await batchOf(anna, 3)
    const [first, second, third] = downloads
    await server.call('POST', `/api/download/${second!.id}/cancel`, anna.visitor)
    await runCutJob(bench, { clipId: first!.clipId, signal: new AbortController().signal })
    await deliver()
    expect(anna.got()).toEqual([])
    await runCutJob(bench, { clipId: third!.clipId, signal: new AbortController().signal })
    await deliver()
    expect(anna.events()).toMatchObject([
      {
        type: 'batch.completed',
        data: { id: batch.id, completed: 2, failed: 0, cancelled: 1, downloads: downloads.map(({ id }) => id) },
      },
    ])
  })

  it('hears that a clip and its batch failed because an admin has blocked what they are made of', async () => {
    const anna = await createPerson({ plan: true })
    const { batch, downloads } = await batchOf(anna, 1)
    const { reference } = (await bench.database.records.clips.find(downloads[0]!.clipId))!
    await blockIt(bench, 'video', `https://youtu.be/${reference}`)
    await deliver()
    // Two are sent at a time, so either may arrive first.
    const eventData = Object.fromEntries(anna.events().map(({ type, data }) => [type, data]))
    expect(eventData).toMatchObject({
      'download.failed': { id: downloads[0]!.id, status: 'failed', code: 'link_blocked' },
      'batch.completed': { id: batch.id, completed: 0, failed: 1, cancelled: 0 },
    })
  })

  it.each<[string, (asked: BatchAsked) => Promise<unknown>]>([
    ['its owner cancels the rest', ({ owner, id }) => server.call('POST', `/api/batch/${id}/cancel`, owner.visitor)],
    ['an admin cancels the last job', ({ last }) => cancelJob(bench, { id: last.clipId, by: 'an-admin' })],
  ])('hears that a batch is at its end when %s', async (_, cancel) => {
    const owner = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch, downloads } = await batchOf(owner, 2)
    const [first, last] = downloads
    await runCutJob(bench, { clipId: first!.clipId, signal: new AbortController().signal })
    await cancel({ owner, id: batch.id, last: last! })
    await deliver()
    expect(owner.events()).toMatchObject([
      { type: 'batch.completed', data: { id: batch.id, completed: 1, failed: 0, cancelled: 1 } },
    ])
  })

  it('hears, once its owner is no longer suspended, that the suspension was the end of a batch', async () => {
    const owner = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch } = await batchOf(owner, 2)
    const admin = (await people.signUp({ role: 'admin' })).session.account
    const suspend = (isActive: boolean) =>
      changePerson(bench, { id: owner.viewer.id, change: { isActive }, by: admin.id })
    await suspend(false)
    await deliver()
    expect(owner.got()).toEqual([])
    await suspend(true)
    await deliver()
    expect(owner.events()).toMatchObject([
      { type: 'batch.completed', data: { id: batch.id, completed: 0, failed: 0, cancelled: 2 } },
    ])
  })

  it('accepts the former secret for a day after a rotation', async () => {
    const anna = await createPerson()
    const { secret } = (await anna.call('POST', '/rotate')).body
    expect(secret).not.toBe(anna.secret)
    await anna.call('POST', '/test')
    await deliver()
    for (const validSecret of [secret, anna.secret])
      expect(verify(validSecret, anna.got()[0]!)).toMatchObject({ type: 'webhook.test' })
    bench.clock.pass(DAY_SECONDS + 1)
    await anna.call('POST', '/test')
    await deliver()
    expect(verify(secret, anna.got()[1]!)).toMatchObject({ type: 'webhook.test' })
    expect(() => verify(anna.secret, anna.got()[1]!)).toThrow()
  })
})

describe('a receiver that fails', () => {
  it('is tried again later and later, with one delivery at a time, and loses nothing', async () => {
    const anna = await createPerson({ events: ['download.failed'] })
    anna.answer(unavailable)
    const { clip } = await createDownload(bench, anna.viewer)
    bench.source.answers.push({ ok: false, code: 'video_private' })
    await runCutJob(bench, { clipId: clip.id, signal: new AbortController().signal })
    const { webhookDeliveries } = bench.database.records
    const [pattern] = await webhookDeliveries.list(anna.id, 1)
    const ids = Array.from({ length: DELIVERY_COUNT }, (_, index) => `msg_${String(index).padStart(22, '0')}`)
    for (let at = 0; at < DELIVERY_COUNT; at += 1000)
      await webhookDeliveries.insert(
        ids.slice(at, at + 1000).map((id) => ({ ...pattern!, id, status: 'waiting', tries: 0 })),
      )
    await deliver()
    // Two deliveries may have been under way when the first failed.
    expect(anna.got().length).toBeLessThanOrEqual(2)
    expect(await anna.state()).toMatchObject({ isOn: true, failingSince: bench.clock.now().toISOString() })
    for (const seconds of [5, 60, 300]) {
      const earlierCount = anna.got().length
      bench.clock.pass(seconds - 1)
      await deliver()
      expect(anna.got().length, `before ${seconds}`).toBe(earlierCount)
      bench.clock.pass(1)
      await deliver()
      expect(anna.got().length, `after ${seconds}`).toBe(earlierCount + 1)
    }
    // Another clip is finished meanwhile.
    await createFinishedDownload(bench, anna.viewer)
    anna.recover()
    received = []
    bench.clock.pass(1800)
    await deliver()
    bench.clock.pass(DAY_SECONDS)
    await deliver()
    const receivedIds = anna.got().map(({ headers }) => headers['webhook-id'])
    expect(receivedIds.toSorted()).toEqual([pattern!.id, ...ids].toSorted())
    expect(await anna.state()).toMatchObject({ isOn: true, failingSince: null })
  })

  it('goes off after about a day, with an email, and gets what waited once it is on again', async () => {
    const anna = await createPerson()
    anna.answer(unavailable)
    const { download } = await createFinishedDownload(bench, anna.viewer)
    let hours = 0
    while ((await anna.state()).isOn && hours < 48) {
      await deliver()
      bench.clock.pass(3600)
      hours += 1
    }
    expect(hours).toBeGreaterThan(18)
    expect(hours).toBeLessThan(30)
    expect(await people.ordersAbout(anna.person)).toContainEqual(
      expect.objectContaining({ kind: 'webhook_off', webhookHost: receiver.exemption }),
    )
    expect((await anna.call('POST', '/test')).body.error).toContain('off')
    anna.recover()
    received = []
    await deliver()
    expect(anna.got()).toEqual([])
    expect((await anna.call('PUT', '', { isOn: true })).body).toMatchObject({ isOn: true, failingSince: null })
    await deliver()
    expect(anna.events()).toMatchObject([{ data: { id: download.id } }])
  })

  it('that refuses one delivery alone gets all others, and stays on', async () => {
    const anna = await createPerson({ plan: true })
    let refusedId = ''
    anna.answer((response) => {
      const id = anna.got().at(-1)!.headers['webhook-id']!
      refusedId ||= id
      response.writeHead(id === refusedId ? 500 : 200).end()
    })
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    for (let hour = 0; hour < 40; hour += 1) {
      bench.clock.pass(3600)
      if (hour % 3 === 0) await createFinishedDownload(bench, anna.viewer)
      await deliver()
    }
    expect(await anna.state()).toMatchObject({ isOn: true })
    const deliveries = await anna.deliveries()
    expect(deliveries.filter(({ status }: { status: string }) => status !== 'delivered')).toMatchObject([
      { id: refusedId, status: 'failed', tries: 8 },
    ])
  })

  it('that is gone for good is not tried again', async () => {
    const anna = await createPerson()
    anna.answer((response) => void response.writeHead(410).end())
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    expect(await anna.state()).toMatchObject({ isOn: false })
    expect(anna.got()).toHaveLength(1)
  })

  it.each([
    [
      'redirects inwards',
      (response: ServerResponse) => void response.writeHead(302, { location: canary.origin }).end(),
      302,
    ],
    ['hangs up', (response: ServerResponse) => void response.destroy(), null],
    [
      'answers without end',
      (response: ServerResponse) => {
        response.writeHead(200)
        const writeMore = () => {
          while (response.writable && response.write(Buffer.alloc(65536))) {}
        }
        response.on('drain', writeMore)
        writeMore()
      },
      200,
    ],
  ])('that %s holds nobody up and is led nowhere', async (_, answer, status) => {
    const anna = await createPerson()
    anna.answer(answer)
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    expect(await anna.deliveries()).toMatchObject([{ statusCode: status }])
    expect(canary.connections()).toBe(0)
  })

  it('that is slow is waited for, while others get theirs', async () => {
    const [slow, quick] = [await createPerson(), await createPerson()]
    const openResponses: ServerResponse[] = []
    slow.answer((response) => void openResponses.push(response))
    for (let clip = 0; clip < 4; clip += 1) await createFinishedDownload(bench, slow.viewer)
    await createFinishedDownload(bench, quick.viewer)
    deliverer.sendDue()
    await vi.waitFor(() => expect(quick.got()).toHaveLength(1), PATIENTLY)
    await vi.waitFor(() => expect(openResponses).toHaveLength(2), PATIENTLY)
    slow.recover()
    for (const response of openResponses) response.writeHead(200).end()
    await deliverer.waitUntilSent()
    expect(slow.got()).toHaveLength(4)
  })
})

describe('an account whose receivers never answer', () => {
  it('holds four senders at most, tests and resends included, while others get theirs', async () => {
    const person = await createPerson()
    const silent = [person, ...(await addedTo(person, 4))]
    const openResponses: ServerResponse[] = []
    for (const { answer } of silent) answer((response) => void openResponses.push(response))
    for (const { call } of silent) for (let test = 0; test < 2; test += 1) await call('POST', '/test')
    const quick = [await createPerson(), await createPerson()]
    for (const { viewer } of quick) await createFinishedDownload(bench, viewer)
    deliverer.sendDue()
    for (const person of quick) await vi.waitFor(() => expect(person.got()).toHaveLength(1), { timeout: 50_000 })
    await vi.waitFor(() => expect(openResponses).toHaveLength(4)
||||||| /tmp/tmpshdyx2kc.tok
../../../use-cases/testing/downloads.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { createDeliverer } from '../../../use-cases/webhooks/deliver.ts'
import { openAppBench, visitorOf } from '../../testing/open-app.ts'

const DAY_SECONDS = 24 * 3600
const MANY = Number(process.env.KERF_TEST_AT_LENGTH === 'yes' ? 2000 : 200)

interface Received {
  headers: Record<string, string>
  body: string
}

/** Answers of the receiver by the path of the webhook. It accepts deliveries to other paths. */
const answers = new Map<string, (response: ServerResponse) => void>()
let received: (Received & { path: string })[] = []
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

async function addWebhook(visitor: ReturnType<typeof visitorOf>, events: string[] = [...WEBHOOK_EVENTS]) {
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

const addedTo = ({ visitor }: { visitor: ReturnType<typeof visitorOf> }, count: number) =>
  Promise.all(Array.from({ length: count }, () => addWebhook(visitor)))

type WebhookOwner = Awaited<ReturnType<typeof createPerson>>

interface BatchAsked {
  owner: WebhookOwner
  id: string
  last: DownloadRecord
}

/** Creates a batch of waiting clips of one video. */
async function batchOf(owner: WebhookOwner, clips: number) {
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

const unavailable = (response: ServerResponse) => void response.writeHead(503).end('not now')

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

beforeEach(() => {
  received = []
})

describe('whoever has recovered an account by email', () => {
  it.each([
    ['finds its webhooks off, to be switched on again', true],
    ['finds none of somebody who never confirmed its email', false],
  ])('%s', async (_, emailVerified) => {
    const anna = await createPerson()
    const { account } = anna.person.session
    await bench.database.records.accounts.update(account.id, { emailVerified })
    const verifiedAccount = { ...account, emailVerified }
    const token = await people.accounts.createToken('reset-password', writeClaim(verifiedAccount), 3600)
    const reset = { token, password: 'another strip' }
    expect(await server.call('POST', '/api/auth/reset-password', {}, reset)).toMatchObject({ status: 200 })
    const webhooks = await bench.database.records.webhooks.listFor(account.id)
    expect(webhooks.map(({ isOn }) => isOn)).toEqual(emailVerified ? [false] : [])
  })
})

describe('the receiver of a webhook', () => {
  it('hears when a clip is finished, signed as Standard Webhooks says', async () => {
    const anna = await createPerson()
    const { download } = await createFinishedDownload(bench, anna.viewer)
    await deliver()
    expect(anna.got()).toHaveLength(1)
    expect(verify(anna.secret, anna.got()[0]!)).toEqual(anna.events()[0])
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, anna.got()[0]!)).toThrow()
    expect(() => verify(anna.secret, { ...anna.got()[0]!, body: '{}' })).toThrow()
    expect(anna.events()[0]).toMatchObject({
      type: 'download.completed',
      data: { id: download.id, status: 'completed', fileName: 'kerf_360p.mp4', fileSize: 4, receipt: { frames: 300 } },
    })
    expect(await anna.deliveries()).toMatchObject([
      { event: 'download.completed', status: 'delivered', statusCode: 204, tries: 1, nextTryAt: null },
    ])
  })

  it('hears why a clip failed, only what it wants to hear, and nothing of other people', async () => {
    const [anna, mallory] = [await createPerson({ events: ['download.failed'] }), await createPerson()]
    await createFinishedDownload(bench, anna.viewer)
    bench.source.answers.push({ ok: false, code: 'video_private' })
    const { clip } = await createDownload(bench, anna.viewer)
    await runCutJob(bench, { clipId: clip.id, signal: new AbortController().signal })
    await deliver()
    expect(anna.events()).toMatchObject([
      { type: 'download.failed', data: { status: 'failed', code: 'video_private', error: 'This video is private.' } },
    ])
    expect(mallory.got()).toEqual([])
  })

  it('hears of a clip that was finished when it was requested', async () => {
    const [anna, ben] = [await createPerson(), await createPerson()]
    const { video } = await createFinishedDownload(bench, anna.viewer)
    const { download } = await createDownload(bench, ben.viewer, await copyVideo(bench, video, ben.viewer))
    await deliver()
    expect(ben.events()).toMatchObject([{ type: 'download.completed', data: { id: download.id } }])
  })

  it('hears once that a batch is at its end, however its clips ended', async () => {
    const anna = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch, downloads } = await batchOf(anna, 3)
    const [first, second, third] = downloads
    await server.call('POST', `/api/download/${second!.id}/cancel`, anna.visitor)
    await runCutJob(bench, { clipId: first!.clipId, signal: new AbortController().signal })
    await deliver()
    expect(anna.got()).toEqual([])
    await runCutJob(bench, { clipId: third!.clipId, signal: new AbortController().signal })
    await deliver()
    expect(anna.events()).toMatchObject([
      {
        type: 'batch.completed',
        data: { id: batch.id, completed: 2, failed: 0, cancelled: 1, downloads: downloads.map(({ id }) => id) },
      },
    ])
  })

  it('hears that a clip and its batch failed because an admin has blocked what they are made of', async () => {
    const anna = await createPerson({ plan: true })
    const { batch, downloads } = await batchOf(anna, 1)
    const { reference } = (await bench.database.records.clips.find(downloads[0]!.clipId))!
    await blockIt(bench, 'video', `https://youtu.be/${reference}`)
    await deliver()
    // Two are sent at a time, so either may arrive first.
    const eventData = Object.fromEntries(anna.events().map(({ type, data }) => [type, data]))
    expect(eventData).toMatchObject({
      'download.failed': { id: downloads[0]!.id, status: 'failed', code: 'link_blocked' },
      'batch.completed': { id: batch.id, completed: 0, failed: 1, cancelled: 0 },
    })
  })

  it.each<[string, (asked: BatchAsked) => Promise<unknown>]>([
    ['its owner cancels the rest', ({ owner, id }) => server.call('POST', `/api/batch/${id}/cancel`, owner.visitor)],
    ['an admin cancels the last job', ({ last }) => cancelJob(bench, { id: last.clipId, by: 'an-admin' })],
  ])('hears that a batch is at its end when %s', async (_, cancel) => {
    const owner = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch, downloads } = await batchOf(owner, 2)
    const [first, last] = downloads
    await runCutJob(bench, { clipId: first!.clipId, signal: new AbortController().signal })
    await cancel({ owner, id: batch.id, last: last! })
    await deliver()
    expect(owner.events()).toMatchObject([
      { type: 'batch.completed', data: { id: batch.id, completed: 1, failed: 0, cancelled: 1 } },
    ])
  })

  it('hears, once its owner is no longer suspended, that the suspension was the end of a batch', async () => {
    const owner = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch } = await batchOf(owner, 2)
    const admin = (await people.signUp({ role: 'admin' })).session.account
    const suspend = (isActive: boolean) =>
      changePerson(bench, { id: owner.viewer.id, change: { isActive }, by: admin.id })
    await suspend(false)
    await deliver()
    expect(owner.got()).toEqual([])
    await suspend(true)
    await deliver()
    expect(owner.events()).toMatchObject([
      { type: 'batch.completed', data: { id: batch.id, completed: 0, failed: 0, cancelled: 2 } },
    ])
  })

  it('accepts the former secret for a day after a rotation', async () => {
    const anna = await createPerson()
    const { secret } = (await anna.call('POST', '/rotate')).body
    expect(secret).not.toBe(anna.secret)
    await anna.call('POST', '/test')
    await deliver()
    for (const validSecret of [secret, anna.secret])
      expect(verify(validSecret, anna.got()[0]!)).toMatchObject({ type: 'webhook.test' })
    bench.clock.pass(DAY_SECONDS + 1)
    await anna.call('POST', '/test')
    await deliver()
    expect(verify(secret, anna.got()[1]!)).toMatchObject({ type: 'webhook.test' })
    expect(() => verify(anna.secret, anna.got()[1]!)).toThrow()
  })
})

describe('a receiver that fails', () => {
  it('is tried again later and later, with one delivery at a time, and loses nothing', async () => {
    const anna = await createPerson({ events: ['download.failed'] })
    anna.answer(unavailable)
    const { clip } = await createDownload(bench, anna.viewer)
    bench.source.answers.push({ ok: false, code: 'video_private' })
    await runCutJob(bench, { clipId: clip.id, signal: new AbortController().signal })
    const { webhookDeliveries } = bench.database.records
    const [pattern] = await webhookDeliveries.list(anna.id, 1)
    const ids = Array.from({ length: MANY }, (_, index) => `msg_${String(index).padStart(22, '0')}`)
    for (let at = 0; at < MANY; at += 1000)
      await webhookDeliveries.insert(
        ids.slice(at, at + 1000).map((id) => ({ ...pattern!, id, status: 'waiting', tries: 0 })),
      )
    await deliver()
    // Two deliveries may have been under way when the first failed.
    expect(anna.got().length).toBeLessThanOrEqual(2)
    expect(await anna.state()).toMatchObject({ isOn: true, failingSince: bench.clock.now().toISOString() })
    for (const seconds of [5, 60, 300]) {
      const earlierCount = anna.got().length
      bench.clock.pass(seconds - 1)
      await deliver()
      expect(anna.got().length, `before ${seconds}`).toBe(earlierCount)
      bench.clock.pass(1)
      await deliver()
      expect(anna.got().length, `after ${seconds}`).toBe(earlierCount + 1)
    }
    // Another clip is finished meanwhile.
    await createFinishedDownload(bench, anna.viewer)
    anna.recover()
    received = []
    bench.clock.pass(1800)
    await deliver()
    bench.clock.pass(DAY_SECONDS)
    await deliver()
    const receivedIds = anna.got().map(({ headers }) => headers['webhook-id'])
    expect(receivedIds.toSorted()).toEqual([pattern!.id, ...ids].toSorted())
    expect(await anna.state()).toMatchObject({ isOn: true, failingSince: null })
  })

  it('goes off after about a day, with an email, and gets what waited once it is on again', async () => {
    const anna = await createPerson()
    anna.answer(unavailable)
    const { download } = await createFinishedDownload(bench, anna.viewer)
    let hours = 0
    while ((await anna.state()).isOn && hours < 48) {
      await deliver()
      bench.clock.pass(3600)
      hours += 1
    }
    expect(hours).toBeGreaterThan(18)
    expect(hours).toBeLessThan(30)
    expect(await people.ordersAbout(anna.person)).toContainEqual(
      expect.objectContaining({ kind: 'webhook_off', webhookHost: receiver.exemption }),
    )
    expect((await anna.call('POST', '/test')).body.error).toContain('off')
    anna.recover()
    received = []
    await deliver()
    expect(anna.got()).toEqual([])
    expect((await anna.call('PUT', '', { isOn: true })).body).toMatchObject({ isOn: true, failingSince: null })
    await deliver()
    expect(anna.events()).toMatchObject([{ data: { id: download.id } }])
  })

  it('that refuses one delivery alone gets all others, and stays on', async () => {
    const anna = await createPerson({ plan: true })
    let refusedId = ''
    anna.answer((response) => {
      const id = anna.got().at(-1)!.headers['webhook-id']!
      refusedId ||= id
      response.writeHead(id === refusedId ? 500 : 200).end()
    })
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    for (let hour = 0; hour < 40; hour += 1) {
      bench.clock.pass(3600)
      if (hour % 3 === 0) await createFinishedDownload(bench, anna.viewer)
      await deliver()
    }
    expect(await anna.state()).toMatchObject({ isOn: true })
    const deliveries = await anna.deliveries()
    expect(deliveries.filter(({ status }: { status: string }) => status !== 'delivered')).toMatchObject([
      { id: refusedId, status: 'failed', tries: 8 },
    ])
  })

  it('that is gone for good is not tried again', async () => {
    const anna = await createPerson()
    anna.answer((response) => void response.writeHead(410).end())
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    expect(await anna.state()).toMatchObject({ isOn: false })
    expect(anna.got()).toHaveLength(1)
  })

  it.each([
    [
      'redirects inwards',
      (response: ServerResponse) => void response.writeHead(302, { location: canary.origin }).end(),
      302,
    ],
    ['hangs up', (response: ServerResponse) => void response.destroy(), null],
    [
      'answers without end',
      (response: ServerResponse) => {
        response.writeHead(200)
        const writeMore = () => {
          while (response.writable && response.write(Buffer.alloc(65536))) {}
        }
        response.on('drain', writeMore)
        writeMore()
      },
      200,
    ],
  ])('that %s holds nobody up and is led nowhere', async (_, answer, status) => {
    const anna = await createPerson()
    anna.answer(answer)
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    expect(await anna.deliveries()).toMatchObject([{ statusCode: status }])
    expect(canary.connections()).toBe(0)
  })

  it('that is slow is waited for, while others get theirs', async () => {
    const [slow, quick] = [await createPerson(), await createPerson()]
    const openResponses: ServerResponse[] = []
    slow.answer((response) => void openResponses.push(response))
    for (let clip = 0; clip < 4; clip += 1) await createFinishedDownload(bench, slow.viewer)
    await createFinishedDownload(bench, quick.viewer)
    deliverer.sendDue()
    await vi.waitFor(() => expect(quick.got()).toHaveLength(1), PATIENTLY)
    await vi.waitFor(() => expect(openResponses).toHaveLength(2), PATIENTLY)
    slow.recover()
    for (const response of openResponses) response.writeHead(200).end()
    await deliverer.waitUntilSent()
    expect(slow.got()).toHaveLength(4)
  })
})

describe('an account whose receivers never answer', () => {
  it('holds four senders at most, tests and resends included, while others get theirs', async () => {
    const person = await createPerson()
    const silent = [person, ...(await addedTo(person, 4))]
    const openResponses: ServerResponse[] = []
    for (const { answer } of silent) answer((response) => void openResponses.push(response))
    for (const { call } of silent) for (let test = 0; test < 2; test += 1) await call('POST', '/test')
    const quick = [await createPerson(), await createPerson()]
    for (const { viewer } of quick) await createFinishedDownload(bench, viewer)
    deliverer.sendDue()
    for (const person of quick) await vi.waitFor(() => expect(person.got()).toHaveLength(1), { timeout: 50_000 })
    await vi.waitFor(() => expect(openResponses).toHaveLength(4)
=======

>>>>>>> /tmp/tmpqi_h0v6e.tok
, true],
    ['finds none of somebody who never confirmed its email', false],
  ])('%s', async (_, emailVerified) => {
    const anna = await createPerson()
    const { account } = anna.person.session
    await bench.database.records.accounts.update(account.id, { emailVerified })
    const verifiedAccount = { ...account, emailVerified }
    const token = await people.accounts.createToken('reset-password', writeClaim(verifiedAccount), 3600)
    const reset = { token, password: 'another strip' }
    expect(await server.call('POST', '/api/auth/reset-password', {}, reset)).toMatchObject({ status: 200 })
    const webhooks = await bench.database.records.webhooks.listFor(account.id)
    expect(webhooks.map(({ isOn }) => isOn)).toEqual(emailVerified ? [false] : [])
  })
})

describe('the owner of a webhook', () => {
  it('sends a delivery again, under the same id and once for two clicks', async () => {
    const anna = await createPerson()
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    const [{ id }] = await anna.deliveries()
    bench.clock.pass(60)
    const sendAgain = () => anna.call('POST', `/deliveries/${id}/send`)
    expect((await Promise.all([sendAgain(), sendAgain()])).map(({ status }) => status)).toEqual([200, 200])
    await deliver()
    expect(anna.got().map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
    expect(anna.got()[1]!.body).toBe(anna.got()[0]!.body)
  })

  it('may delete it while it is being sent to, and hears nothing after that', async () => {
    const anna = await createPerson()
    const openResponses: ServerResponse[] = []
    anna.answer((response) => void openResponses.push(response))
    await createFinishedDownload(bench, anna.viewer)
    deliverer.sendDue()
    await vi.waitFor(() => expect(openResponses).toHaveLength(1), PATIENTLY)
    expect((await anna.call('DELETE')).status).toBe(204)
    openResponses[0]!.writeHead(500).end()
    await deliverer.waitUntilSent()
    await createFinishedDownload(bench, anna.viewer)
    bench.clock.pass(DAY_SECONDS)
    await deliver()
    expect(anna.got()).toHaveLength(1)
    expect((await anna.call('GET', '/deliveries')).status).toBe(404)
  })

  it('hears nothing while suspended, and nobody finds a secret anywhere', async () => {
    const anna = await createPerson()
    await bench.database.records.accounts.update(anna.person.session.account.id, { isActive: false })
    await createFinishedDownload(bench, anna.viewer)
    await deliver()
    expect(anna.got()).toEqual([])
    await bench.database.records.accounts.update(anna.person.session.account.id, { isActive: true })
    await deliver()
    expect(anna.got()).toHaveLength(1)
    expect(await people.everythingStored()).not.toContain(anna.secret.slice(6))
    const exported = await server.call('GET', '/api/user/export', anna.visitor)
    expect(JSON.stringify(exported.body)).toContain(anna.path)
    expect(JSON.stringify(exported.body)).not.toContain(anna.secret.slice(6))
  })

  it('has ten at most, however many are asked for at once', async () => {
    const anna = await createPerson()
    const ask = () =>
      server.call('POST', '/api/user/webhooks', anna.visitor, {
        url: `${receiver.origin}/x`,
        events: ['download.failed'],
      })
    const statuses = (await Promise.all(Array.from({ length: 15 }, ask))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WEBHOOKS - 1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15 - MAX_WEBHOOKS + 1)
  })

  it('has five tests waiting at most, however many are asked for at once', async () => {
    const anna = await createPerson()
    const tests = await Promise.all(Array.from({ length: 20 }, () => anna.call('POST', '/test')))
    expect(tests.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
    await deliver()
    expect(anna.got()).toHaveLength(5)
    expect((await anna.call('POST', '/test')).status).toBe(200)
  })

  it('is refused an address that leads inwards, in whatever spelling, or that is none', async () => {
    const anna = await createPerson()
    const hosts = Object.values(FORBIDDEN_HOSTS).flat()
    const refusedUrls = [
      ...hosts.map((host) => `https://${host}/`),
      'http://example.com/',
      'https://example.com:8443/',
      'https://anna:hush@example.com/',
      'file:///etc/passwd',
      'nothing',
      `https://example.com/${'x'.repeat(20_000)}`,
    ]
    for (const url of refusedUrls) {
      const { status } = await server.call('POST', '/api/user/webhooks', anna.visitor, {
        url,
        events: ['download.failed'],
      })
      expect(status, url.slice(0, 80)).toBe(400)
    }
    expect(hosts.length).toBeGreaterThan(50)
  })
})

it('a stranger finds no webhook of somebody else, and one who is not signed in finds none', async () => {
  const [anna, mallory] = [await createPerson(), await createPerson()]
  await createFinishedDownload(bench, anna.viewer)
  await deliver()
  const [{ id: deliveryId }] = await anna.deliveries()
  const calls = [
    ...([
      ['GET', '/deliveries'],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['POST', `/deliveries/${deliveryId}/send`],
      ['PUT', '', { isOn: false }],
      ['DELETE', ''],
    ] as const),
  ]
  for (const [method, suffix, body] of calls) {
    const url = `/api/user/webhooks/${anna.id}${suffix}`
    expect((await server.call(method, url, mallory.visitor, body)).status, url).toBe(404)
    expect((await server.call(method, url, {}, body)).status, url).toBe(401)
  }
  expect((await mallory.call('POST', `/deliveries/${deliveryId}/send`)).status).toBe(404)
  expect(await anna.state()).toMatchObject({ isOn: true })
})
