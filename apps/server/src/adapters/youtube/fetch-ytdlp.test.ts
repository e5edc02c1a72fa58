import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LoopbackSite, openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createFetchedYtdlp, type FetchedYtdlp, ytdlpAssetFor } from './fetch-ytdlp.ts'

const MACHINE = { platform: 'linux', arch: 'x64', musl: false }
let directory: string
let site: LoopbackSite
let fetched: FetchedYtdlp
let release: { program: string; checksums: string; status: number }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const releaseOf = (program: string) => ({
  program,
  checksums: `${sha256('other')}  yt-dlp\n${sha256(program)}  yt-dlp_linux\n`,
  status: 200,
})

beforeEach(async () => {
  directory = join(temporaryDirectory(), 'tools')
  release = releaseOf('#!/bin/sh\necho first\n')
  site = await startLoopbackSite((request, response) => {
    if (request.url === '/latest/yt-dlp_linux') response.writeHead(302, { location: '/stored/program' }).end()
    else if (request.url === '/stored/program') response.writeHead(release.status).end(release.program)
    else if (request.url === '/latest/SHA2-256SUMS') response.end(release.checksums)
    else response.writeHead(404).end()
  })
  const fetcher = openFetcher({ allow: [site.exemption] })
  fetched = createFetchedYtdlp({ directory, fetcher, baseUrl: `${site.origin}/latest/`, machine: MACHINE })
})

afterEach(() => fetched.close())

const programPath = (): string => join(directory, 'yt-dlp')
const installed = (): Promise<string> => readFile(programPath(), 'utf8')

describe("the app's own yt-dlp", () => {
  it('is fetched through redirects, checked, and made executable', async () => {
    expect(await fetched.refresh()).toBe('updated')
    expect(await installed()).toBe(release.program)
    expect((await stat(programPath())).mode & 0o777).toBe(0o755)
    expect(await readdir(directory)).toEqual(['yt-dlp'])
    expect(await fetched.currentPath()).toBe(programPath())
  })

  it('is begun to be fetched by the first who asks for it, who does not wait', async () => {
    expect(await fetched.currentPath()).toBeNull()
    expect(await fetched.refresh()).toBe('updated')
    expect(await fetched.currentPath()).toBe(programPath())
    expect(site.requests.filter(({ path }) => path === '/stored/program')).toHaveLength(1)
  })

  it('is not fetched again while it is the newest', async () => {
    await fetched.refresh()
    expect(await fetched.refresh()).toBe('unchanged')
    expect(site.requests.filter(({ path }) => path === '/stored/program')).toHaveLength(1)
  })

  it('is replaced by a newer release', async () => {
    await fetched.refresh()
    release = releaseOf('#!/bin/sh\necho second\n')
    expect(await fetched.refresh()).toBe('updated')
    expect(await installed()).toBe(release.program)
  })

  it.each([
    ['its checksum is wrong', () => ({ ...releaseOf('new'), program: 'tampered with' })],
    ['the release lists no checksum for it', () => ({ ...releaseOf('new'), checksums: `${sha256('new')}  yt-dlp\n` })],
    ['the list is a page', () => ({ ...releaseOf('new'), checksums: '<html>' })],
    ['the program is not there', () => ({ ...releaseOf('new'), status: 404 })],
  ])('keeps serving when %s', async (_why, change) => {
    await fetched.refresh()
    const before = await installed()
    release = change()
    expect(await fetched.refresh()).toBe('failed')
    expect(fetched.lastFailure()).not.toBeNull()
    expect(await installed()).toBe(before)
    expect(await readdir(directory)).toEqual(['yt-dlp'])
    expect(await fetched.currentPath()).toBe(programPath())
  })

  it('is not refreshed while unused, until it is requested again', async () => {
    await fetched.refresh()
    fetched.rest()
    release = releaseOf('#!/bin/sh\necho later\n')
    expect(await fetched.currentPath()).toBe(programPath())
    await expect.poll(installed, { timeout: 30_000 }).toBe(release.program)
  })

  it('is mended when it was damaged on the disk', async () => {
    await fetched.refresh()
    await rm(programPath())
    expect(await fetched.refresh()).toBe('updated')
  })

  it('does not come from a place that is off limits', async () => {
    const refused = createFetchedYtdlp({
      directory,
      fetcher: openFetcher(),
      baseUrl: `${site.origin}/latest/`,
      machine: MACHINE,
    })
    expect(await refused.refresh()).toBe('failed')
    expect(site.connections()).toBe(0)
    await refused.close()
  })
})

it.each([
  ['yt-dlp_linux', 'linux', 'x64', false],
  ['yt-dlp_linux_aarch64', 'linux', 'arm64', false],
  ['yt-dlp_musllinux', 'linux', 'x64', true],
  ['yt-dlp_musllinux_aarch64', 'linux', 'arm64', true],
  ['yt-dlp_macos', 'darwin', 'arm64', false],
  ['yt-dlp.exe', 'win32', 'x64', false],
  ['yt-dlp', 'linux', 'riscv64', false],
  ['yt-dlp', 'freebsd', 'x64', false],
])('the file of a release is %s on %s %s, musl %s', (asset, platform, arch, musl) => {
  expect(ytdlpAssetFor({ platform, arch, musl })).toBe(asset)
})
