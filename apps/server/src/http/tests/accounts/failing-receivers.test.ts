import type { ServerResponse } from 'node:http'
import { PATIENTLY } from '@kerf/standins/waits'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { createDownload, createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { createDeliverer } from '../../../use-cases/webhooks/deliver.ts'
import { openWebhookServer, unavailable } from '../../testing/open-webhook-server.ts'

const DAY_SECONDS = 24 * 3600
const DELIVERY_COUNT = Number(process.env.KERF_TEST_AT_LENGTH === 'yes' ? 2000 : 200)

const { backend, people, server, receiver, received, canary, deliverer, deliver, createPerson, addedTo } =
  await openWebhookServer()

beforeEach(() => {
  received.length = 0
})

describe('a failing receiver', () => {
  it('is retried at growing intervals, with one delivery at a time, and loses nothing', async () => {
    const anna = await createPerson({ events: ['download.failed'] })
    anna.answer(unavailable)
    const { clip } = await createDownload(backend, anna.viewer)
    backend.source.answers.push({ ok: false, code: 'video_private' })
    await runCutJob(backend, { clipId: clip.id, signal: new AbortController().signal })
    const { webhookDeliveries } = backend.database.records
    const [pattern] = await webhookDeliveries.list(anna.id, 1)
    const ids = Array.from({ length: DELIVERY_COUNT }, (_, index) => `msg_${String(index).padStart(22, '0')}`)
    for (let offset = 0; offset < DELIVERY_COUNT; offset += 1000)
      await webhookDeliveries.insert(
        ids.slice(offset, offset + 1000).map((id) => ({ ...pattern!, id, status: 'waiting', tries: 0 })),
      )
    await deliver()
    // Two deliveries may have been under way when the first failed.
    expect(anna.got().length).toBeLessThanOrEqual(2)
    expect(await anna.state()).toMatchObject({ isOn: true, failingSince: backend.clock.now().toISOString() })
    for (const seconds of [5, 60, 300]) {
      const earlierCount = anna.got().length
      backend.clock.pass(seconds - 1)
      await deliver()
      expect(anna.got().length, `before ${seconds}`).toBe(earlierCount)
      backend.clock.pass(1)
      await deliver()
      expect(anna.got().length, `after ${seconds}`).toBe(earlierCount + 1)
    }
    // Another clip is finished meanwhile.
    await createFinishedDownload(backend, anna.viewer)
    anna.recover()
    received.length = 0
    backend.clock.pass(1800)
    await deliver()
    backend.clock.pass(DAY_SECONDS)
    await deliver()
    const receivedIds = anna.got().map(({ headers }) => headers['webhook-id'])
    expect(receivedIds.toSorted()).toEqual([pattern!.id, ...ids].toSorted())
    expect(await anna.state()).toMatchObject({ isOn: true, failingSince: null })
  })

  it('is switched off after about a day, with an email, and gets the rest once on again', async () => {
    const anna = await createPerson()
    anna.answer(unavailable)
    const { download } = await createFinishedDownload(backend, anna.viewer)
    let hours = 0
    while ((await anna.state()).isOn && hours < 48) {
      await deliver()
      backend.clock.pass(3600)
      hours += 1
    }
    expect(hours).toBeGreaterThan(18)
    expect(hours).toBeLessThan(30)
    expect(await people.ordersAbout(anna.person)).toContainEqual(
      expect.objectContaining({ kind: 'webhook_off', webhookHost: receiver.exemption }),
    )
    expect((await anna.call('POST', '/test')).body.error).toContain('off')
    anna.recover()
    received.length = 0
    await deliver()
    expect(anna.got()).toEqual([])
    expect((await anna.call('PUT', '', { isOn: true })).body).toMatchObject({ isOn: true, failingSince: null })
    await deliver()
    expect(anna.events()).toMatchObject([{ data: { id: download.id } }])
  })

  it('gets all other deliveries and stays on if it refuses only one', async () => {
    const anna = await createPerson({ plan: true })
    let refusedId = ''
    anna.answer((response) => {
      const id = anna.got().at(-1)!.headers['webhook-id']!
      refusedId ||= id
      response.writeHead(id === refusedId ? 500 : 200).end()
    })
    await createFinishedDownload(backend, anna.viewer)
    await deliver()
    for (let hour = 0; hour < 40; hour += 1) {
      backend.clock.pass(3600)
      if (hour % 3 === 0) await createFinishedDownload(backend, anna.viewer)
      await deliver()
    }
    expect(await anna.state()).toMatchObject({ isOn: true })
    const deliveries = await anna.deliveries()
    expect(deliveries.filter(({ status }: { status: string }) => status !== 'delivered')).toMatchObject([
      { id: refusedId, status: 'failed', tries: 8 },
    ])
  })

  it('is not retried after it answers 410', async () => {
    const anna = await createPerson()
    anna.answer((response) => void response.writeHead(410).end())
    await createFinishedDownload(backend, anna.viewer)
    await deliver()
    expect(await anna.state()).toMatchObject({ isOn: false })
    expect(anna.got()).toHaveLength(1)
  })

  it.each([
    [
      'redirects to an internal address',
      (response: ServerResponse) => void response.writeHead(302, { location: canary.origin }).end(),
      302,
    ],
    ['hangs up', (response: ServerResponse) => void response.destroy(), null],
    [
      'never ends its answer',
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
  ])('blocks nobody and is not followed if it %s', async (_, answer, status) => {
    const anna = await createPerson()
    anna.answer(answer)
    await createFinishedDownload(backend, anna.viewer)
    await deliver()
    expect(await anna.deliveries()).toMatchObject([{ statusCode: status }])
    expect(canary.connections()).toBe(0)
  })

  it('is awaited if it is slow, while others get their deliveries', async () => {
    const [slowPerson, quickPerson] = [await createPerson(), await createPerson()]
    const openResponses: ServerResponse[] = []
    slowPerson.answer((response) => void openResponses.push(response))
    for (let clip = 0; clip < 4; clip += 1) await createFinishedDownload(backend, slowPerson.viewer)
    await createFinishedDownload(backend, quickPerson.viewer)
    deliverer.sendDue()
    await vi.waitFor(() => expect(quickPerson.got()).toHaveLength(1), PATIENTLY)
    await vi.waitFor(() => expect(openResponses).toHaveLength(2), PATIENTLY)
    slowPerson.recover()
    for (const response of openResponses) response.writeHead(200).end()
    await deliverer.waitUntilSent()
    expect(slowPerson.got()).toHaveLength(4)
  })
})

describe('an account whose receivers never answer', () => {
  it('occupies four senders at most, including tests and resends, while others are served', async () => {
    const person = await createPerson()
    const silentPeople = [person, ...(await addedTo(person, 4))]
    const openResponses: ServerResponse[] = []
    for (const { answer } of silentPeople) answer((response) => void openResponses.push(response))
    for (const { call } of silentPeople) for (let test = 0; test < 2; test += 1) await call('POST', '/test')
    const quickPeople = [await createPerson(), await createPerson()]
    for (const { viewer } of quickPeople) await createFinishedDownload(backend, viewer)
    deliverer.sendDue()
    for (const person of quickPeople) await vi.waitFor(() => expect(person.got()).toHaveLength(1), { timeout: 50_000 })
    await vi.waitFor(() => expect(openResponses).toHaveLength(4), { timeout: 50_000 })
    for (const { recover } of silentPeople) recover()
    for (const response of openResponses) response.writeHead(200).end()
    await deliverer.waitUntilSent()
    expect(received.filter(({ path }) => silentPeople.some((person) => person.path === path))).toHaveLength(10)
  })

  it('gets one turn before another account gets a second, however early its tests are due', async () => {
    const [busyPerson, idlePerson] = [await createPerson(), await createPerson()]
    for (let clip = 0; clip < 3; clip += 1) await createFinishedDownload(backend, busyPerson.viewer)
    await createFinishedDownload(backend, idlePerson.viewer)
    await busyPerson.call('POST', '/test')
    await deliver()
    const order = received
      .filter(({ path }) => [busyPerson.path, idlePerson.path].includes(path))
      .map(({ path }) => path)
    expect(order.indexOf(idlePerson.path)).toBeLessThan(2)
    expect(order).toHaveLength(5)
  })

  it('waits after a failed test', async () => {
    const anna = await createPerson()
    anna.answer(unavailable)
    await anna.call('POST', '/test')
    await deliver()
    await createFinishedDownload(backend, anna.viewer)
    await deliver()
    expect(anna.got()).toHaveLength(1)
    anna.recover()
    backend.clock.pass(60)
    await deliver()
    expect(anna.got()).toHaveLength(2)
    expect(await anna.state()).toMatchObject({ isOn: true, failingSince: null })
  })
})

it('a delivery that was interrupted by a stop is sent by the next process', async () => {
  const anna = await createPerson()
  const openResponses: ServerResponse[] = []
  anna.answer((response) => void openResponses.push(response))
  await createFinishedDownload(backend, anna.viewer)
  const first = createDeliverer(server.deps)
  first.sendDue()
  await vi.waitFor(() => expect(openResponses).toHaveLength(1), PATIENTLY)
  await first.stop()
  anna.recover()
  await deliver()
  expect(anna.got()).toHaveLength(2)
  expect(await anna.deliveries()).toMatchObject([{ status: 'delivered', tries: 1 }])
})
