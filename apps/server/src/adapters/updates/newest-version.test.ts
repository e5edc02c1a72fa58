import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { addCleanup, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { describe, expect, it } from 'vitest'
import { createGuardedFetcher } from '../outbound/guarded-fetch.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { createNewestVersion, newestVersionIn } from './newest-version.ts'

describe("the newest version in the operator's place", () => {
  it.each([
    ['a package registry', { name: 'kerf', 'dist-tags': { latest: '0.4.0', next: '1.0.0-rc.1' } }, '0.4.0'],
    ['a package registry about one version', { name: 'kerf', version: '0.4.1' }, '0.4.1'],
    ['a container registry', { name: 'kerf', tags: ['latest', '0.9.0', 'v0.10.0', '0.11.0-rc.1'] }, '0.10.0'],
    ['a list of releases', [{ tag_name: 'v0.4.0' }, { tag_name: 'v0.5.0' }], '0.5.0'],
    ['something else', { message: 'moved' }, null],
  ])('is read from the answer of %s', (_place, answer, version) => {
    expect(newestVersionIn(JSON.stringify(answer))).toBe(version)
  })

  it.each([
    ['0.4.0\n', '0.4.0'],
    ['"v0.4.0"', '0.4.0'],
    ['0.3.0 0.4.0 0.3.9', '0.4.0'],
    ['<html>Sign in</html>', null],
    ['', null],
  ])('is read from a text: %j', (text, version) => {
    expect(newestVersionIn(text)).toBe(version)
  })

  it('is read once an hour, and once a minute after a failure, whose cause is reported', async () => {
    let answer = { status: 503, body: '' }
    let requests = 0
    const server = createServer((_request, response) => {
      requests += 1
      response.writeHead(answer.status).end(answer.body)
    })
    const { port, close } = await listenOnLoopback(server)
    const fetcher = createGuardedFetcher({ policy: createOutboundPolicy({ allow: [`127.0.0.1:${port}`] }) })
    addCleanup(() => fetcher.close())
    let now = 0
    const readVersion = createNewestVersion({
      from: new URL(`http://127.0.0.1:${port}/kerf/latest`),
      fetcher,
      clock: { now: () => new Date(now) },
    })
    for (const _ of ['asked', 'cached'])
      await expect(readVersion()).rejects.toMatchObject({ name: 'UpdatesError', message: 'status 503' })
    expect(requests).toBe(1)
    answer = { status: 200, body: '{"version":"0.4.0"}' }
    now = 60_000
    expect([await readVersion(), await readVersion(), requests]).toEqual(['0.4.0', '0.4.0', 2])
    await close()
    now += 3_600_000
    await expect(readVersion()).rejects.toMatchObject({
      name: 'UpdatesError',
      message: 'refused, 127.0.0.1, ECONNREFUSED',
    })
  })

  it('is read from a file, and a missing file is reported', async () => {
    const path = join(temporaryDirectory(), 'version')
    const fetcher = { get: () => Promise.reject(new Error('Nobody is asked.')) }
    const readVersion = () => createNewestVersion({ from: path, fetcher, clock: { now: () => new Date(0) } })()
    await expect(readVersion()).rejects.toMatchObject({ name: 'UpdatesError', message: 'ENOENT' })
    await writeFile(path, '0.4.0\n')
    expect(await readVersion()).toBe('0.4.0')
  })
})
