import { join } from 'node:path'
import type { Download } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startS3 } from '@kerf/standins/s3/start-s3'
import { PATIENTLY } from '@kerf/standins/waits'
import { afterAll, expect, it, vi } from 'vitest'
import { readEnvironment } from '../../../config/environment/environment.ts'
import { type RunningServer, startServerProcess } from '../../../config/start-server-process.ts'

const folder = temporaryDirectory()
const s3 = await startS3()
afterAll(() => s3.close())

/** Starts a server whose clips are in the bucket. Its data folder stays for the next start. */
async function withServer<T>(
  variables: Record<string, string>,
  work: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const { endpoint, region, bucketName, accessKeyId, secretAccessKey } = s3
  const environment = readEnvironment({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    STORAGE_URL: `s3://${bucketName}/kerf?${new URLSearchParams({ endpoint, region })}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    SOURCES: 'youtube,media',
    ...variables,
  })
  const server = await startServerProcess(environment)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

it('a clip is cut into the bucket, fetched there and through the server, and resumed', async () => {
  let cookie = ''
  const caller =
    ({ url }: RunningServer) =>
    (method: string, path: string, body?: object | null, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method,
        redirect: 'manual',
        headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
  const clipKeys = () => [...s3.bucket.objects.keys()].filter((key) => key.endsWith('.mp4'))

  const { path, bytes } = await withServer({ FILE_DELIVERY: 'signed' }, async (server) => {
    const call = caller(server)
    const answer = await call('POST', '/api/video/process', { youtubeUrl: 'kerf:sample' })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const video = (await answer.json()) as Video
    await call('PUT', `/api/video/${video.id}/trim`, { startTime: 10, endTime: 12.5 })
    const { id } = (await (
      await call('POST', `/api/video/${video.id}/download`, { quality: '360p' })
    ).json()) as Download
    const finishedDownload = await vi.waitUntil(async () => {
      const download = (await (await call('GET', `/api/download/${id}`)).json()) as Download
      return download.status !== 'processing' && download
    }, PATIENTLY)
    expect(finishedDownload).toMatchObject({ status: 'completed', progress: 100 })
    expect(clipKeys()).toHaveLength(1)

    const file = `/api/download/${id}/file`
    const redirect = await call('GET', file)
    expect(redirect.status).toBe(302)
    const address = redirect.headers.get('location') ?? ''
    const wholeFile = await fetch(address)
    expect(wholeFile.headers.get('content-disposition')).toContain('filename="kerf_360p.mp4"')
    const clip = Buffer.from(await wholeFile.arrayBuffer())
    expect(clip).toHaveLength(finishedDownload.fileSize ?? 0)
    const lastPart = await fetch(address, {
      headers: { range: `bytes=${clip.length - 1000}-`, 'if-range': wholeFile.headers.get('etag') ?? '' },
    })
    expect([lastPart.status, Buffer.from(await lastPart.arrayBuffer()).equals(clip.subarray(-1000))]).toEqual([
      206,
      true,
    ])
    // The operator's configuration may reach the bucket's address, but no link may.
    const earlierCalls = s3.calls.length
    const refusal = await call('POST', '/api/video/process', { youtubeUrl: address })
    expect(refusal.status).toBeGreaterThanOrEqual(400)
    expect(s3.calls).toHaveLength(earlierCalls)
    return { path: file, bytes: clip }
  })

  await withServer({}, async (server) => {
    const call = caller(server)
    const wholeFile = await call('GET', path)
    expect([wholeFile.status, wholeFile.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(Buffer.from(await wholeFile.arrayBuffer()).equals(bytes)).toBe(true)
    const range = { range: 'bytes=100-199' }
    const part = await call('GET', path, null, { ...range, 'if-range': wholeFile.headers.get('etag') ?? '' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
    // The file is not the one whose download began, so it is sent from its beginning.
    expect((await call('GET', path, null, { ...range, 'if-range': '"other"' })).status).toBe(200)
  })
})
