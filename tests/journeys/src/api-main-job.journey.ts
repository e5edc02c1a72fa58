import type { Download } from '@kerf/contract/download'
import type { Health } from '@kerf/contract/health'
import type { ErrorBody } from '@kerf/contract/protocol/error'
import type { Quota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import { describe, expect, inject, it } from 'vitest'
import { Visitor } from './harness/visitor.ts'

const SAMPLE = 'kerf:sample'

const visitor = () => new Visitor(inject('sharedKerfUrl'))

describe('a script without a browser, on the sample', () => {
  it('takes a link to a finished clip', async () => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    expect(video).toMatchObject({ source: 'sample', duration: 60, startTime: 0, endTime: 60, youtubeUrl: null })
    expect(video.options.map(({ quality, access }) => `${quality} ${access}`)).toEqual([
      '2160p unavailable',
      '1080p sign_up',
      '720p sign_up',
      '480p sign_up',
      '360p allowed',
      'audio allowed',
    ])

    expect(await someone.trim(video, 12.3456, 15.1)).toMatchObject({ startTime: 12.346, endTime: 15.1 })
    const sizeOf = (format: string, range = 'startTime=12.346&endTime=15.1') =>
      someone.call<{ bytes: number | null }>(
        'GET',
        `/api/video/${video.id}/size?quality=360p&format=${format}&${range}`,
      )
    const estimatedBytes = (await sizeOf('mp4')).body.bytes!
    expect((await sizeOf('webp', 'startTime=0&endTime=20')).body).toEqual({ bytes: null })
    expect(await sizeOf('gif', 'startTime=50&endTime=61')).toMatchObject({
      status: 400,
      body: { code: 'invalid_trim' },
    })
    expect(await sizeOf('tiff')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })

    const asked = await someone.call<Download>('POST', `/api/video/${video.id}/download`, {
      quality: '360p',
      format: 'mp4',
    })
    expect(asked.status).toBe(202)
    expect(asked.body).toMatchObject({ status: 'processing', quality: '360p', format: 'mp4' })

    const early = await someone.call<ErrorBody>('GET', `/api/download/${asked.body.id}/file`)
    if (early.status !== 200) expect(early).toMatchObject({ status: 409, body: { code: 'not_ready' } })

    const finished = await someone.finished(asked.body)
    expect(finished).toMatchObject({ status: 'completed', progress: 100, fileName: 'kerf_360p.mp4' })
    // 12.346 s lies between frames 370 and 371; 15.1 s is frame 453, which is the first left out.
    expect(finished.receipt).toMatchObject({ frames: 82 })
    expect(Math.abs(finished.receipt?.soundOffsetMilliseconds ?? 99)).toBeLessThanOrEqual(1)

    const file = await someone.file(finished)
    expect(file.length).toBe(finished.fileSize)
    expect(Math.abs(estimatedBytes / file.length - 1)).toBeLessThan(0.3)
  })

  it('gets the progress of processing, if it asks for that', async () => {
    const someone = visitor()
    const ask = async (youtubeUrl: string) => {
      const response = await someone.fetch('/api/video/process', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
        body: JSON.stringify({ youtubeUrl }),
      })
      const lines = (await response.text()).trim().split('\n')
      return { cookie: response.headers.get('set-cookie'), news: lines.map((line) => JSON.parse(line) as object) }
    }
    const { cookie, news } = await ask(SAMPLE)
    expect(cookie).toContain('HttpOnly')
    expect(news).toMatchObject([{ stage: 'asking' }, { stage: 'describing' }, { video: { duration: 60 } }])
    expect((await ask('nonsense')).news).toMatchObject([{ status: 400, refusal: { code: 'invalid_link' } }])
  })

  it('is given audio alone as MP3', async () => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    await someone.trim(video, 5, 8)
    const finished = await someone.finished(await someone.download(video, 'Audio Only'))
    expect(finished).toMatchObject({ status: 'completed', format: 'mp3', fileName: 'kerf_audio_only.mp3' })
    const response = await someone.fetch(`/api/download/${finished.id}/file`)
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
  })

  it('can fetch the file in parts, as players and download managers do', async () => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    await someone.trim(video, 1, 3)
    const finished = await someone.finished(await someone.download(video, '360p'))
    const path = `/api/download/${finished.id}/file`
    const whole = await someone.file(finished)

    const part = await someone.fetch(path, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(10, 20))

    const beyond = await someone.fetch(path, { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status).toBe(416)

    const head = await someone.fetch(path, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    expect(head.headers.get('content-disposition')).toContain('filename="kerf_360p.mp4"')

    const again = await someone.fetch(path, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })
})

