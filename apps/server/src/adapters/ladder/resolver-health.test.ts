import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { writeFakeYtdlp } from '../ytdlp/fake-ytdlp.fixture.ts'
import type { FetchedYtdlp } from '../ytdlp/fetch-ytdlp.ts'
import { createYtdlpFinder } from '../ytdlp/find-ytdlp.ts'
import { createYtdlpInspector } from '../ytdlp/ytdlp-facts.ts'
import { checkResolver, type ResolverHealthOptions } from './resolver-health.ts'

const fake = await writeFakeYtdlp('')
const brokenYtdlp = await writeFakeYtdlp(
  '',
  "console.log(process.argv.includes('--version') ? '2026.07.04' : '--no-exec')",
)
const emptyFolder = temporaryDirectory()
const HELD_BACK = 'a newer one was taken back'
const inspector = createYtdlpInspector()

function fetchedWith(path: string | null, failure: string | null = null): FetchedYtdlp {
  return {
    currentPath: async () => path,
    refresh: async () => 'unchanged',
    rest: () => undefined,
    takeBack: async () => true,
    isHeldBack: async () => path === fake.path && failure === HELD_BACK,
    lastFailure: () => failure,
    close: async () => {},
  }
}

interface Place {
  configured?: string | null
  searchPath?: string | null
  fetched?: FetchedYtdlp | null
}

const finderOf = ({ configured = null, searchPath = null, fetched = null }: Place) =>
  createYtdlpFinder({ configuredPath: configured, searchPath, inspector, fetched })

const IDLE_SOURCE = { stepStates: () => [], lookupFailure: () => null }

function checkHealth(ytdlpPaths: Place, now: string, source: ResolverHealthOptions['source'] = IDLE_SOURCE) {
  const configuredPath = ytdlpPaths.configured ?? null
  const fetched = ytdlpPaths.fetched ?? null
  const finder = finderOf(ytdlpPaths)
  return checkResolver({ finder, inspector, configuredPath, fetched, source }, new Date(now))
}

describe('finding yt-dlp', () => {
  const findYtdlp = (ytdlpPaths: Place) => finderOf(ytdlpPaths).find()

  it("prefers the configured one, then the PATH, then the app's own", async () => {
    const everywhere = { searchPath: `${emptyFolder}:${fake.directory}`, fetched: fetchedWith('/own/yt-dlp') }
    expect(await findYtdlp({ ...everywhere, configured: fake.path })).toEqual({ path: fake.path, origin: 'configured' })
    expect(await findYtdlp(everywhere)).toEqual({ path: fake.path, origin: 'path' })
    expect(await findYtdlp({ ...everywhere, searchPath: emptyFolder })).toEqual({
      path: '/own/yt-dlp',
      origin: 'fetched',
    })
    expect(await findYtdlp({})).toBeNull()
  })

  it('skips a broken one on the PATH, but never the configured one', async () => {
    const everywhere = { searchPath: brokenYtdlp.directory, fetched: fetchedWith(fake.path) }
    expect(await findYtdlp(everywhere)).toEqual({ path: fake.path, origin: 'fetched' })
    expect(await findYtdlp({ searchPath: brokenYtdlp.directory })).toBeNull()
    expect(await findYtdlp({ ...everywhere, configured: brokenYtdlp.path })).toEqual({
      path: brokenYtdlp.path,
      origin: 'configured',
    })
  })

  it("rolls back only the app's own version", async () => {
    const fetched = fetchedWith(fake.path)
    expect(await finderOf({ searchPath: fake.directory, fetched }).takeBack()).toBe(false)
    expect(await finderOf({ searchPath: brokenYtdlp.directory, fetched }).takeBack()).toBe(true)
  })

  it('does not replace a wrong configured path', async () => {
    expect(await findYtdlp({ configured: join(emptyFolder, 'yt-dlp'), searchPath: fake.directory })).toBeNull()
  })

  it('ignores relative folders and files that cannot be run', async () => {
    const folder = join(emptyFolder, 'plain')
    await mkdir(join(folder, 'yt-dlp'), { recursive: true })
    expect(await findYtdlp({ searchPath: folder })).toBeNull()
    const file = join(emptyFolder, 'file', 'yt-dlp')
    await mkdir(join(emptyFolder, 'file'))
    await writeFile(file, '#!/bin/sh\n')
    expect(await findYtdlp({ searchPath: `.::bin:${join(emptyFolder, 'file')}` })).toBeNull()
    await chmod(file, 0o755)
    expect(await findYtdlp({ searchPath: `.::bin:${join(emptyFolder, 'file')}` })).not.toBeNull()
  })
})

