import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { MAX_SHARED_BYTES_A_DAY } from '@kerf/domain/access/share-limits'
import { describe, expect, it, vi } from 'vitest'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { blockIt } from '../../../use-cases/testing/blocks.ts'
import { PRIVATE_IP_ADDRESS, RESOLVED_VIDEO } from '../../../use-cases/testing/test-backend.ts'
import { openTestServer, signedInClient } from '../../testing/open-app.ts'

const { backend, people, server } = await openTestServer({ rateLimits: false })
const { records } = backend.database

let links = 0
function newLink(): string {
  links += 1
  return `https://youtu.be/${String(links).padStart(11, 'v')}`
}

/** A person with an API key. */
async function keyHolder() {
  const person = await people.signUp()
  const client = signedInClient(person)
  const { body } = await server.call('POST', '/api/user/keys', client, { name: 'player' })
  return { client, accountId: person.session.account.id, keyId: String(body.id), key: String(body.key) }
}
type KeyHolder = Awaited<ReturnType<typeof keyHolder>>

/** A call as of a program, without any cookie. */
const getAddress = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers, remoteAddress: '127.0.0.1' })
const byKey = ({ key }: KeyHolder, url: string, headers: Record<string, string> = {}) =>
  getAddress(url, { authorization: `Bearer ${key}`, ...headers })
const addressOf = (parts: Record<string, string>): string => `/clip?${new URLSearchParams(parts)}`

/** Signs an address in the settings. */
async function signAddress(holder: KeyHolder, clip: object, hours = 1) {
  const path = `/api/user/keys/${holder.keyId}/address`
  return server.call('POST', path, holder.client, { ...clip, hours })
}
async function signedPath(holder: KeyHolder, clip: object, hours?: number): Promise<string> {
  const { status, body } = await signAddress(holder, clip, hours)
  expect(status).toBe(200)
  const { pathname, search } = new URL(body.address)
  return pathname + search
}

const usedUnits = async ({ client }: KeyHolder): Promise<number> =>
  (await server.call('GET', '/api/user/quota', client)).body.quota.dailyDownloads
const videosOf = ({ accountId }: KeyHolder) => records.videos.listForViewer(accountId, { limit: 20 })
const downloadsOf = ({ accountId }: KeyHolder) => records.downloads.listForViewer(accountId, { limit: 20 })

/** Cuts the clips of a person as soon as this many are requested. */
async function cutWaiting(holder: KeyHolder, count = 1): Promise<void> {
  while ((await downloadsOf(holder)).length < count) await nextTurnOfLoop()
  for (const { clipId } of await downloadsOf(holder))
    await runCutJob(backend, { clipId, signal: new AbortController().signal })
}

/** The answer of an address whose clip is cut while the call waits. */
async function answerOf(holder: KeyHolder, call: ReturnType<typeof getAddress>, count = 1) {
  const [answer] = await Promise.all([call, cutWaiting(holder, count)])
  return answer
}

