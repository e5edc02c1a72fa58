import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HostileMediaServer, startHostileMediaServer } from './start-hostile-media-server.ts'

const media = Buffer.from(Array.from({ length: 2000 }, (_, index) => index % 251))

let directory: string
let server: HostileMediaServer

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hostile-media-'))
  const mediaPath = join(directory, 'media.mp4')
  await writeFile(mediaPath, media)
  server = await startHostileMediaServer({ mediaPath })
})

afterEach(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

type Path = Parameters<HostileMediaServer['urlOf']>[0]

function ask(path: Path, range?: string): Promise<Response> {
  return fetch(server.urlOf(path), { redirect: 'manual', headers: range ? { range } : {} })
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

describe('the hostile media server', () => {
  it('serves healthy media, whole and in part', async () => {
    expect((await bytesOf(await ask('/healthy.mp4'))).equals(media)).toBe(true)
    const part = await ask('/healthy.mp4', 'bytes=10-19')
    expect(part.status).toBe(206)
    expect((await bytesOf(part)).equals(media.subarray(10, 20))).toBe(true)
    expect(server.requests()).toEqual([
      { method: 'GET', path: '/healthy.mp4', range: null },
      { method: 'GET', path: '/healthy.mp4', range: 'bytes=10-19' },
    ])
  })

  it.each(['/stall-in-body.mp4', '/trickle.mp4'] as const)(
    'promises all of it on %s and sends a part',
    async (path) => {
      const response = await ask(path)
      expect(response.headers.get('content-length')).toBe('2000')
      const reader = response.body!.getReader()
      const { value } = await reader.read()
      expect(Buffer.from(value!).equals(media.subarray(0, value!.length))).toBe(true)
      expect(value!.length).toBeLessThan(media.length)
      await reader.cancel()
    },
  )

  it('breaks off in the middle of the body', async () => {
    await expect(bytesOf(await ask('/short-body.mp4'))).rejects.toThrow()
  })

  it('sends a false Content-Range', async () => {
    const said = async (path: Path) => {
      const response = await ask(path, 'bytes=10-19')
      expect(await bytesOf(response)).toHaveLength(10)
      return response.headers.get('content-range')
    }
    expect(await said('/wrong-start.mp4')).toBe('bytes 11-20/2000')
    expect(await said('/wrong-total.mp4')).toBe('bytes 10-19/1002000')
    expect(await said('/changing-total.mp4')).toBe('bytes 10-19/2000')
    expect(await said('/changing-total.mp4')).toBe('bytes 10-19/2001')
    expect(await said('/unreadable-content-range.mp4')).toBe('bytes one-two/three')
  })

  it.each([403, 404, 416, 429, 500] as const)('fails with %i from the third request on', async (status) => {
    const path = `/then-${status}.mp4` as const
    const statuses = []
    for (let count = 0; count < 4; count += 1) statuses.push((await ask(path, 'bytes=0-9')).status)
    expect(statuses).toEqual([206, 206, status, status])
  })

  it('redirects in a loop and without end', async () => {
    expect((await ask('/redirect-loop.mp4')).headers.get('location')).toBe('/redirect-loop.mp4')
    await expect(fetch(server.urlOf('/redirect-chain.mp4'))).rejects.toThrow('fetch failed')
    expect(server.requests().length).toBeGreaterThan(10)
  })

  it('redirects to private addresses, and counts the clients that follow', async () => {
    expect((await ask('/redirect-to-metadata.mp4')).headers.get('location')).toContain('169.254.169.254')
    expect((await ask('/redirect-to-file.mp4')).headers.get('location')).toBe('file:///etc/passwd')
    expect(server.trapVisits()).toBe(0)
    const careless = ['/redirect-to-loopback.mp4', '/redirect-to-decimal.mp4', '/redirect-to-octal.mp4'] as const
    for (const path of careless) await expect(fetch(server.urlOf(path))).rejects.toThrow('fetch failed')
    expect(server.trapVisits()).toBe(careless.length)
  })
})
