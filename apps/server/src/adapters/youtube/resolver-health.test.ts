import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { writeFakeYtdlp } from './fake-ytdlp.fixture.ts'
import type { FetchedYtdlp } from './fetch-ytdlp.ts'
import { createYtdlpFinder } from './find-ytdlp.ts'
import { checkResolver } from './resolver-health.ts'
import { createYtdlpInspector } from './ytdlp-facts.ts'

const fake = await writeFakeYtdlp('')
const empty = temporaryDirectory()
const inspector = createYtdlpInspector()

function fetchedWith(path: string | null, failure: string | null = null): FetchedYtdlp {
  return {
    currentPath: async () => path,
    refresh: async () => 'unchanged',
    rest: () => undefined,
    lastFailure: () => failure,
    close: async () => {},
  }
}

interface Place {
  configured?: string
  searchPath?: string
  fetched?: FetchedYtdlp
}

function check(place: Place, now: string) {
  const configuredPath = place.configured ?? null
  const fetched = place.fetched ?? null
  const finder = createYtdlpFinder({ configuredPath, searchPath: place.searchPath ?? null, fetched })
  return checkResolver({ finder, inspector, configuredPath, fetched }, new Date(now))
}

describe('finding yt-dlp', () => {
  const find = (place: Place) =>
    createYtdlpFinder({
      configuredPath: place.configured ?? null,
      searchPath: place.searchPath ?? null,
      fetched: place.fetched ?? null,
    }).find()

  it('prefers what the operator named, then the PATH, then its own', async () => {
    const everywhere = { searchPath: `${empty}:${fake.directory}`, fetched: fetchedWith('/own/yt-dlp') }
    expect(await find({ ...everywhere, configured: fake.path })).toEqual({ path: fake.path, origin: 'configured' })
    expect(await find(everywhere)).toEqual({ path: fake.path, origin: 'path' })
    expect(await find({ ...everywhere, searchPath: empty })).toEqual({ path: '/own/yt-dlp', origin: 'fetched' })
    expect(await find({})).toBeNull()
  })

  it('does not replace a wrong name by something else', async () => {
    expect(await find({ configured: join(empty, 'yt-dlp'), searchPath: fake.directory })).toBeNull()
  })

  it('looks neither in relative folders nor at what cannot be run', async () => {
    const folder = join(empty, 'plain')
    await mkdir(join(folder, 'yt-dlp'), { recursive: true })
    expect(await find({ searchPath: folder })).toBeNull()
    const file = join(empty, 'file', 'yt-dlp')
    await mkdir(join(empty, 'file'))
    await writeFile(file, '#!/bin/sh\n')
    expect(await find({ searchPath: `.::bin:${join(empty, 'file')}` })).toBeNull()
    await chmod(file, 0o755)
    expect(await find({ searchPath: `.::bin:${join(empty, 'file')}` })).not.toBeNull()
  })
})

describe("the resolver's health", () => {
  it('is ok with a version of less than thirty days', async () => {
    expect(await check({ configured: fake.path }, '2026-09-17T23:00:00Z')).toEqual({
      state: 'ok',
      message: 'yt-dlp is up to date.',
      says: [{ code: 'resolver_ok', values: [] }],
      version: '2026.08.19',
      ageDays: 29,
      origin: 'configured',
    })
  })

  it('is degraded with an older one, and says what to do by where it came from', async () => {
    const old = await check({ searchPath: fake.directory }, '2026-09-18T00:00:00Z')
    expect(old).toMatchObject({ state: 'degraded', ageDays: 30, origin: 'path' })
    expect(old.message).toContain('remove it from the PATH')
    const fetched = await check({ fetched: fetchedWith(fake.path) }, '2026-12-01T00:00:00Z')
    expect(fetched.message).toContain('GitHub')
  })

  it('is not younger than today when clocks differ', async () => {
    expect((await check({ configured: fake.path }, '2026-08-18T20:00:00Z')).ageDays).toBe(0)
  })

  it.each<[string, () => Place]>([
    ['YTDLP_PATH', () => ({ configured: join(empty, 'nothing') })],
    ['does not run', () => ({ configured: '/bin/false' })],
    ['Install it', () => ({})],
    ['is being downloaded', () => ({ fetched: fetchedWith(null) })],
    ['could not be downloaded', () => ({ fetched: fetchedWith(null, 'no way') })],
  ])('fails without one, and says so: ... %s ...', async (words, place) => {
    const verdict = await check(place(), '2026-09-01T00:00:00Z')
    expect(verdict).toMatchObject({ state: 'failing', version: null, ageDays: null, origin: null })
    expect(verdict.message).toContain(words)
  })
})
