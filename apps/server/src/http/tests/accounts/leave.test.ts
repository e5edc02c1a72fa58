import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeServer, prepareToLeave } from '../../guards/leave.ts'

/** More than the socket buffers hold. */
const FILE_BYTES = 32_000_000
const LEAVE_TIMEOUT_MILLISECONDS = 60_000

let app: FastifyInstance
let url: string
const agent = new Agent({ keepAlive: true })
const folder = temporaryDirectory()
await writeFile(join(folder, 'clip'), new Uint8Array(FILE_BYTES))
beforeEach(async () => {
  app = fastify()
  prepareToLeave(app)
  app.get('/file', (_request, reply) => reply.send(createReadStream(join(folder, 'clip'))))
  app.get('/status', async () => 'fine')
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => closeServer(app))
afterAll(() => agent.destroy())

async function ask(path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${url}${path}`, { agent }), 'response')) as [IncomingMessage]
  return answer
}

async function readText(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

describe('a server that shuts down', () => {
  it('tells clients to retry, on old and new connections, and closes every connection', async () => {
    expect(await readText(await ask('/status'))).toBe('fine')
    const file = await ask('/file')
    const departure = app.leave(LEAVE_TIMEOUT_MILLISECONDS)
    for (const path of ['/status', '/status', '/nowhere']) {
      const answer = await ask(path)
      expect([answer.statusCode, answer.headers.connection, answer.headers['retry-after']]).toEqual([
        503,
        'close',
        '10',
      ])
      expect(JSON.parse(await readText(answer))).toMatchObject({ code: 'busy' })
    }
    file.destroy()
    await departure
  })

  it('finishes sending a file', async () => {
    const file = await ask('/file')
    const departure = app.leave(LEAVE_TIMEOUT_MILLISECONDS)
    expect(await readText(file)).toHaveLength(FILE_BYTES)
    await departure
    await closeServer(app)
    await expect(ask('/status')).rejects.toThrow()
  })

  it('does not wait forever for a client that reads nothing', async () => {
    const stalledAnswer = await ask('/file')
    const cutOff = once(stalledAnswer, 'error')
    await app.leave(50)
    await closeServer(app)
    stalledAnswer.resume()
    expect((await cutOff)[0]).toMatchObject({ code: 'ECONNRESET' })
  })

  it('ends at once if there are no connections', async () => {
    await app.leave(LEAVE_TIMEOUT_MILLISECONDS)
  })
})