describe("the resolver's health", () => {
  it('is untested before YouTube has answered, with a yt-dlp of any age', async () => {
    expect(await checkHealth({ configured: fake.path }, '2027-08-19T23:00:00Z')).toEqual({
      state: 'untested',
      message: 'YouTube has not been asked yet. yt-dlp is ready.',
      says: [
        { code: 'resolver_untested', values: [] },
        { code: 'resolver_ok', values: [] },
      ],
      version: '2026.08.19',
      ageDays: 365,
      origin: 'configured',
      steps: [],
    })
  })

  it.each<[string, () => Place]>([
    ['2026.07.04 is known to be broken', () => ({ configured: brokenYtdlp.path })],
    ['Update the program that YTDLP_PATH names', () => ({ configured: brokenYtdlp.path })],
    ['is being downloaded', () => ({ fetched: fetchedWith(brokenYtdlp.path) })],
    ['GitHub', () => ({ fetched: fetchedWith(brokenYtdlp.path, 'no way') })],
  ])(
    'is untested before the first request, and says how to replace a broken yt-dlp: ... %s ...',
    async (words, ytdlpPaths) => {
      const verdict = await checkHealth(ytdlpPaths(), '2026-09-01T00:00:00Z')
      expect(verdict).toMatchObject({ state: 'untested', version: '2026.07.04' })
      expect(verdict.message).toContain(words)
    },
  )

  it('reports that a newer version does not work and the previous one is in use', async () => {
    const verdict = await checkHealth({ fetched: fetchedWith(fake.path, HELD_BACK) }, '2026-09-01T00:00:00Z')
    expect(verdict).toMatchObject({
      says: [{ code: 'resolver_untested' }, { code: 'resolver_ok' }, { code: 'resolver_held_back' }],
    })
  })

  it('counts an age of 0 days if the clocks differ', async () => {
    expect((await checkHealth({ configured: fake.path }, '2026-08-18T20:00:00Z')).ageDays).toBe(0)
  })

  it.each<[string, () => Place]>([
    ['YTDLP_PATH', () => ({ configured: join(emptyFolder, 'nothing') })],
    ['does not run', () => ({ configured: '/bin/false' })],
    ['Install it', () => ({})],
    ['is being downloaded', () => ({ fetched: fetchedWith(null) })],
    ['2026.07.04 on the PATH', () => ({ searchPath: brokenYtdlp.directory, fetched: fetchedWith(null) })],
    ['could not be downloaded', () => ({ fetched: fetchedWith(null, 'no way') })],
  ])('is untested without yt-dlp, because other steps exist, and says so: ... %s ...', async (words, ytdlpPaths) => {
    const verdict = await checkHealth(ytdlpPaths(), '2026-09-01T00:00:00Z')
    expect(verdict).toMatchObject({ state: 'untested', version: null, ageDays: null, origin: null })
    expect(verdict.message).toContain(words)
  })

  const innertube = { name: 'innertube', answered: 9, failed: 1, lastCause: null, isOpen: false }

  it('names the step that answers, and yt-dlp as the reserve', async () => {
    const stepStates = () => [{ ...innertube, lastAnsweredAt: Date.parse('2026-09-01T00:00:00Z') }]
    const answeringSource = { stepStates, lookupFailure: () => null }
    const verdict = await checkHealth({ configured: fake.path }, '2026-09-01T00:00:00Z', answeringSource)
    expect(verdict).toMatchObject({
      state: 'ok',
      message: 'YouTube answers by: innertube. yt-dlp 2026.08.19 is the reserve.',
      steps: [{ name: 'innertube', answered: 9, failed: 1, lastAnsweredAt: '2026-09-01T00:00:00.000Z' }],
    })
    expect((await checkHealth({}, '2026-09-01T00:00:00Z', answeringSource)).message).toContain(
      'innertube. yt-dlp is missing.',
    )
  })

  it("fails when lookups fail, with YouTube's own message", async () => {
    const stepStates = () => [{ ...innertube, lastAnsweredAt: null, isOpen: true }]
    const silentSource = {
      stepStates,
      lookupFailure: () => ({ cause: 'Sign in to confirm you are not a bot', isNetwork: false }),
    }
    expect(await checkHealth({ configured: fake.path }, '2026-09-01T00:00:00Z', silentSource)).toMatchObject({
      state: 'failing',
      message: 'YouTube has not answered the last lookups: Sign in to confirm you are not a bot',
    })
  })

  it('reports a network failure, not only a missing yt-dlp', async () => {
    const lookupFailure = () => ({ cause: 'dns, www.youtube.com, EAI_AGAIN', isNetwork: true })
    const verdict = await checkHealth({}, '2026-09-01T00:00:00Z', { stepStates: () => [], lookupFailure })
    expect(verdict).toMatchObject({
      state: 'failing',
      says: [{ code: 'resolver_network' }, { code: 'resolver_missing' }],
    })
    expect(verdict.message).toMatch(/^This server cannot reach YouTube \(dns, www\.youtube\.com, EAI_AGAIN\)\./)
  })
})