describe('a clip by URL', () => {
  it('is cut and answered in one call with a key, and later found without a cut', async () => {
    const anna = await keyHolder()
    const address = addressOf({ url: newLink(), start: '1:02.5', end: '71.2', quality: '360p' })
    const first = await answerOf(anna, byKey(anna, address))
    expect([first.statusCode, first.body]).toEqual([200, 'clip'])
    expect(first.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': expect.stringMatching(/^inline; filename="kerf_360p\.mp4"/),
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    })
    expect(first.headers['set-cookie']).toBeUndefined()
    const part = await byKey(anna, address, { range: 'bytes=1-2' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'li', 'bytes 1-2/4'])
    const downloads = await downloadsOf(anna)
    expect(downloads).toHaveLength(1)
    expect((await records.clips.findMany([downloads[0]!.clipId])).get(downloads[0]!.clipId)?.ranges).toEqual([
      { startTime: 62.5, endTime: 71.2 },
    ])
    expect(await usedUnits(anna)).toBe(1)
    for (let call = 0; call < 5; call += 1) await byKey(anna, address, { range: 'bytes=0-0' })
    expect(await videosOf(anna)).toHaveLength(1)
  })

  it('is requested once by concurrent calls', async () => {
    const anna = await keyHolder()
    const address = addressOf({ url: newLink(), start: '0', end: '10' })
    const calls = Array.from({ length: 4 }, () => byKey(anna, address))
    await cutWaiting(anna)
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect([await videosOf(anna), await downloadsOf(anna)].map(({ length }) => length)).toEqual([1, 1])
  })

  it('is refused for a live stream, whose times shift at each call', async () => {
    const anna = await keyHolder()
    const liveWindow = { id: 'window', at: '2026-11-20T12:00:00Z' }
    const resolve = vi
      .spyOn(backend.source, 'resolve')
      .mockResolvedValue({ ok: true, video: { ...RESOLVED_VIDEO, live: liveWindow } })
    const addresses = [addressOf({ url: newLink() }), addressOf({ url: newLink(), start: '0', end: '10' })]
    for (const address of addresses) {
      const answer = await byKey(anna, address)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'video_live'])
    }
    const cutLink = (body: object) => server.call('POST', '/api/download', anna.client, { url: newLink(), ...body })
    const ranges = [{ startTime: 0, endTime: 10 }]
    expect((await cutLink({ ranges })).body.code).toBe('video_live')
    // Without ranges, the clip is the last 30 seconds.
    expect((await cutLink({})).status).toBe(202)
    expect(await usedUnits(anna)).toBe(1)
    resolve.mockRestore()
  })

  it('is answered while its source refuses, and a refusal is cached for a while', async () => {
    const anna = await keyHolder()
    const address = addressOf({ url: newLink(), start: '0', end: '10' })
    await answerOf(anna, byKey(anna, address))
    const resolve = vi.spyOn(backend.source, 'resolve').mockResolvedValue({ ok: false, code: 'source_failed' })
    backend.clock.pass(3600)
    expect((await byKey(anna, address)).statusCode).toBe(200)
    const otherAddress = addressOf({ url: newLink(), start: '0', end: '10' })
    const codes = await Promise.all([1, 2, 3].map(async () => (await byKey(anna, otherAddress)).json().code))
    expect(codes).toEqual(['source_failed', 'source_failed', 'source_failed'])
    expect(resolve).toHaveBeenCalledTimes(1)
    resolve.mockRestore()
    backend.clock.pass(61)
    expect((await answerOf(anna, byKey(anna, otherAddress), 2)).statusCode).toBe(200)
  })

  it('is not recut soon after a failure, and never after its owner cancelled or deleted it', async () => {
    const anna = await keyHolder()
    const failingAddress = addressOf({ url: newLink(), start: '0', end: '10', wait: '0.1' })
    await byKey(anna, failingAddress)
    const [failedDownload] = await downloadsOf(anna)
    await records.clips.update(failedDownload!.clipId, ['queued'], { status: 'failed', errorCode: 'cut_failed' })
    for (const _ of [1, 2]) expect((await byKey(anna, failingAddress)).json().code).toBe('cut_failed')
    const unloved = addressOf({ url: newLink(), start: '0', end: '10' })
    await answerOf(anna, byKey(anna, unloved), 2)
    const made = (await downloadsOf(anna)).find(({ id }) => id !== failedDownload!.id)
    await server.call('DELETE', `/api/download/${made!.id}`, anna.client)
    expect((await byKey(anna, unloved)).json().code).toBe('expired')
    expect(await downloadsOf(anna)).toHaveLength(1)
  })

  it('costs no unit for a HEAD request, which only checks', async () => {
    const anna = await keyHolder()
    const address = addressOf({ url: newLink(), start: '0', end: '10' })
    const head = () =>
      server.app.inject({ method: 'HEAD', url: address, headers: { authorization: `Bearer ${anna.key}` } })
    expect((await head()).statusCode).toBe(409)
    expect(await usedUnits(anna)).toBe(0)
    await answerOf(anna, byKey(anna, address))
    expect((await head()).headers['content-length']).toBe('4')
  })

  it('allows twenty lookups a minute per account', async () => {
    const anna = await keyHolder()
    server.deps.caches.addressedLookups.spend(anna.accountId, 20)
    expect((await byKey(anna, addressOf({ url: newLink() }))).json().code).toBe('too_many_requests')
  })

  it('is cut again after its file has expired', async () => {
    const anna = await keyHolder()
    const address = addressOf({ url: newLink(), start: '0', end: '10' })
    await answerOf(anna, byKey(anna, address))
    backend.clock.pass(25 * 3600)
    const again = byKey(anna, address)
    expect((await answerOf(anna, again, 2)).statusCode).toBe(200)
  })

  it('uses the time of the link if the address has none', async () => {
    const anna = await keyHolder()
    await answerOf(anna, byKey(anna, addressOf({ url: `${newLink()}?t=5` })))
    const [download] = await downloadsOf(anna)
    const clip = (await records.clips.findMany([download!.clipId])).get(download!.clipId)
    expect(clip?.ranges[0]?.startTime).toBe(5)
  })

  it("needs a key or a signature: cookies do not work, so no page uses up a visitor's quota", async () => {
    const anna = await keyHolder()
    for (const client of [{}, anna.client, (await server.createStranger()).client]) {
      const answer = await server.call('GET', addressOf({ url: newLink() }), client)
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    }
    expect(await downloadsOf(anna)).toEqual([])
  })

  it.each([
    ['half a range', { start: '5' }, 'invalid_request'],
    ['invalid times', { start: 'five', end: 'six' }, 'invalid_request'],
    ['an end before the start', { start: '6', end: '5' }, 'invalid_trim'],
    ['another site', { url: 'https://example.com/film' }, 'invalid_link'],
    ['a quality that needs Pro', { quality: '1080p' }, 'needs_pro'],
    ['a link that was not encoded', { list: 'PL1' }, 'invalid_request'],
  ])('is refused with %s, like a download', async (_description, parts: Record<string, string>, code) => {
    const anna = await keyHolder()
    const { statusCode, json } = await byKey(anna, addressOf({ url: newLink(), ...parts }))
    expect([statusCode >= 400, json().code]).toEqual([true, code])
    expect(await downloadsOf(anna)).toEqual([])
  })

  it('counts towards the quota, and is refused once its video is blocked', async () => {
    const anna = await keyHolder()
    const url = newLink()
    const address = addressOf({ url, start: '0', end: '10' })
    await answerOf(anna, byKey(anna, address))
    await blockIt(backend, 'video', url)
    expect((await byKey(anna, address)).json().code).toBe('link_blocked')
  })
})

