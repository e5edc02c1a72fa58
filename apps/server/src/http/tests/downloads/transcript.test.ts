import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { transcript as transcriptAnswer } from '@kerf/contract/video'
import type { Transcript } from '@kerf/domain/captions/transcript'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createTranscriptCache } from '../../../adapters/previews/source-previews.ts'
import { type LocatedCaptions, type ResolvedVideo, SourceReadError } from '../../../ports/sources.ts'
import { newId } from '../../../use-cases/shared/new-id.ts'
import { RESOLVED_VIDEO } from '../../../use-cases/testing/test-backend.ts'
import { openTestServer } from '../../testing/open-app.ts'

const { backend, server } = await openTestServer((backend) => ({ sources: { youtube: backend.source } }))

const captions = (id: string, extraFields: Partial<LocatedCaptions> = {}): LocatedCaptions => ({
  id,
  language: 'en',
  label: 'English',
  isAutomatic: false,
  address: `https://secret.example/${id}`,
  ...extraFields,
})

const transcriptOf = (text: string): Transcript => ({ language: 'en', cues: [{ startTime: 1, endTime: 2, text }] })

async function videoWith(details: Partial<ResolvedVideo>) {
  const { viewer, client } = await server.createStranger()
  const video = await backend.video(viewer, undefined, { ...RESOLVED_VIDEO, ...details })
  await backend.remember(video, { ...RESOLVED_VIDEO, ...details })
  const readTranscript = (query = '') => server.call('GET', `/api/video/${video.id}/transcript${query}`, client)
  return { id: video.id, client, read: readTranscript }
}

beforeEach(() => {
  backend.source.readCaptions = async (_video, { id }) => transcriptOf(`Words of ${id}`)
})

describe('the transcript of a video', () => {
  it('comes from the best captions, or the requested ones', async () => {
    const { id, client, read } = await videoWith({ captions: [captions('en'), captions('en-auto')] })
    expect(await read()).toMatchObject({ status: 200, body: transcriptOf('Words of en') })
    const answer = await read('?captions=en-auto')
    expect(answer).toMatchObject({ status: 200, body: transcriptOf('Words of en-auto') })
    expect(String(answer.headers['content-type'])).toMatch(/^application\/json/)
    expect(transcriptAnswer.parse(answer.body)).toEqual(answer.body)
    const { body: video } = await server.call('GET', `/api/video/${id}`, client)
    expect(video.captions).toEqual([
      { id: 'en', language: 'en', label: 'English', isAutomatic: false },
      { id: 'en-auto', language: 'en', label: 'English', isAutomatic: false },
    ])
    expect(JSON.stringify(video)).not.toContain('secret.example')
  })

  it("is not found for an unknown video, another viewer's, or unknown captions", async () => {
    const { id, client, read } = await videoWith({ captions: [captions('en')] })
    const { client: otherClient } = await server.createStranger()
    const answers = [
      await read('?captions=de'),
      await read('?captions=__proto__'),
      await server.call('GET', `/api/video/${newId()}/transcript`, client),
      await server.call('GET', `/api/video/${id}/transcript`, otherClient),
      await server.call('GET', `/api/video/${id}/transcript`, {}),
      await server.call('GET', '/api/video/..%2f/transcript', client),
      await (await videoWith({ captions: [] })).read(),
      // The record of this video has no field for captions.
      await (await videoWith({})).read(),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await read(`?captions=${'x'.repeat(65)}`)).toMatchObject({ status: 400 })
  })

  it('is refused if its source refuses it, and never empty instead', async () => {
    const { read } = await videoWith({ captions: [captions('en')] })
    backend.source.readCaptions = async () =>
      Promise.reject(new SourceReadError('source_failed', 'kept back: a secret'))
    const refusal = await read()
    expect(refusal).toMatchObject({ status: 422, body: { code: 'source_failed' } })
    expect(JSON.stringify(refusal.body)).not.toContain('secret')
    backend.source.readCaptions = async () => Promise.reject(new SourceReadError('busy', 'others first'))
    expect(await read()).toMatchObject({ status: 503, body: { code: 'busy' } })
    delete backend.source.readCaptions
    expect(await read()).toMatchObject({ status: 404 })
  })

  it('is compressed once, and passed on as cached', async () => {
    const text = 'the same words again and again '.repeat(100)
    let readCount = 0
    const cache = createTranscriptCache({
      ...backend,
      read: async () => {
        readCount += 1
        return transcriptOf(text).cues
      },
    })
    backend.source.openCaptions = (_video, chosen, signal) =>
      cache.open({ name: chosen.address, captions: chosen }, signal)
    onTestFinished(() => void delete backend.source.openCaptions)
    const { id, client, read } = await videoWith({ captions: [captions('compressed')] })
    const url = `/api/video/${id}/transcript`
    const requestEncoding = (encoding: string) =>
      server.app.inject({ url, headers: { cookie: client.cookie!, 'accept-encoding': encoding } })
    const answers = [await requestEncoding('gzip, br'), await requestEncoding('br;q=1, gzip;q=0.5')]
    const [cachedFile] = (await backend.files.list()).filter(({ key }) => key.startsWith('previews/'))
    const storedBytes = await buffer((await backend.files.read(cachedFile!.key))!)
    for (const { rawPayload, headers } of answers) {
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-8' })
      expect(rawPayload.equals(storedBytes)).toBe(true)
      expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(transcriptOf(text))
    }
    for (const encoding of ['identity', 'gzip;q=0'])
      expect((await requestEncoding(encoding)).json()).toEqual(transcriptOf(text))
    expect((await read()).body).toEqual(transcriptOf(text))
    expect(readCount).toBe(1)
  })

  it('returns untrusted words as plain text', async () => {
    const hostileText = '</script><img src=x onerror=alert(1)> \u2028 "\'\\'
    const { read } = await videoWith({ captions: [captions('en', { label: hostileText })] })
    backend.source.readCaptions = async () => transcriptOf(hostileText)
    const answer = await read()
    expect(answer.body.cues[0].text).toBe(hostileText)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })
})
