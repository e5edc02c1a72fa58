import { describe, expect, it } from 'vitest'
import { MediaWorkError } from '../../../ports/media.ts'
import { adoptStranger } from '../../../use-cases/accounts/identify-viewer.ts'
import { retryJob } from '../../../use-cases/admin/retry-job.ts'
import { cancelDownload } from '../../../use-cases/downloads/end-download.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import type { Person } from '../../../use-cases/testing/people.ts'
import { type AppAnswer, openApp, openTestServer, signedInClient } from '../../testing/open-app.ts'

const { backend, people, server } = await openTestServer()
/** A new stranger requests a download of a new video. */
async function requestOfNobody(address: string, otherServer = server): Promise<AppAnswer> {
  const { viewer, client } = await otherServer.createStranger(address)
  const video = await backend.video(viewer)
  return otherServer.call('POST', `/api/video/${video.id}/download`, client, { quality: '360p' })
}

/** A person with an account requests a download of a new video. */
async function requestOf(person: Person, forwardedFor: string): Promise<AppAnswer> {
  const video = await backend.video(person.viewer)
  const client = { ...signedInClient(person), forwardedFor }
  return server.call('POST', `/api/video/${video.id}/download`, client, { quality: '360p' })
}

const statuses = async (addresses: readonly string[], otherServer = server) => {
  const answers = []
  for (const address of addresses) answers.push((await requestOfNobody(address, otherServer)).status)
  return answers
}

describe('strangers who delete their cookie', () => {
  it('are counted by IP address, and see when the limit resets', async () => {
    backend.clock.set(new Date('2026-11-20T22:00:00Z'))
    const address = '198.41.0.4'
    expect(await statuses([address, address, address])).toEqual([202, 202, 202])
    const refusal = await requestOfNobody(address)
    expect(refusal).toMatchObject({
      status: 429,
      body: { code: 'daily_limit', details: 'The limit resets at 2026-11-21T00:00:00.000Z.' },
      headers: { 'retry-after': '7200' },
    })
    expect(await statuses(['198.41.0.5'])).toEqual([202])
    const { body } = await server.call('GET', '/api/user/quota', { forwardedFor: address })
    expect(body).toMatchObject({ viewer: 'anonymous', quota: { dailyDownloads: 3, monthlyDownloads: 3 } })
    backend.clock.set(new Date('2026-11-21T00:00:00Z'))
    expect(await statuses([address])).toEqual([202])
  })

  it('get ten a month per IP address, until the first of the next month', async () => {
    const address = '199.9.14.201'
    for (const day of [2, 3, 4, 5]) {
      backend.clock.set(new Date(Date.UTC(2027, 0, day, 12)))
      expect(await statuses(day < 5 ? [address, address, address] : [address])).not.toContain(429)
    }
    expect(await requestOfNobody(address)).toMatchObject({ status: 429, body: { code: 'monthly_limit' } })
    backend.clock.set(new Date('2027-01-31T23:59:59Z'))
    expect(await statuses([address])).toEqual([429])
    backend.clock.set(new Date('2027-02-01T00:00:00Z'))
    expect(await statuses([address])).toEqual([202])
  })

  it('are counted by their address block, with any port from a proxy (ip-address-block.test.ts)', async () => {
    const sameAddresses = ['2001:503:ba3e:4400::30', '[2001:503:ba3e:44ff:1:2:3:4]:1', '[2001:0503:BA3E:4407::]']
    expect(await statuses([...sameAddresses, '2001:503:ba3e:4410::1'])).toEqual([202, 202, 202, 429])
    expect(await statuses([1, 2, 3, 4].map((port) => `192.58.128.30:${port}`))).toEqual([202, 202, 202, 429])
  })

  it('gain nothing from addresses in a forged header', async () => {
    const headerThroughProxy = (inventedAddress: string) => `${inventedAddress}, 192.33.4.12`
    expect(await statuses(['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4'].map(headerThroughProxy))).toEqual([
      202, 202, 202, 429,
    ])
  })

  it('are counted by their cookie as well, from any IP address', async () => {
    const { viewer, client } = await server.createStranger()
    const ask = async (forwardedFor: string) => {
      const video = await backend.video(viewer)
      const answer = await server.call(
        'POST',
        `/api/video/${video.id}/download`,
        { ...client, forwardedFor },
        { quality: '360p' },
      )
      return answer.status
    }
    for (const host of [1, 2, 3]) expect(await ask(`199.7.83.${host}`)).toBe(202)
    expect(await ask('199.7.83.4')).toBe(429)
    const answer = await server.call('GET', '/api/user/quota', { ...client, forwardedFor: '199.7.83.1' })
    expect(answer.body.quota.dailyDownloads).toBe(3)
  })
})