describe('what belongs to one viewer', () => {
  it('does not exist for another, byte for byte', async () => {
    const owner = visitor()
    const video = await owner.process(SAMPLE)
    await owner.trim(video, 20, 22)
    const download = await owner.finished(await owner.download(video, '360p'))

    const other = visitor()
    await other.process(SAMPLE)
    const unknownId = 'A'.repeat(22)
    for (const path of [
      (id: string) => `/api/video/${id}`,
      (id: string) => `/api/video/${id}/thumbnail`,
      (id: string) => `/api/video/${id}/preview`,
      (id: string) => `/api/video/${id}/size?quality=360p&format=gif&startTime=20&endTime=22`,
      (id: string) => `/api/video/${id}/downloads`,
    ]) {
      const [theirs, unknown] = [await other.call('GET', path(video.id)), await other.call('GET', path(unknownId))]
      expect(theirs.status).toBe(404)
      expect(theirs.body).toEqual(unknown.body)
    }
    for (const [method, path] of [
      ['GET', (id: string) => `/api/download/${id}`],
      ['GET', (id: string) => `/api/download/${id}/file`],
      ['POST', (id: string) => `/api/download/${id}/cancel`],
      ['DELETE', (id: string) => `/api/download/${id}`],
    ] as const) {
      const [theirs, unknown] = [await other.call(method, path(download.id)), await other.call(method, path(unknownId))]
      expect(theirs.status).toBe(404)
      expect(theirs.body).toEqual(unknown.body)
    }
    const trim = await other.call('PUT', `/api/video/${video.id}/trim`, { startTime: 0, endTime: 5 })
    expect(trim.status).toBe(404)
    const request = await other.call('POST', `/api/video/${video.id}/download`, { quality: '360p' })
    expect(request.status).toBe(404)
  })
})

describe('equal requests', () => {
  it('are one download for one viewer, however often the button is pressed', async () => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    await someone.trim(video, 30, 33)
    const clicks = await Promise.all(Array.from({ length: 5 }, () => someone.download(video, '360p')))
    expect(new Set(clicks.map(({ id }) => id)).size).toBe(1)
    const quota = await someone.call<Quota>('GET', '/api/user/quota')
    expect(quota.body.quota.dailyDownloads).toBe(1)
  })

  it('are answered from the same clip for another viewer', async () => {
    const [first, second] = [visitor(), visitor()]
    const downloads: Download[] = []
    for (const someone of [first, second]) {
      const video = await someone.process(SAMPLE)
      await someone.trim(video, 33, 36)
      downloads.push(await someone.finished(await someone.download(video, '360p')))
    }
    const [a, b] = downloads
    expect(a?.id).not.toBe(b?.id)
    expect(b?.receipt).toEqual(a?.receipt)
    expect(b?.expiresAt).toBe(a?.expiresAt)
  })
})

describe('the quota of a visitor without an account', () => {
  it('is three a day, also when fifty requests come at once', async () => {
    const someone = visitor()
    const videos: Video[] = []
    for (let i = 0; i < 10; i += 1) videos.push(await someone.process(SAMPLE))
    await Promise.all(videos.map((video, i) => someone.trim(video, i, i + 1.5)))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        someone.call<ErrorBody & Download>('POST', `/api/video/${videos[i % 10]?.id}/download`, { quality: '360p' }),
      ),
    )
    const accepted = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.id))
    expect(accepted.size).toBe(3)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'daily_limit', error: 'Daily limit reached' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const quota = await someone.call<Quota>('GET', '/api/user/quota')
    expect(quota.body).toMatchObject({ quota: { dailyDownloads: 3 }, limits: { dailyLimit: 3, monthlyLimit: 10 } })
  })

  it('gets the unit of a cancelled download back', async () => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    // Long and scaled, so that it still runs when the cancel arrives.
    const download = await someone.download(video, '360p')
    const cancelled = await someone.call<Download>('POST', `/api/download/${download.id}/cancel`)
    if (cancelled.body.status === 'cancelled') {
      const quota = await someone.call<Quota>('GET', '/api/user/quota')
      expect(quota.body.quota.dailyDownloads).toBe(0)
      const file = await someone.call<ErrorBody>('GET', `/api/download/${download.id}/file`)
      expect(file).toMatchObject({ status: 409, body: { code: 'cancelled' } })
    } else expect(cancelled.body.status).toBe('completed')
  })

  it('is not touched by looking', async () => {
    const quota = await visitor().call<Quota>('GET', '/api/user/quota')
    expect(quota.body.quota).toEqual({ dailyDownloads: 0, monthlyDownloads: 0 })
    expect(quota.headers.getSetCookie()).toEqual([])
  })
})

describe('Delete now', () => {
  it('makes the download and its file disappear at once', async () => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    await someone.trim(video, 40, 42)
    const finished = await someone.finished(await someone.download(video, '360p'))
    expect((await someone.call('DELETE', `/api/download/${finished.id}`)).status).toBe(204)
    expect((await someone.call('GET', `/api/download/${finished.id}`)).status).toBe(404)
    expect((await someone.call('GET', `/api/download/${finished.id}/file`)).status).toBe(404)
    // The same request is cut again.
    const again = await someone.finished(await someone.download(video, '360p'))
    expect(again.id).not.toBe(finished.id)
    expect(again.status).toBe('completed')
  })
})

