import { describe, expect, it } from 'vitest'
import { ApiError, callApi, OfflineError, pathFor } from './client.ts'
import { setTrim } from './video.ts'

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

  it('keeps its head when the answer is not ours', async () => {
    const error = await call(answering(502, '<html>Bad gateway</html>')).catch((e: unknown) => e)
    expect(error).toMatchObject({ message: '502: <html>Bad gateway</html>', code: null, sentence: null })
  })

  it('tells an unreachable server from a refusal', async () => {
    const fetchFn: typeof fetch = async () => {
      throw new TypeError('fetch failed')
    }
    await expect(call(fetchFn)).rejects.toBeInstanceOf(OfflineError)
  })
})
