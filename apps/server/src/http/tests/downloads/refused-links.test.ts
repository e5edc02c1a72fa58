import type { Logger } from 'pino'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createMediaLinkSource } from '../../../adapters/media-link/media-link-source.ts'
import { openFetcher } from '../../../adapters/outbound/loopback-site.fixture.ts'
import type { Refusal, VideoSource } from '../../../ports/sources.ts'
import { openApp, openTestServer, signedInClient, type TestClient } from '../../testing/open-app.ts'

const lines: Record<string, unknown>[] = []
const logger: Logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
const { backend, people } = await openTestServer()
let refusal: Refusal = { ok: false, code: 'source_failed' }
const youtube = { resolve: async () => refusal } as unknown as VideoSource
const lookup = async (name: string) => {
  throw Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })
}
const media = createMediaLinkSource({ ...backend, fetcher: openFetcher({ lookup }), engine: backend.engine as never })
const server = await openApp(backend, people, { logger, sources: { youtube, media } })
const admin = signedInClient(await people.signUp({ role: 'admin' }))
const { client: stranger } = await server.createStranger()

async function processLink(youtubeUrl: string, client: TestClient = stranger) {
  lines.length = 0
  const { body, status } = await server.call('POST', '/api/video/process', client, { youtubeUrl })
  return { status, body, warnings: lines.filter(({ level }) => level === 40) }
}

it('a missing network is answered with its nearest cause, and logged once with step, host and code', async () => {
  refusal = {
    ok: false,
    code: 'source_failed',
    step: 'innertube',
    cause: 'getaddrinfo EAI_AGAIN www.youtube.com',
    trouble: { reason: 'dns', about: 'www.youtube.com', host: 'www.youtube.com', systemCode: 'EAI_AGAIN' },
  }
  const { status, body, warnings } = await processLink('https://youtu.be/dQw4w9WgXcQ')
  expect({ status, body }).toEqual({
    status: 422,
    body: {
      error: 'No public address was found for www.youtube.com (DNS).',
      code: 'source_failed',
      specific: true,
      reason: 'dns',
      about: 'www.youtube.com',
    },
  })
  expect(warnings).toMatchObject([
    {
      msg: 'lookup failed',
      code: 'source_failed',
      step: 'innertube',
      host: 'www.youtube.com',
      reason: 'dns',
      systemCode: 'EAI_AGAIN',
      cause: 'getaddrinfo EAI_AGAIN www.youtube.com',
    },
  ])
})

it('a missing network of a media link is answered and logged alike', async () => {
  const { body, warnings } = await processLink('https://media.kerf-tests.org/a.mp4')
  expect(body).toMatchObject({ code: 'source_failed', reason: 'dns', about: 'media.kerf-tests.org' })
  expect(warnings).toMatchObject([{ step: 'media-link', host: 'media.kerf-tests.org', systemCode: 'EAI_AGAIN' }])
})

it("a video's own refusal is no warning, and a premiere has its start time", async () => {
  const expectedDate = '2026-12-24T20:30:00.000Z'
  refusal = {
    ok: false,
    code: 'video_upcoming',
    step: 'innertube',
    trouble: { reason: 'starts_at', about: expectedDate },
  }
  const { body, warnings } = await processLink('https://youtu.be/dQw4w9WgXcQ')
  expect(body).toMatchObject({ code: 'video_upcoming', specific: true, reason: 'starts_at', about: expectedDate })
  expect(body.error).toContain(expectedDate)
  expect(warnings).toEqual([])
})

it("an admin's refusal mentions OUTBOUND_ALLOW, a stranger's does not", async () => {
  const link = 'http://10.1.2.3:8080/a.mp4'
  expect((await processLink(link, admin)).body).toMatchObject({
    code: 'source_failed',
    reason: 'not_allowed',
    about: '10.1.2.3:8080',
    error: 'Only public addresses on ports 80 and 443 are read. To allow this one, set OUTBOUND_ALLOW=10.1.2.3:8080.',
  })
  const { body } = await processLink(link)
  expect(body).toMatchObject({ code: 'source_failed', reason: 'dns', about: '10.1.2.3' })
  expect(JSON.stringify(body)).not.toContain('OUTBOUND')
})

it('a one-call clip gets the same refusal and log line', async () => {
  lines.length = 0
  const request = { url: 'http://10.1.2.3/a.mp4', format: 'mp4', ranges: [{ startTime: 0, endTime: 2 }] }
  const { body } = await server.call('POST', '/api/download', admin, request)
  expect(body).toMatchObject({ code: 'source_failed', reason: 'not_allowed', about: '10.1.2.3:80' })
  expect(lines.filter(({ level }) => level === 40)).toMatchObject([{ msg: 'lookup failed', host: '10.1.2.3' }])
})
