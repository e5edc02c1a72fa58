import { readdir } from 'node:fs/promises'
import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type HostilePath, hostileBehaviours } from '@kerf/standins/hostile/hostile-behaviours'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import {
  type LinkResult,
  NOTHING_LEFT,
  runConcurrently,
  SHORT_TIMEOUTS,
  type StrangersServer,
  watchStrangers,
} from '../harness/servers/strangers-server.ts'
import { openStampedSite } from '../harness/stamped-clips.ts'

/** Behaviours that are odd, but still deliver the requested bytes in time. */
const READABLE_PATHS = ['/healthy.mp4', '/called-text.mp4', '/http-1.0.mp4', '/redirect-with-endless-body.mp4']
/** Paths that are not links to a media file. */
const NO_MEDIA_LINK = ['/page.html']
const CONCURRENCY = 4
/** Maximum time of a request. It is above every limit that is set here, even on a busy machine. */
const MAX_SECONDS = 60
const MAX_GROWTH_MEGABYTES = 300

const paths = (Object.keys(hostileBehaviours) as HostilePath[]).filter((path) => !NO_MEDIA_LINK.includes(path))
const [folder, temporaryFolder] = [temporaryDirectory(), temporaryDirectory()]
let kerf: RunningKerf
let site: HostileMediaServer
let strangers: StrangersServer
let memoryBefore: number

beforeAll(async () => {
  site = await openStampedSite(folder, 6, 25)
  kerf = await startKerf({
    watched: SHORT_TIMEOUTS,
    environment: {
      SOURCES: 'media',
      OUTBOUND_ALLOW: `${site.host},${site.silentHost}`,
      WORKER_CONCURRENCY: String(CONCURRENCY),
      TMPDIR: temporaryFolder,
      LOG_LEVEL: 'silent',
    },
  })
  strangers = await watchStrangers(kerf, site)
  memoryBefore = await strangers.peakMemoryMegabytes()
})
afterAll(async () => {
  await kerf.dispose()
  await site.close()
})

async function tryAll<T extends LinkResult>(tryPath: (path: HostilePath) => Promise<T>): Promise<Map<HostilePath, T>> {
  const results = new Map<HostilePath, T>()
  await runConcurrently(paths, CONCURRENCY, async (path) => void results.set(path, await tryPath(path)))
  return results
}

function printResults(phase: string, results: ReadonlyMap<string, LinkResult>): void {
  const codes = [...results.values()].map(({ code }) => code)
  const counts = Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((candidate) => candidate === code).length]),
  )
  const slowest = [...results].reduce((a, b) => (a[1].seconds > b[1].seconds ? a : b))
  console.log(
    `${phase}: ${results.size} behaviours, ${JSON.stringify(counts)}, slowest ${slowest[0]} ${slowest[1].seconds} s`,
  )
}

describe(`a stranger's server that misbehaves in ${paths.length} ways`, () => {
  it('is refused with a code in limited time while its file is read', async () => {
    expect(paths.length).toBeGreaterThan(60)
    const results = await tryAll((path) => strangers.inspect(path))
    printResults('inspecting', results)
    for (const [path, { status, code, seconds }] of results) {
      expect(seconds, path).toBeLessThan(MAX_SECONDS)
      if (status === 200) continue
      expect([path, status]).toEqual([path, code === 'source_timeout' ? 503 : 422])
      expect(ERROR_CODES, path).toContain(code)
    }
  })

  it('costs nobody a unit during a cut, and nobody waits forever', async () => {
    const results = await tryAll((path) => strangers.cut(path))
    printResults('cutting', results)
    for (const [path, { status, code, seconds, unitsUsed }] of results) {
      expect([path, status, seconds < MAX_SECONDS]).toEqual([path, 202, true])
      if (READABLE_PATHS.includes(path)) expect([path, code, unitsUsed]).toEqual([path, 'ok', 1])
      else expect([path, code, unitsUsed]).toEqual([path, expect.stringMatching(/^source_(failed|timeout)$/), 0])
    }
  })

  it('leaves no process, socket or file behind, and does not harm the server', async () => {
    expect(await strangers.waitForLeftovers()).toEqual(NOTHING_LEFT)
    expect(await readdir(temporaryFolder)).toEqual([])
    const growth = (await strangers.peakMemoryMegabytes()) - memoryBefore
    console.log(
      `peak memory of the server: ${Math.round(memoryBefore)} MB at first, ${Math.round(growth)} MB more at its highest`,
    )
    expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES)
    expect(site.trapVisits()).toBe(0)
    const allowedHosts = [site.host, site.silentHost].map((host) => host.replace(':', ' '))
    expect(
      (await kerf.takeTriedConnections()).filter((connectionTarget) => !allowedHosts.includes(connectionTarget)),
    ).toEqual([])
    expect((await strangers.inspect('/healthy.mp4')).code).toBe('ok')
    expect(await strangers.cut('/healthy.mp4')).toMatchObject({ code: 'ok', unitsUsed: 1 })
  })
})
