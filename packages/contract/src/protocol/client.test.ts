import { describe, expect, it } from 'vitest'
import { listUsers } from '../admin-users.ts'
import { setTrim } from '../video.ts'
import { ApiError, callApi, callApiPage, OfflineError, pathFor, queryString } from './client.ts'

const answering = (status: number, text: string, headers: Record<string, string> = {}): typeof fetch => {
  return async () => new Response(text, { status, headers })
}
const call = (fetchFn: typeof fetch) =>
  callApi(setTrim, { params: { id: 'abc' }, body: { startTime: 0, endTime: 1 } }, fetchFn)

describe('the typed client', () => {
  it('fills the path in, escaped', () => {
    expect(pathFor(setTrim, { id: '../x' })).toBe('/api/video/..%2Fx/trim')
  })

  it('turns an answer that is not OK into its status, a colon and its text', async () => {
    const body = '{"error":"Daily limit reached","code":"daily_limit"}'
    const error = await call(answering(429, body, { 'retry-after': '60' })).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: `429: ${body}`,
      code: 'daily_limit',
      sentence: 'Daily limit reached',
      retryAfterSeconds: 60,
    })
  })

  it("keeps the server's own sentence where the code is one it does not know, or there is none", async () => {
    const newer = '{"error":"The archive is being moved.","code":"archive_moving","details":"Until noon."}'
    const error = await call(answering(503, newer)).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: null, sentence: 'The archive is being moved.', details: 'Until noon.' })
    for (const odd of ['{"error":{"deep":1}}', '{"error":""}', 'null', '[]', '']) {
      const nothing = await call(answering(500, odd)).catch((e: unknown) => e)
      expect(nothing).toMatchObject({ code: null, sentence: null, details: null })
    }
  })

  it('reads an answer without a body as nothing', async () => {
    expect(await call(answering(200, ''))).toBeUndefined()
  })

  it('keeps its head when the answer is not ours, or there is none', async () => {
    const error = await call(answering(502, '<html>Bad gateway</html>')).catch((e: unknown) => e)
    expect(error).toMatchObject({ message: '502: <html>Bad gateway</html>', code: null, sentence: null })
    const fetchFn: typeof fetch = async () => {
      throw new TypeError('fetch failed')
    }
    await expect(call(fetchFn)).rejects.toBeInstanceOf(OfflineError)
  })
})

describe('a list that comes in pages', () => {
  it('is asked for by what is given, escaped, and nothing else', async () => {
    expect(queryString({ search: 'a&b c', filter: undefined, page: 2 })).toBe('?search=a%26b+c&page=2')
    expect(queryString({ search: undefined })).toBe('')
    let url = ''
    await callApiPage(listUsers, { query: { page: 3 } }, async (address) => {
      url = String(address)
      return new Response('[]')
    })
    expect(url).toBe('/api/admin/users?page=3')
  })

  it('tells how long the whole list is, and its own length where the server does not', async () => {
    expect(await callApiPage(listUsers, {}, answering(200, '[{},{}]', { 'x-total-count': '41' }))).toMatchObject({
      items: [{}, {}],
      total: 41,
    })
    expect((await callApiPage(listUsers, {}, answering(200, '[{},{}]'))).total).toBe(2)
    expect((await callApiPage(listUsers, {}, answering(200, '[]', { 'x-total-count': '0' }))).total).toBe(0)
  })

  it('is refused like any other call', async () => {
    const body = '{"error":"No.","code":"needs_admin"}'
    await expect(callApiPage(listUsers, {}, answering(403, body))).rejects.toMatchObject({ code: 'needs_admin' })
  })
})