it('names the temporary folder that cannot be written', async () => {
  const previousTmpdir = process.env.TMPDIR
  const missingFolder = join(emptyFolder, 'nowhere')
  const newYtdlp = await writeFakeYtdlp('')
  process.env.TMPDIR = missingFolder
  try {
    const { state, says } = await checkHealth({ configured: newYtdlp.path }, '2026-09-01T00:00:00Z')
    expect(state).toBe('untested')
    expect(says).toContainEqual({ code: 'resolver_no_folder', values: [missingFolder] })
  } finally {
    if (previousTmpdir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = previousTmpdir
  }
})

describe('the sites', () => {
  const answeredCircuit = { answered: 1, failed: 0, lastAnsweredAt: 1, lastCause: null, isOpen: false }
  const vimeo = { ...IDLE_SOURCE, name: 'Vimeo' }
  const twitch = { ...IDLE_SOURCE, name: 'Twitch', stepStates: () => [{ ...answeredCircuit, name: 'twitch' }] }
  const x = { ...IDLE_SOURCE, name: 'X', lookupFailure: () => ({ cause: 'HTTP Error 403', isNetwork: false }) }
  const checkSites = (
    sites: ResolverHealthOptions['sites'],
    source: ResolverHealthOptions['source'],
    ytdlpPaths: Place = {},
  ) =>
    checkResolver(
      {
        finder: finderOf({ configured: fake.path, ...ytdlpPaths }),
        inspector,
        configuredPath: fake.path,
        fetched: null,
        source,
        ...(sites && { sites }),
      },
      new Date('2026-11-30'),
    )

  it('are grouped by whether they answer, with and without YouTube', async () => {
    for (const source of [null, IDLE_SOURCE]) {
      const { state, says, steps } = await checkSites([vimeo, twitch, x], source)
      expect(state).toBe('degraded')
      expect(says).toEqual(
        expect.arrayContaining([
          { code: 'sites_unanswered', values: ['X', 'HTTP Error 403'] },
          { code: 'sites_answer', values: ['Twitch'] },
          { code: 'sites_untested', values: ['Vimeo'] },
        ]),
      )
      expect(steps.map(({ name }) => name)).toEqual(['twitch'])
    }
    expect(await checkSites([twitch], null)).toMatchObject({ state: 'ok' })
  })

  it('cannot be read without yt-dlp', async () => {
    const missingYtdlp = { configured: join(emptyFolder, 'yt-dlp') }
    expect(await checkSites([twitch], null, missingYtdlp)).toMatchObject({ state: 'failing', version: null })
    const youtube = { ...IDLE_SOURCE, stepStates: () => [{ ...answeredCircuit, name: 'innertube' }] }
    expect(await checkSites([twitch], youtube, missingYtdlp)).toMatchObject({ state: 'degraded', version: null })
    expect(await checkSites([], youtube, missingYtdlp)).toMatchObject({ state: 'ok', version: null })
  })
})