describe('a signed address', () => {
  it("opens its clip to a player without a key, on another site's page", async () => {
    const anna = await keyHolder()
    const path = await signedPath(anna, { url: newLink(), start: '2.5', end: '4', quality: '360p' })
    const answer = await answerOf(anna, getAddress(path, { origin: 'https://elsewhere.example' }))
    expect([answer.statusCode, answer.body, answer.headers['access-control-allow-origin']]).toEqual([200, 'clip', '*'])
    expect(path).not.toContain(anna.key)
  })

  it('opens no other clip, not even one second more', async () => {
    const anna = await keyHolder()
    const path = await signedPath(anna, { url: newLink(), start: '2', end: '4', quality: '360p' })
    const changes: [string, string][] = [
      ['end', '5'],
      ['url', newLink()],
      ['quality', '720p'],
      ['format', 'gif'],
      ['pass', 'v1.AAAA.AAAA.AAAA'],
      ['pass', ''],
    ]
    for (const [name, value] of changes) {
      const changedUrl = new URL(path, 'http://kerf.example')
      changedUrl.searchParams.set(name, value)
      expect((await getAddress(changedUrl.pathname + changedUrl.search)).json().code, name).toBe('not_signed_in')
    }
    expect(await downloadsOf(anna)).toEqual([])
  })

  it('ends at its expiry, with its key, and with the account', async () => {
    const clip = { url: newLink(), start: '0', end: '10' }
    const [lateKey, revoked, suspended, deleted] = await Promise.all([1, 2, 3, 4].map(keyHolder))
    const pathOf = new Map(
      await Promise.all(
        [lateKey!, revoked!, suspended!, deleted!].map(
          async (holder) => [holder, await signedPath(holder, clip)] as const,
        ),
      ),
    )
    const codeOf = async (holder: KeyHolder) => (await getAddress(pathOf.get(holder)!)).json().code
    await server.call('DELETE', `/api/user/keys/${revoked!.keyId}`, revoked!.client)
    expect(await codeOf(revoked!)).toBe('not_signed_in')
    await records.accounts.update(suspended!.accountId, { isActive: false })
    expect(await codeOf(suspended!)).toBe('account_suspended')
    await records.accounts.delete(deleted!.accountId)
    expect(await codeOf(deleted!)).toBe('not_signed_in')
    backend.clock.pass(3600)
    expect(await codeOf(lateKey!)).toBe('not_signed_in')
  })

  it('pauses once the addresses of its key have sent the daily limit of a public page', async () => {
    const anna = await keyHolder()
    const path = await signedPath(anna, { url: newLink(), start: '0', end: '10' })
    const { addressBytes } = server.deps.caches
    const spend = vi.spyOn(addressBytes, 'spend')
    expect((await answerOf(anna, getAddress(path))).statusCode).toBe(200)
    await expect.poll(() => spend.mock.calls).toEqual([[anna.accountId, 4]])
    addressBytes.spend(anna.accountId, 2 * MAX_SHARED_BYTES_A_DAY)
    expect((await getAddress(path)).json().code).toBe('too_many_requests')
    // The owner's own calls go on.
    expect((await byKey(anna, path.replace(/&pass=.*/, ''))).statusCode).toBe(200)
  })

  it("counts against its signer's IP address, not the players'", async () => {
    const anna = await keyHolder()
    await records.accounts.update(anna.accountId, { emailVerified: false })
    const path = await signedPath(anna, { url: newLink(), start: '0', end: '10' })
    const keyFor = vi.spyOn(server.deps, 'ipAddressQuotaKey')
    await answerOf(anna, server.app.inject({ url: path, remoteAddress: '8.8.8.8' }))
    expect(keyFor.mock.calls.map(([, ipAddress]) => ipAddress)).toEqual([PRIVATE_IP_ADDRESS])
    keyFor.mockRestore()
  })

  it('does not work and cannot be made while sharing is off', async () => {
    const anna = await keyHolder()
    const clip = { url: newLink(), start: '0', end: '10' }
    const path = await signedPath(anna, clip)
    await records.settings.write({ sharing: false })
    expect((await getAddress(path)).json().code).toBe('sharing_off')
    expect((await signAddress(anna, clip)).body.code).toBe('sharing_off')
    expect((await answerOf(anna, byKey(anna, addressOf(clip)))).statusCode).toBe(200)
    await records.settings.write({ sharing: true })
  })

  it("is made only by the key's owner, for a link that this server accepts", async () => {
    const anna = await keyHolder()
    const ben = await keyHolder()
    const clip = { url: newLink(), start: '0', end: '10' }
    expect((await signAddress({ ...ben, keyId: anna.keyId }, clip)).status).toBe(404)
    expect((await signAddress(anna, { ...clip, url: 'https://example.com/film' })).body.code).toBe('invalid_link')
    expect((await signAddress(anna, { ...clip, end: 'later' })).body.code).toBe('invalid_request')
    expect((await signAddress(anna, clip, 721)).status).toBe(400)
    const path = `/api/user/keys/${anna.keyId}/address`
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${anna.key}` },
      payload: { ...clip, hours: 1 },
    })
    expect(answer.json().code).toBe('not_by_key')
  })
})

describe('a player that waits for a long cut', () => {
  it('is redirected to wait again, and finally gets `not_ready`', async () => {
    const anna = await keyHolder()
    const parts = { url: newLink(), start: '0', end: '10', wait: '0.1' }
    const { statusCode, headers } = await byKey(anna, addressOf(parts))
    // A relative address stays on the host and the path of the call.
    expect(headers.location).toMatch(/^\?/)
    const location = new URL(String(headers.location), 'http://kerf.example/clip')
    expect([statusCode, location.pathname, Object.fromEntries(location.searchParams)]).toEqual([
      307,
      '/clip',
      { ...parts, turn: '2' },
    ])
    expect((await byKey(anna, addressOf({ ...parts, turn: '18' }))).json().code).toBe('not_ready')
    await cutWaiting(anna)
    expect((await byKey(anna, location.pathname + location.search)).statusCode).toBe(200)
    expect(await downloadsOf(anna)).toHaveLength(1)
  })

  it('may wait in four calls, and must retry the fifth later', async () => {
    const anna = await keyHolder()
    const address = addressOf({ url: newLink(), start: '0', end: '10' })
    const calls = Array.from({ length: 5 }, () => byKey(anna, address))
    const first = await Promise.race(calls)
    expect([first.statusCode, first.json().code]).toEqual([429, 'too_many_requests'])
    await cutWaiting(anna)
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 429])
  })
})