it('accounts with made-up emails share the units of their IP address until they confirm', async () => {
  const address = '193.0.14.130'
  const newPeople = await Promise.all(Array.from({ length: 6 }, () => people.signUp()))
  const answers = []
  for (const person of newPeople) answers.push((await requestOf(person, address)).status)
  expect(answers).toEqual([202, 202, 202, 202, 202, 429])
  const [lastPerson] = newPeople.slice(-1)
  if (!lastPerson) throw new Error('Nobody has signed up.')
  await backend.database.records.accounts.update(lastPerson.viewer.id, { emailVerified: true })
  expect((await requestOf(lastPerson, address)).status).toBe(202)
})

describe('no caller is counted by an IP address', () => {
  it('if a whole network shares it, as behind an unconfigured proxy', async () => {
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd00::7', 'fe80::1', '100.64.1.1'])
      expect(await statuses([address, address, address, address])).toEqual([202, 202, 202, 202])
  })

  it('if limits are switched off', async () => {
    const open = await openApp(backend, people, { rateLimits: false })
    const address = '202.12.27.33'
    expect(await statuses([address, address, address, address], open)).toEqual([202, 202, 202, 202])
  })

  it('after signing in with a confirmed email', async () => {
    const address = '193.0.14.129'
    expect(await statuses([address, address, address])).toEqual([202, 202, 202])
    const person = await people.signUp({ emailVerified: true })
    expect((await requestOf(person, address)).status).toBe(202)
    const client = { ...signedInClient(person), forwardedFor: address }
    expect((await server.call('GET', '/api/user/quota', client)).body.quota.dailyDownloads).toBe(1)
  })
})

describe('the unit of an IP address', () => {
  const usedBytes = async (forwardedFor: string) =>
    (await server.call('GET', '/api/user/quota', { forwardedFor })).body.quota.dailyDownloads

  it('is returned once if a download is cancelled or empty, and taken again by a retry', async () => {
    const address = '192.36.148.17'
    const { viewer, client } = await server.createStranger(address)
    const [first, second] = [await backend.video(viewer), await backend.video(viewer)]
    const ask = (id: string) => server.call('POST', `/api/video/${id}/download`, client, { quality: '360p' })
    const cancelledId = (await ask(first.id)).body.id
    const emptyId = (await ask(second.id)).body.id
    expect((await requestOfNobody(address)).status).toBe(202)
    expect(await usedBytes(address)).toBe(3)
    await Promise.all([1, 2, 3].map(() => server.call('POST', `/api/download/${cancelledId}/cancel`, client)))
    expect(await usedBytes(address)).toBe(2)
    const { downloads } = backend.database.records
    const clipId = (await downloads.find(emptyId, viewer.id))?.clipId ?? ''
    backend.engine.work = () => Promise.reject(new MediaWorkError('clip_empty', 'Nothing is in it.'))
    await runCutJob(backend, { clipId, signal: new AbortController().signal })
    expect(await usedBytes(address)).toBe(1)
    expect(await downloads.find(emptyId, viewer.id)).toMatchObject({ quotaDay: null, quotaMonth: null })
    expect(await retryJob(backend, { id: clipId, by: 'an admin' })).toMatchObject({ ok: true })
    expect(await usedBytes(address)).toBe(2)
  })

  it('stays when the stranger signs in, and is returned if their download is cancelled later', async () => {
    const address = '192.5.5.241'
    const { viewer, client } = await server.createStranger(address)
    const video = await backend.video(viewer)
    const { body } = await server.call('POST', `/api/video/${video.id}/download`, client, { quality: '360p' })
    const { viewer: account } = await people.signUp()
    await adoptStranger(backend, { stranger: viewer, accountId: account.id })
    expect(await usedBytes(address)).toBe(1)
    await cancelDownload(backend, { id: body.id, viewer: account })
    expect(await usedBytes(address)).toBe(0)
  })

  it('is stored under a key that hides the address', async () => {
    const address = '193.108.91.97'
    await requestOfNobody(address)
    const storedText = await people.everythingStored()
    expect(storedText).toContain('address:')
    expect(storedText).not.toContain(address)
  })
})
