import type { ServerResponse } from 'node:http'
import { MAX_WEBHOOKS } from '@kerf/domain/webhooks/webhook'
import { FORBIDDEN_HOSTS } from '@kerf/standins/hostile/forbidden-hosts'
import { PATIENTLY } from '@kerf/standins/waits'
import { describe, expect, it, vi } from 'vitest'
import { writeClaim } from '../../../use-cases/email/mailed-claim.ts'
import { createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openWebhookServer } from '../../testing/open-webhook-server.ts'

const DAY_SECONDS = 24 * 3600

const { backend, people, server, receiver, deliverer, deliver, createPerson } = await openWebhookServer()

describe('after an account is recovered by email, its owner', () => {
  it.each([
    ['finds the webhooks off, and can switch them on again', true],
    ['finds no earlier webhooks if its email was never confirmed', false],
  ])('%s', async (_, emailVerified) => {
    const anna = await createPerson()
    const { account } = anna.person.session
    await backend.database.records.accounts.update(account.id, { emailVerified })
    const verifiedAccount = { ...account, emailVerified }
    const token = await people.accounts.createToken('reset-password', writeClaim(verifiedAccount), 3600)
    const reset = { token, password: 'another strip' }
    expect(await server.call('POST', '/api/auth/reset-password', {}, reset)).toMatchObject({ status: 200 })
    const webhooks = await backend.database.records.webhooks.listFor(account.id)
    expect(webhooks.map(({ isOn }) => isOn)).toEqual(emailVerified ? [false] : [])
  })
})

describe('the owner of a webhook', () => {
  it('resends a delivery under the same id, once for two clicks', async () => {
    const anna = await createPerson()
    await createFinishedDownload(backend, anna.viewer)
    await deliver()
    const [{ id }] = await anna.deliveries()
    backend.clock.pass(60)
    const sendAgain = () => anna.call('POST', `/deliveries/${id}/send`)
    expect((await Promise.all([sendAgain(), sendAgain()])).map(({ status }) => status)).toEqual([200, 200])
    await deliver()
    expect(anna.got().map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
    expect(anna.got()[1]!.body).toBe(anna.got()[0]!.body)
  })

  it('may delete it during a delivery, and gets nothing after that', async () => {
    const anna = await createPerson()
    const openResponses: ServerResponse[] = []
    anna.answer((response) => void openResponses.push(response))
    await createFinishedDownload(backend, anna.viewer)
    deliverer.sendDue()
    await vi.waitFor(() => expect(openResponses).toHaveLength(1), PATIENTLY)
    expect((await anna.call('DELETE')).status).toBe(204)
    openResponses[0]!.writeHead(500).end()
    await deliverer.waitUntilSent()
    await createFinishedDownload(backend, anna.viewer)
    backend.clock.pass(DAY_SECONDS)
    await deliver()
    expect(anna.got()).toHaveLength(1)
    expect((await anna.call('GET', '/deliveries')).status).toBe(404)
  })

  it('gets no delivery while suspended, and no secret appears anywhere', async () => {
    const anna = await createPerson()
    await backend.database.records.accounts.update(anna.person.session.account.id, { isActive: false })
    await createFinishedDownload(backend, anna.viewer)
    await deliver()
    expect(anna.got()).toEqual([])
    await backend.database.records.accounts.update(anna.person.session.account.id, { isActive: true })
    await deliver()
    expect(anna.got()).toHaveLength(1)
    expect(await people.everythingStored()).not.toContain(anna.secret.slice(6))
    const exportAnswer = await server.call('GET', '/api/user/export', anna.client)
    expect(JSON.stringify(exportAnswer.body)).toContain(anna.path)
    expect(JSON.stringify(exportAnswer.body)).not.toContain(anna.secret.slice(6))
  })

  it('has ten at most, even if created at once', async () => {
    const anna = await createPerson()
    const ask = () =>
      server.call('POST', '/api/user/webhooks', anna.client, {
        url: `${receiver.origin}/x`,
        events: ['download.failed'],
      })
    const statuses = (await Promise.all(Array.from({ length: 15 }, ask))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WEBHOOKS - 1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15 - MAX_WEBHOOKS + 1)
  })

  it('has five pending tests at most, even if requested at once', async () => {
    const anna = await createPerson()
    const tests = await Promise.all(Array.from({ length: 20 }, () => anna.call('POST', '/test')))
    expect(tests.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
    await deliver()
    expect(anna.got()).toHaveLength(5)
    expect((await anna.call('POST', '/test')).status).toBe(200)
  })

  it('cannot use an internal address in any spelling, or an invalid one', async () => {
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
      const { status } = await server.call('POST', '/api/user/webhooks', anna.client, {
        url,
        events: ['download.failed'],
      })
      expect(status, url.slice(0, 80)).toBe(400)
    }
    expect(hosts.length).toBeGreaterThan(50)
  })
})

it('strangers and other people find no webhook of a person', async () => {
  const [anna, mallory] = [await createPerson(), await createPerson()]
  await createFinishedDownload(backend, anna.viewer)
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
    expect((await server.call(method, url, mallory.client, body)).status, url).toBe(404)
    expect((await server.call(method, url, {}, body)).status, url).toBe(401)
  }
  expect((await mallory.call('POST', `/deliveries/${deliveryId}/send`)).status).toBe(404)
  expect(await anna.state()).toMatchObject({ isOn: true })
})