describe('bad input', () => {
  it.each([
    ['', 'invalid_link'],
    ['hello', 'invalid_link'],
    ['https://www.youtube.com/@channel', 'invalid_link'],
    ['https://www.youtube.com/playlist?list=PL1', 'invalid_link'],
    ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'invalid_link'],
    ['https://evil.example/?x=youtube.com', 'invalid_link'],
    ['https://user:pw@youtube.com/watch?v=dQw4w9WgXcQ', 'invalid_link'],
    ['https://media.example/video.mp4', 'invalid_link'],
    ['https://youtu.be/dQw4w9WgXcQ\u0000', 'invalid_link'],
  ])('the link %j is refused with a clear sentence', async (youtubeUrl, code) => {
    const answer = await visitor().call<ErrorBody>('POST', '/api/video/process', { youtubeUrl })
    expect(answer).toMatchObject({ status: 400, body: { code, error: 'Please enter a valid YouTube URL.' } })
  })

  it.each([
    [-1, 5],
    [5, 5],
    [5, 4],
    [0, 0.5],
    [0, 61],
  ])('the range %d to %d is refused and the old one stays', async (startTime, endTime) => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    const answer = await someone.call<ErrorBody>('PUT', `/api/video/${video.id}/trim`, { startTime, endTime })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_trim' } })
    expect((await someone.call('GET', `/api/video/${video.id}`)).body).toMatchObject({ startTime: 0, endTime: 60 })
  })

  it('says what would help when a quality is not allowed, offered or known', async () => {
    const someone = visitor()
    const video = await someone.process(SAMPLE)
    const ask = (quality: string, format?: string) =>
      someone.call<ErrorBody>('POST', `/api/video/${video.id}/download`, { quality, format })
    expect(await ask('1080p (HD)')).toMatchObject({ status: 403, body: { code: 'needs_account' } })
    expect(await ask('4K 2160p')).toMatchObject({ status: 403, body: { code: 'needs_account' } })
    expect(await ask('144p')).toMatchObject({ status: 400, body: { code: 'unknown_quality' } })
    expect(await ask('360p', 'exe')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('in a body is answered in the same form as everything else', async () => {
    const someone = visitor()
    const post = (body: string, type: string) =>
      someone.fetch('/api/video/process', { method: 'POST', body, headers: { 'content-type': type } })
    const codes = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).code]
    expect(await codes(await post('{"youtubeUrl":', 'application/json'))).toEqual([400, 'invalid_request'])
    expect(await codes(await post('{}', 'application/json'))).toEqual([400, 'invalid_request'])
    expect(await codes(await post('a=b', 'application/x-www-form-urlencoded'))).toEqual([415, 'not_json'])
    expect(await codes(await post(JSON.stringify({ youtubeUrl: 'x'.repeat(100_000) }), 'application/json'))).toEqual([
      413,
      'body_too_large',
    ])
    expect(await codes(await someone.fetch('/api/nothing/here'))).toEqual([404, 'not_found'])
  })

  it('is not let past the gates by another spelling of the address', async () => {
    const someone = visitor()
    const answer = await someone.call('POST', '/%61pi/video/process', { youtubeUrl: SAMPLE })
    expect(answer.status).toBe(200)
    expect((await someone.fetch('/%61pi/user/quota')).headers.get('cache-control')).toContain('no-store')
    expect(await someone.call<ErrorBody>('GET', '/%')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('as plain text is no JSON', async () => {
    const answer = await visitor().fetch('/api/video/process', {
      method: 'POST',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    })
    expect([answer.status, ((await answer.json()) as ErrorBody).code]).toEqual([415, 'not_json'])
  })

  it('from another site is refused', async () => {
    const answer = await visitor().call<ErrorBody>(
      'POST',
      '/api/video/process',
      { youtubeUrl: SAMPLE },
      { origin: 'https://evil.example' },
    )
    expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_origin' } })
  })
})

describe('an operator', () => {
  it('reads the state of the server', async () => {
    const health = await visitor().call<Health>('GET', '/api/health')
    expect(health.status).toBe(200)
    expect(health.body.checks).toMatchObject({
      database: { state: 'ok' },
      queue: { state: 'ok' },
      storage: { state: 'ok' },
      sweep: { state: 'ok' },
    })
  })

  it('of a fresh start gets what is wrong with yt-dlp, if anything, and what to do about it', async () => {
    const { status, checks } = (await visitor().call<Health>('GET', '/api/health')).body
    const isWell = checks.resolver.state === 'ok'
    expect(status).toBe(isWell ? 'ok' : 'degraded')
    expect(checks.resolver.message).toMatch(
      isWell ? /up to date/ : /yt-dlp .*(Update|Install|YTDLP_PATH|GitHub|fetched)/,
    )
  })

  it('reads metrics and the description of the API', async () => {
    const metrics = await visitor().fetch('/metrics')
    expect(await metrics.text()).toContain('kerf_queue_jobs{class="ordinary",state="waiting"}')
    const openapi = await visitor().call<{ paths: object }>('GET', '/api/openapi.json')
    expect(Object.keys(openapi.body.paths)).toContain('/api/video/{id}/trim')
  })
})
