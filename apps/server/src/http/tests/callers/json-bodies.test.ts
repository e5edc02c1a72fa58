import { gzipSync } from 'node:zlib'
import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { pathFor } from '@kerf/contract/protocol/client'
import { describe, expect, it } from 'vitest'
import { openTestServer, signedInClient } from '../../testing/open-app.ts'

const { people, server } = await openTestServer()
const admin = signedInClient(await people.signUp({ role: 'admin' }))
const JSON_TYPE = { 'content-type': 'application/json' }

async function send(method: string, url: string, headers: Record<string, string>, payload?: string | Buffer) {
  const answer = await server.app.inject({
    method: method as 'POST',
    url,
    headers: { cookie: admin.cookie ?? '', ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return [answer.statusCode, answer.body === '' ? null : (answer.json().error ?? null)]
}

/** Calls that need no body. Their ids are of things that do not exist, so each call can be repeated. */
const WITHOUT_BODY = ALL_ENDPOINTS.filter(
  ({ method, path, body }) => method !== 'GET' && path.includes('{') && body.safeParse(undefined).success,
)

describe('a call that needs no body', () => {
  it.each([
    ['the JSON header and no body', JSON_TYPE, undefined],
    [
      'the JSON header with a charset and the length 0',
      { 'content-type': 'application/json; charset=utf-8', 'content-length': '0' },
      undefined,
    ],
    ['the form header and no fields', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['an empty chunked body', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, undefined],
    ['a line end', JSON_TYPE, '\r\n'],
    ['an empty object', JSON_TYPE, '{}'],
    ['an empty list', JSON_TYPE, '[]'],
    ['an empty string', JSON_TYPE, '""'],
    ['null', JSON_TYPE, 'null'],
  ])('gets the same answer with %s', async (_description, headers, payload) => {
    for (const endpoint of WITHOUT_BODY) {
      const url = pathFor(endpoint, { id: 'a'.repeat(22), deliveryId: 'b'.repeat(22) })
      const reference = await send(endpoint.method, url, {})
      expect(reference[0], url).not.toBe(400)
      expect([url, ...(await send(endpoint.method, url, headers, payload))]).toEqual([url, ...reference])
    }
  })

  it('is refused with a field', async () => {
    const url = `/api/download/${'a'.repeat(22)}`
    expect(await send('DELETE', url, JSON_TYPE, '{"id":1}')).toEqual([400, 'The body must be left out.'])
    expect(await send('POST', `${url}/cancel`, JSON_TYPE, '{"id":1}')).toEqual([
      400,
      'The body has a field that this call does not know: "id".',
    ])
  })
})

it('a call that needs a body is refused without one', async () => {
  for (const payload of ['', '\n'])
    expect(await send('POST', '/api/video/process', JSON_TYPE, payload)).toEqual([400, 'The body is missing.'])
})

describe('a body is refused as invalid JSON', () => {
  const json = JSON.stringify({ url: 'https://youtu.be/aaaaaaaaaaa' })
  it.each<[string, string | Buffer]>([
    ['cut off', json.slice(0, -3)],
    ['in single quotes', json.replaceAll('"', "'")],
    ['within single quotes', `'${json}'`],
    ['without the quotes that a shell took away', json.replaceAll('"', '')],
    ['in escaped quotes', json.replaceAll('"', '\\"')],
    ['with a comma at its end', json.replace('}', ',}')],
    ['in UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['in UTF-16 without a byte order mark', Buffer.from(json, 'utf16le')],
    ['in Latin-1', Buffer.from('{"url":"é"}', 'latin1')],
    ['compressed', gzipSync(json)],
    ['a form', 'url=https://youtu.be/aaaaaaaaaaa'],
  ])('if it is %s', async (_description, payload) => {
    expect(await send('POST', '/api/video/process', JSON_TYPE, payload)).toEqual([
      400,
      'The body is not valid JSON. It must be in UTF-8, not compressed, with names and texts in double quotes.',
    ])
  })
})
