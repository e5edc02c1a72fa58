import { describe, expect, it } from 'vitest'
import { listUsers } from '../admin-users.ts'
import { setTrim } from '../video.ts'
import { ApiError, callApi, callApiPage, OfflineError, pathFor, queryString } from './client.ts'

const respondWith = (status: number, text: string, headers: Record<string, string> = {}): typeof fetch => {
  return async () => new Response(text, { status, headers })
}
const setTrimWith = (fetchFn: typeof fetch) =>
  callApi(setTrim, { params: { id: 'abc' }, body: { startTime: 0, endTime: 1 } }, fetchFn)

describe('the typed client', () => {
  it('fills escaped parameters into the path', () => {
    expect(pathFor(setTrim, { id: '../x' })).toBe('/api/video/..%2Fx/trim')
  })

  it('throws an error with status, code and sentence of a refusal', async () => {
    const body = '{"error":"Daily limit reached","code":"daily_limit"}'
    const error = await setTrimWith(respondWith(429, body, { 'retry-after': '60' })).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: `429: ${body}`,
      code: 'daily_limit',
      sentence: 'Daily limit reached',
      retryAfterSeconds: 60,
    })
  })

  it("keeps the server's sentence of an unknown code, and accepts invalid bodies", async () => {
    const newerBody = '{"error":"The archive is being moved.","code":"archive_moving","details":"Until noon."}'
    const error = await setTrimWith(respondWith(503, newerBody)).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: null, sentence: 'The archive is being moved.', details: 'Until noon.' })
    for (const invalidBody of ['{"error":{"deep":1}}', '{"error":""}', 'null', '[]', '']) {
      const error = await setTrimWith(respondWith(500, invalidBody)).catch((e: unknown) => e)
      expect(error).toMatchObject({ code: null, sentence: null, details: null })
    }
  })

  it('returns undefined for an empty response', async () => {
    expect(await setTrimWith(respondWith(200, ''))).toBeUndefined()
  })

  it('throws an error for the page of a proxy, and OfflineError without a response', async () => {
    const error = await setTrimWith(respondWith(502, '<html>Bad gateway</html>')).catch((e: unknown) => e)
    expect(error).toMatchObject({ message: '502: <html>Bad gateway</html>', code: null, sentence: null })
    const fetchFn: typeof fetch = async () => {
      throw new TypeError('fetch failed')
    }
    await expect(setTrimWith(fetchFn)).rejects.toBeInstanceOf(OfflineError)
  })
})

describe('a paged list', () => {
  it('is requested with only the given parameters, escaped', async () => {
    expect(queryString({ search: 'a&b c', filter: undefined, page: 2 })).toBe('?search=a%26b+c&page=2')
    expect(queryString({ search: undefined })).toBe('')
    let url = ''
    await callApiPage(listUsers, { query: { page: 3 } }, async (address) => {
      url = String(address)
      return new Response('[]')
    })
    expect(url).toBe('/api/admin/users?page=3')
  })

  it('has the total of the header, or else its own length', async () => {
    expect(await callApiPage(listUsers, {}, respondWith(200, '[{},{}]', { 'x-total-count': '41' }))).toMatchObject({
      items: [{}, {}],
      total: 41,
    })
    expect((await callApiPage(listUsers, {}, respondWith(200, '[{},{}]'))).total).toBe(2)
    expect((await callApiPage(listUsers, {}, respondWith(200, '[]', { 'x-total-count': '0' }))).total).toBe(0)
  })

  it('is refused like any other call', async () => {
    const body = '{"error":"No.","code":"needs_admin"}'
    await expect(callApiPage(listUsers, {}, respondWith(403, body))).rejects.toMatchObject({ code: 'needs_admin' })
  })
})
