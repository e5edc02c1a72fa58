import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { parseRangeHeader } from '@kerf/standins/http/byte-range'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '../../../config/environment/environment.ts'
import { type RunningServer, startServerProcess } from '../../../config/start-server-process.ts'

const FRAMES_PER_SECOND = 30
const SRT = `1
00:00:01,000 --> 00:00:02,000
Measure twice

2
00:00:02,000 --> 00:00:03,000
and cut once
`

const folder = temporaryDirectory()
const media = await makeStampedMedia(
  {
    width: 640,
    height: 360,
    frameRate: [FRAMES_PER_SECOND, 1],
    frames: 150,
    gopFrames: 30,
    bFrames: 2,
    video: 'h264',
    audio: 'aac',
    layout: 'plain',
  },
  folder,
  'talk',
)
const files: Record<string, Buffer> = { '/talk.mp4': await readFile(media.videoPath!), '/talk.srt': Buffer.from(SRT) }
const site = await listenOnLoopback(
  createServer(({ url, headers }, response) => {
    const bytes = files[url ?? '']
    if (!bytes) return response.writeHead(404).end()
    const range = parseRangeHeader(headers.range, bytes.length)
    if (range.kind !== 'part') return response.writeHead(200).end(bytes)
    const { start, end } = range
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.length}` })
    return response.end(bytes.subarray(start, end + 1))
  }),
)
const host = `127.0.0.1:${site.port}`
const link = `http://${host}/talk.mp4`

let kerf: RunningServer
beforeAll(async () => {
  kerf = await startServerProcess(
    readEnvironment({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      SOURCES: 'media',
      OUTBOUND_ALLOW: host,
    }),
  )
})
afterAll(async () => {
  await kerf.stop()
  await site.close()
})

/** Connects an assistant. Its calls return the parsed answers of the tools. */
async function openAssistant(headers: Record<string, string> = {}) {
  const client = new Client({ name: 'an assistant', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', kerf.url), { requestInit: { headers } })
  await client.connect(transport)
  const ask = async (name: string, input: object = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } })
    const text = content[0]?.type === 'text' ? content[0].text : ''
    return { isError: isError === true, text, answer: isError ? null : JSON.parse(text) }
  }
  return { client, transport, ask }
}

describe('an assistant without a key', () => {
  it('opens a video, finds a sentence, cuts it to the frame, and gets a public link', async () => {
    const { client, ask } = await openAssistant()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'open_video',
      'search_transcript',
      'cut_clip',
      'get_download',
      'list_downloads',
    ])
    const video = (await ask('open_video', { link })).answer
    expect(video).toMatchObject({ title: 'talk', durationSeconds: 5, captions: [{ id: 'srt' }] })

    const searchAnswer = (await ask('search_transcript', { videoId: video.id, query: 'CUT once' })).answer
    expect(searchAnswer).toMatchObject({
      found: 1,
      places: [{ text: 'cut once', endTime: 3, around: 'Measure twice and cut once' }],
    })

    const cutInput = { videoId: video.id, startTime: 2, endTime: '0:03' }
    const clip = (await ask('cut_clip', cutInput)).answer
    expect(clip).toMatchObject({ status: 'completed', receipt: { frames: FRAMES_PER_SECOND } })
    const file = await fetch(clip.link)
    expect(file.status).toBe(200)
    await writeFile(join(folder, 'clip.mp4'), Buffer.from(await file.arrayBuffer()))
    const { frames, audio } = await readStamps(join(folder, 'clip.mp4'))
    expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: FRAMES_PER_SECOND }, (_, n) => 60 + n))
    expect(audio).not.toBeNull()
    expect((await ask('get_download', { id: clip.id })).answer).toMatchObject({ id: clip.id, status: 'completed' })
  })

  it('gets instructions that mark titles and transcripts as untrusted text', async () => {
    const { client } = await openAssistant()
    expect(client.getInstructions()).toMatch(/words of strangers/)
    const { tools } = await client.listTools()
    const toolsWithWarning = tools.filter(({ description }) => description?.includes('words of strangers'))
    expect(toolsWithWarning.map(({ name }) => name)).toEqual(['open_video', 'search_transcript', 'list_downloads'])
  })

  it('cuts in one call', async () => {
    const { ask } = await openAssistant()
    const clip = (await ask('cut_clip', { link, startTime: '1s', endTime: '2s', format: 'mp3' })).answer
    expect(clip).toMatchObject({ status: 'completed', fileName: expect.stringMatching(/\.mp3$/) })
  })

  it('gets each refusal in a sentence with its reason', async () => {
    const { ask } = await openAssistant()
    const video = (await ask('open_video', { link })).answer
    const refusals = [
      await ask('open_video', { link: 'http://127.0.0.1:1/inward.mp4' }),
      await ask('open_video', { link: 'no link' }),
      await ask('cut_clip', { videoId: video.id, startTime: 3, endTime: 'soon' }),
      await ask('cut_clip', { videoId: video.id, startTime: 3 }),
      await ask('cut_clip', { startTime: 3, endTime: 4 }),
      await ask('cut_clip', { videoId: video.id, startTime: 4, endTime: 3 }),
      await ask('cut_clip', { videoId: video.id, startTime: 1, endTime: 2, quality: '1080p' }),
      await ask('cut_clip', { videoId: video.id, ranges: [1, 3].map((at) => ({ startTime: at, endTime: at + 1 })) }),
      await ask('get_download', { id: video.id }),
      await ask('list_downloads'),
    ]
    expect(refusals.map(({ isError }) => isError)).toEqual(refusals.map(() => true))
    expect(refusals.map(({ text }) => text)).toMatchObject([
      expect.stringMatching(/\.$|\)$/),
      expect.stringContaining('invalid_link'),
      expect.stringContaining('"soon" is not a time'),
      expect.stringContaining('startTime and endTime'),
      expect.stringContaining('videoId or link'),
      expect.stringContaining('invalid_trim'),
      expect.stringContaining('needs_'),
      expect.stringContaining('pro_feature'),
      expect.stringContaining('not_found'),
      expect.stringContaining('not_signed_in'),
    ])
  })

  it('sees nothing of another assistant, whose link opens one file only', async () => {
    const [anna, mallory] = [await openAssistant(), await openAssistant()]
    const video = (await anna.ask('open_video', { link })).answer
    const cutInput = { videoId: video.id, startTime: 0, endTime: 1 }
    const firstClip = (await anna.ask('cut_clip', cutInput)).answer
    const secondClip = (await anna.ask('cut_clip', { ...cutInput, format: 'mp3' })).answer
    expect((await mallory.ask('get_download', { id: firstClip.id })).text).toContain('not_found')
    expect((await mallory.ask('cut_clip', cutInput)).text).toContain('not_found')
    const pass = new URL(firstClip.link).search
    const opens = async (path: string) => (await fetch(new URL(path, kerf.url))).status
    expect(await opens(`/api/download/${firstClip.id}/file${pass}`)).toBe(200)
    for (const path of [
      `/api/download/${secondClip.id}/file${pass}`,
      `/api/download/${firstClip.id}/file`,
      `/api/download/${firstClip.id}/file?pass=`,
      `/api/download/${firstClip.id}/file${pass.slice(0, -2)}AA`,
      `/api/download/${firstClip.id}${pass}`,
      `/api/download/${firstClip.id}/subtitles`,
    ])
      expect(await opens(path), path).toBe(404)
    // The call for subtitles accepts no pass.
    expect(await opens(`/api/download/${firstClip.id}/subtitles${pass}`)).toBe(400)
  })

  it.each(['application/json', '*/*', 'text/event-stream', 'text/html', '', null])(
    'gets JSON if it accepts %j',
    async (accept) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const headers = { 'content-type': 'application/json', ...(accept !== null && { accept }) }
      // `fetch` would send `accept: */*` where the test names nothing.
      const mcpRequest = request(new URL('/mcp', kerf.url), { method: 'POST', headers }).end(body)
      const [answer] = (await once(mcpRequest, 'response')) as [IncomingMessage]
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(await json(answer)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
    },
  )

  it('gets an error about the missing body, not about its type', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(new URL('/mcp', kerf.url), { method: 'POST', headers })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32_700 } }])
  })

  it('continues with an unknown session id, and is refused with an invalid key', async () => {
    const call = (headers: Record<string, string>, method = 'tools/list') =>
      fetch(new URL('/mcp', kerf.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
      })
    expect((await call({})).status).toBe(200)
    for (const session of ['x', 'A'.repeat(43), '../..'])
      expect((await call({ 'mcp-session-id': session })).status).toBe(404)
    expect((await call({ authorization: 'Bearer kerf_nobody' })).status).toBe(401)
    expect((await call({ origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await fetch(new URL('/mcp', kerf.url))).status).toBe(405)
  })
})
