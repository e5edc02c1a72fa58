import { readdir } from 'node:fs/promises'
import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type HostilePath, hostileBehaviours } from '@kerf/standins/hostile/hostile-behaviours'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import {
  type LinkResult,
  SHORT_TIMEOUTS,
  NOTHING_LEFT,
  type StrangersServer,
  sideBySide,
  watchStrangers,
} from '../harness/servers/strangers-server.ts'
import { openStampedSite } from '../harness/stamped-clips.ts'

/** Odd, but honest enough to be read: what was asked for came, and in time. */
const READ_ALL_THE_SAME = ['/healthy.mp4', '/called-text.mp4', '/http-1.0.mp4', '/redirect-with-endless-body.mp4']
/** Not even a link to a media file. */
const NO_MEDIA_LINK = ['/page.html']
const AT_ONCE = 4
/** Beyond every limit that is set here, on a machine that does something else besides. */
const BOUND_SECONDS = 60
const MOST_GROWTH_MEGABYTES = 300

const paths = (Object.keys(hostileBehaviours) as HostilePath[]).filter((path) => !NO_MEDIA_LINK.includes(path))
const [folder, temporary] = [temporaryDirectory(), temporaryDirectory()]
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
      WORKER_CONCURRENCY: String(AT_ONCE),
      TMPDIR: temporary,
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

async function meetAll<T extends LinkResult>(meet: (path: HostilePath) => Promise<T>): Promise<Map<HostilePath, T>> {
  const fates = new Map<HostilePath, T>()
  await sideBySide(paths, AT_ONCE, async (path) => void fates.set(path, await meet(path)))
  return fates
}

function tell(phase: string, fates: ReadonlyMap<string, LinkResult>): void {
  const codes = [...fates.values()].map(({ code }) => code)
  const counts = Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]),
  )
  const slowest = [...fates].reduce((one, other) => (one[1].seconds > other[1].seconds ? one : other))
  console.log(
    `${phase}: ${fates.size} behaviours, ${JSON.stringify(counts)}, slowest ${slowest[0]} ${slowest[1].seconds} s`,
  )
}

describe(`a stranger's server that misbehaves in ${paths.length} ways`, () => {
  it('is refused with a code in bounded time while its file is read', async () => {
    expect(paths.length).toBeGreaterThan(60)
    const fates = await meetAll((path) => strangers.inspect(path))
    tell('inspecting', fates)
    for (const [path, { status, code, seconds }] of fates) {
      expect(seconds, path).toBeLessThan(BOUND_SECONDS)
      if (status === 200) continue
      expect([path, status]).toEqual([path, code === 'source_timeout' ? 503 : 422])
      expect(ERROR_CODES, path).toContain(code)
    }
  })

  it('costs nobody a unit while a clip is cut, and nobody waits forever', async () => {
    const fates = await meetAll((path) => strangers.cut(path))
    tell('cutting', fates)
    for (const [path, { status, code, seconds, unitsUsed }] of fates) {
      expect([path, status, seconds < BOUND_SECONDS]).toEqual([path, 202, true])
      if (READ_ALL_THE_SAME.includes(path)) expect([path, code, unitsUsed]).toEqual([path, 'ok', 1])
      else expect([path, code, unitsUsed]).toEqual([path, expect.stringMatching(/^source_(failed|timeout)$/), 0])
    }
  })

  it('leaves no process, socket or file behind, and the server unharmed', async () => {
    expect(await strangers.leftovers()).toEqual(NOTHING_LEFT)
    expect(await readdir(temporary)).toEqual([])
    const growth = (await strangers.peakMemoryMegabytes()) - memoryBefore
    console.log(
      `peak memory of the server: ${Math.round(memoryBefore)} MB at first, ${Math.round(growth)} MB more at its highest`,
    )
    expect(growth).toBeLessThan(MOST_GROWTH_MEGABYTES)
    expect(site.trapVisits()).toBe(0)
    const allowed = [site.host, site.silentHost].map((host) => host.replace(':', ' '))
    expect((await kerf.triedConnections()).filter((place) => !allowed.includes(place))).toEqual([])
    expect((await strangers.inspect('/healthy.mp4')).code).toBe('ok')
    expect(await strangers.cut('/healthy.mp4')).toMatchObject({ code: 'ok', unitsUsed: 1 })
  })
})
