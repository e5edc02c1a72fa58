import { type EventEmitter, once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openPeople } from '../../../use-cases/testing/people.ts'
import { openTestBackend } from '../../../use-cases/testing/test-backend.ts'
import { closeServer } from '../../guards/leave.ts'
import { refuseExcess } from '../../guards/refuse-excess.ts'
import { endStalledReaders } from '../../guards/slow-callers.ts'
import { openApp } from '../../testing/open-app.ts'

/** More than the socket buffers hold. */
const FILE_BYTES = 32_000_000
/** Long enough that even a busy machine reads bytes that were sent in time. */
const TIMEOUT = {
  headersTimeout: 1000,
  requestTimeout: 1500,
  connectionsCheckingInterval: 25,
  keepAliveTimeout: 1000,
  readerTimeout: 150,
}

function openSocket(app: FastifyInstance): Socket {
  const address = app.server.address()
  return connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1').on('error', () => undefined)
}

/** Resolves when the connection is closed or reset. */
function hangUpOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** Sends this text and nothing more, and returns the server's answer until it closes the connection. */
async function untilHungUp(app: FastifyInstance, words: string): Promise<string> {
  const socket = openSocket(app)
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  if (words) socket.write(words)
  await hangUpOf(socket)
  return answer
}

/** A 408 answer in the format of all refusals. */
const REFUSAL_408_PATTERN = /^HTTP\/1\.1 408 [\s\S]+\r\n\r\n\{"error":"[^"]+","code":"invalid_request"\}$/

describe('a server with slow callers', async () => {
  const backend = await openTestBackend()
  const server = await openApp(backend, await openPeople(backend), { timeout: TIMEOUT })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => closeServer(server.app))

  it.concurrent.each([
    ['says nothing', '', /^(HTTP\/1\.1 408|$)/],
    ['never finishes the headers', 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-', REFUSAL_408_PATTERN],
    [
      'never finishes the body',
      'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"',
      REFUSAL_408_PATTERN,
    ],
    [
      'posts to an unknown path',
      'POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"',
      /^HTTP\/1\.1 404[\s\S]+connection: close/i,
    ],
    ['sends no further request', 'GET /api/user/quota HTTP/1.1\r\nhost: x\r\n\r\n', /^HTTP\/1\.1 \d+[\s\S]+keep-alive/],
  ])('hangs up on a caller who %s, and serves others meanwhile', async (_who, words, answer) => {
    const hungUp = untilHungUp(server.app, words)
    const otherAnswer = await untilHungUp(server.app, 'GET /api/plans HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(otherAnswer).toMatch(/^HTTP\/1\.1 200/)
    expect(await hungUp).toMatch(answer)
  })
})

describe('a server that sends files', async () => {
  const open = new Set<EventEmitter>()
  const waitingAnswer = Promise.withResolvers<string>()
  const path = join(temporaryDirectory(), 'clip')
  await writeFile(path, new Uint8Array(FILE_BYTES))
  const app = fastify({ trustProxy: true })
  refuseExcess(app, { ofAll: 3, ofOneIpAddress: 1, ofOneNetwork: 3 })
  endStalledReaders(app, TIMEOUT.readerTimeout)
  app.get('/file', async (_request, reply) => {
    const body = createReadStream(path)
    open.add(body)
    body.once('close', () => open.delete(body))
    return reply.header('content-length', (await stat(path)).size).send(body)
  })
  app.get('/wait', () => waitingAnswer.promise)
  app.post('/bodies', async () => 'fine')
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => closeServer(app))

  it('hangs up on a client that reads nothing, and closes the file', async () => {
    const socket = openSocket(app)
    // A busy machine may close the connection before it closes the file.
    const hungUp = hangUpOf(socket)
    socket.write('GET /file HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'readable')
    expect(open.size).toBe(1)
    await Promise.all([...open].map((body) => once(body, 'close')))
    let readBytes = 0
    socket.on('data', (piece) => {
      readBytes += piece.length
    })
    await hungUp
    expect(readBytes).toBeLessThan(FILE_BYTES)
  })

  it('sends the whole file to a slow client', async () => {
    // The test decides when the server checks the progress: after every few megabytes.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const socket = openSocket(app)
      socket.write('GET /file HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
      let [readBytes, looks] = [0, 0]
      socket.on('data', (piece) => {
        readBytes += piece.length
        if (readBytes < (looks + 1) * 6_000_000) return
        looks += 1
        vi.advanceTimersByTime(TIMEOUT.readerTimeout)
      })
      await hangUpOf(socket)
      expect(readBytes).toBeGreaterThan(FILE_BYTES)
      expect(looks).toBe(5)
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses excess requests as busy, at once', async () => {
    // `inject` sends the request only when `then` is called.
    const waitingStatus = app.inject('/wait').then(({ statusCode }) => statusCode)
    const refusal = await app.inject('/file')
    expect([refusal.statusCode, refusal.headers['retry-after'], refusal.json().code]).toEqual([503, '2', 'busy'])
    const ask = (remoteAddress: string) => app.inject({ url: '/wait', remoteAddress })
    const otherStatuses = ['192.0.2.2', '192.0.2.3'].map((address) => ask(address).then(({ statusCode }) => statusCode))
    expect((await ask('192.0.2.4')).statusCode).toBe(503)
    waitingAnswer.resolve('fine')
    expect(await Promise.all([waitingStatus, ...otherStatuses])).toEqual([200, 200, 200])
    expect((await ask('127.0.0.1')).statusCode).toBe(200)
  })

  it('stays available to everyone while slow clients hold back their bodies', async () => {
    const post = (body: string) =>
      `POST /bodies HTTP/1.1\r\nhost: x\r\ncontent-length: 6\r\nconnection: close\r\n${body}`
    const halfRequests = Array.from({ length: 8 }, () => {
      const socket = openSocket(app)
      // After `expect: 100-continue` the server answers the headers, and then waits for the body.
      socket.write(post('content-type: application/json\r\nexpect: 100-continue\r\n\r\n'))
      return socket
    })
    await Promise.all(halfRequests.map((socket) => once(socket, 'readable')))
    expect((await app.inject('/wait')).statusCode).toBe(200)
    const wholeRequest = untilHungUp(app, post('content-type: application/json\r\n\r\n"body"'))
    expect(await wholeRequest).toMatch(/^HTTP\/1\.1 200/)
    for (const socket of halfRequests) socket.destroy()
  })
})
