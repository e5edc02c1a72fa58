import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../config/log/create-log.ts'
import { openPeople } from '../../../use-cases/testing/people.ts'
import { openTestBackend } from '../../../use-cases/testing/test-backend.ts'
import { type OpenApp, openApp } from '../../testing/open-app.ts'

let server: OpenApp
let log: string

const backend = await openTestBackend()
const people = await openPeople(backend)
beforeEach(async () => {
  log = ''
  const lines = new PassThrough().on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8')
  })
  const logger = createLog({ level: 'debug', role: 'web' }, lines)
  server = await openApp(backend, people, { logger, log: logger })
})

const ask = async (url: string) => {
  const answer = await server.app.inject({ url, remoteAddress: '127.0.0.1' })
  return { status: answer.statusCode, body: answer.body }
}

it('health is reported to any number of strangers, and checked once', async () => {
  const pinged = vi.spyOn(backend.database, 'ping')
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/api/health')))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(pinged).toHaveBeenCalledOnce()
  pinged.mockRestore()
})

it('a missing database is reported even to a browser whose viewer cannot be looked up', async () => {
  const { client } = await server.createStranger()
  const databaseSpies = [
    vi.spyOn(backend.database, 'ping').mockRejectedValue(new Error('away')),
    vi.spyOn(backend.database.records.viewers, 'findByTokenHash').mockRejectedValue(new Error('away')),
  ]
  const restartedServer = await openApp(backend, people)
  const answers = await restartedServer.call('GET', '/api/health', client)
  expect(answers).toMatchObject({
    status: 503,
    body: { status: 'failing', checks: { database: { state: 'failing' } } },
  })
  expect(databaseSpies[1]).toHaveBeenCalledOnce()
  for (const spy of databaseSpies) spy.mockRestore()
})

describe('a process manager', () => {
  it('sees that this process is live and ready', async () => {
    expect(await ask('/livez')).toEqual({ status: 200, body: '{"status":"ok"}' })
    expect(await ask('/readyz')).toEqual({ status: 200, body: '{"status":"ok","failing":[]}' })
  })

  it('sees that it is live but not ready during shutdown, and can still read metrics', async () => {
    await server.app.leave(0)
    expect((await ask('/api/plans')).status).toBe(503)
    expect((await ask('/livez')).status).toBe(200)
    expect(await ask('/readyz')).toEqual({ status: 503, body: '{"status":"failing","failing":["leaving"]}' })
    expect((await ask('/metrics')).body).toContain('kerf_http_refusals_total{code="busy",role="serve"} 1')
  })
})

it('every log line of a request has its id, once', async () => {
  backend.source.answers.push({ ok: false, code: 'video_private', cause: 'as the source says' })
  const { client } = await server.createStranger()
  await server.call('POST', '/api/video/process', client, { youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' })
  const lines = log.trim().split('\n')
  const ids = lines.map((line) => line.match(/"requestId":"[^"]+"/g) ?? [])
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(ids.map((idsOfLine) => idsOfLine.length)).toEqual(lines.map(() => 1))
  expect(new Set(ids.flat()).size).toBe(1)
  expect(lines.every((line) => line.includes('"role":"web"'))).toBe(true)
  expect(log).not.toContain('youtu.be')
})
