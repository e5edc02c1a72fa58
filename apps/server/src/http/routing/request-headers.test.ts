import { Readable } from 'node:stream'
import fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { sendFile } from '../files/send-file.ts'
import { originOfRequest, simplifyHeaders } from './request-headers.ts'

const TEXT = 'ten bytes.'
const app = fastify({ trustProxy: () => true })
simplifyHeaders(app)
app.get('/origin', async (request) => originOfRequest(request))
app.get('/file', async (request, reply) => {
  const file = { sizeBytes: TEXT.length, mediaType: 'text/plain', etag: 'x', cacheControl: 'no-store' }
  await sendFile(request as FastifyRequest, reply, {
    ...file,
    open: async ({ start, end }) => Readable.from([TEXT.slice(start, end + 1)]),
  })
  return reply
})

describe('the origin of a request', () => {
  it.each([
    ['kerf.example', 'https', 'https://kerf.example'],
    ['kerf.example:443', 'https', 'https://kerf.example'],
    ['kerf.example:80', 'http', 'http://kerf.example'],
    ['kerf.example:8443', 'https', 'https://kerf.example:8443'],
    ['kerf.example:443', 'https,http', 'https://kerf.example'],
    ['kerf.example', ' https , http,http', 'https://kerf.example'],
    ['Kerf.Example', 'HTTPS', 'https://kerf.example'],
    ['[2001:db8::1]:443', 'https', 'https://[2001:db8::1]'],
    ['my_kerf:3000', 'http', 'http://my_kerf:3000'],
    ['192.168.1.5:3000', '', 'http://192.168.1.5:3000'],
    ['a b', 'https', ''],
  ])('at %s by %j is that of the page', async (host, scheme, origin) => {
    const { body } = await app.inject({ url: '/origin', headers: { host, 'x-forwarded-proto': scheme } })
    expect(body).toBe(origin)
  })
})

it('a range applies to GET only: HEAD describes the whole file', async () => {
  const requestHeaders = async (method: 'GET' | 'HEAD', range: string) => {
    const answer = await app.inject({ method, url: '/file', headers: { range } })
    return [answer.statusCode, answer.headers['content-length'], answer.headers['content-range'], answer.body]
  }
  expect(await requestHeaders('GET', 'bytes=4-8')).toEqual([206, '5', 'bytes 4-8/10', 'bytes'])
  for (const range of ['bytes=4-8', 'bytes=-1', 'bytes=100-'])
    expect(await requestHeaders('HEAD', range)).toEqual([200, '10', undefined, ''])
})
