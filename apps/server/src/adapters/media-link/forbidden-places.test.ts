import { ERROR_MEANINGS } from '@kerf/domain/errors/error-codes'
import { startDnsStandin } from '@kerf/standins/dns/start-dns-standin'
import { disguisedLinks, FORBIDDEN_HOSTS, forbiddenHosts } from '@kerf/standins/hostile/forbidden-hosts'
import { afterEach, describe, expect, it } from 'vitest'
import { lookupAt } from '../outbound/lookup-at.fixture.ts'
import { startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { type ForbiddenPlaces, openForbiddenPlaces, type PlacesOptions } from './forbidden-places.fixture.ts'

const toClose: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of toClose.splice(0).toReversed()) await part.close()
})

async function openPlaces(options: PlacesOptions = {}): Promise<ForbiddenPlaces> {
  const places = await openForbiddenPlaces(options)
  toClose.push(places)
  return places
}

/** The long form goes through all of them, and through every link in disguise: one of each kind. */
const SAMPLE = Object.values(FORBIDDEN_HOSTS).map(([first]) => first!)
const isTypedRefusal = (ending: string): boolean => ending in ERROR_MEANINGS
const UPSTREAM = new URL('http://proxy.kerf-tests.org:3128')

describe('a forbidden host', () => {
  it('is refused before anybody is asked for it, in more than 150 spellings, with an upstream proxy and without', () => {
    expect(new Set(forbiddenHosts).size).toBeGreaterThan(150)
    for (const upstreamProxy of [null, UPSTREAM]) {
      const policy = createOutboundPolicy({ upstreamProxy })
      const passed = [
        ...forbiddenHosts.flatMap((host) => [`http://${host}/video.mp4`, `https://${host}/video.mp4`]),
        ...[80, 443, 22].flatMap((port) => disguisedLinks(port)),
      ].filter((link) => URL.canParse(link) && policy.judgeUrl(new URL(link)).allowed)
      expect(passed).toEqual([])
      // As a CONNECT spells it: nobody has made an address of it before.
      expect(forbiddenHosts.filter((host) => policy.judgeTarget(host, 443).allowed)).toEqual([])
    }
  })
})

describe.each([
  ['without an upstream proxy', false],
  ['with one', true],
])('a forbidden place, %s', (_, upstream) => {
  it('is reached by no road, whoever is led there, and an open port looks like a closed one', async () => {
    const places = await openPlaces({ upstream })
    const closed = await startLoopbackSite()
    await closed.close()
    const roads = Object.entries(places.roads)
    expect(roads.length).toBeGreaterThanOrEqual(11)
    for (const host of SAMPLE) {
      for (const [name, travel] of roads) {
        const endings = await Promise.all(
          [places.canary.port, closed.port, 80].map((port) => travel(`http://${host}:${port}/video.mp4`)),
        )
        expect(new Set(endings).size, `${host} as ${name}: ${endings}`).toBe(1)
        expect(endings[0], `${host} as ${name}`).not.toBe('ok')
      }
    }
    expect(places.trespasses()).toEqual([])
  })

  it('is reached by no link in disguise', async () => {
    const places = await openPlaces({ upstream })
    for (const link of disguisedLinks(places.canary.port).filter((_, index) => index % 3 === 0)) {
      for (const name of ['link', 'redirect', 'segment'] as const)
        expect(await places.roads[name]!(link), `${link} as ${name}`).toSatisfy(isTypedRefusal)
    }
    expect(places.trespasses()).toEqual([])
  })

  it('is nothing that the proxy of yt-dlp leads to', async () => {
    const places = await openPlaces({ upstream })
    for (const host of SAMPLE) {
      for (const port of [443, places.canary.port]) {
        // Either refused, or no request at all to the parser in front.
        expect(await places.askProxy('CONNECT', `${host}:${port}`)).toMatch(/ 40[03] |^$/)
        expect(await places.askProxy('GET', `http://${host}:${port}/`)).toMatch(/ 40[03] |^$/)
      }
    }
    expect(places.trespasses()).toEqual([])
  })
})

describe('a name', () => {
  // A machine's whole 127.0.0.0/8 leads to itself: one address of it plays the public one, all others are forbidden.
  const PUBLIC = '127.77.0.1'

  it('that was harmless when it was looked at is asked for again with every connection, and leads nowhere else', async () => {
    const dns = await startDnsStandin((_name, time) => (time === 0 ? [PUBLIC] : ['127.0.0.1', '::1']))
    toClose.push(dns)
    const places = await openPlaces({ allow: [`${PUBLIC}/32`], lookup: lookupAt(dns.server) })
    const { port } = places.canary
    const harmless = await startLoopbackSite((_request, response) => response.end('harmless'), { host: PUBLIC, port })
    toClose.push(harmless)
    const name = `http://rebinding.kerf-tests.org:${port}/video.mp4`
    const first = await places.fetcher.get(name, { maxBytes: 100 })
    expect(Buffer.from(await first.bytes()).toString()).toBe('harmless')
    harmless.hangUp()
    await expect(places.fetcher.get(name, { maxBytes: 100 })).rejects.toMatchObject({ code: 'source_failed' })
    expect(dns.asked()).toHaveLength(4)
    expect(places.trespasses()).toEqual([`${PUBLIC} ${port}`])
  })

  it.each([
    ['a harmless address first', [PUBLIC, '127.0.0.1']],
    ['a harmless address last', ['127.0.0.1', PUBLIC]],
    ['a harmless address of the other family', [PUBLIC, '::1']],
    ['a wrapped address beside a harmless one', [PUBLIC, '64:ff9b::7f00:1']],
    ['nothing but a forbidden one', ['169.254.169.254']],
  ])('that has several addresses, %s, is not connected to at all', async (_, addresses) => {
    const dns = await startDnsStandin(() => addresses)
    toClose.push(dns)
    const places = await openPlaces({ allow: [`${PUBLIC}/32`], lookup: lookupAt(dns.server) })
    const link = `http://mixed.kerf-tests.org:${places.canary.port}/video.mp4`
    for (const travel of Object.values(places.roads)) expect(await travel(link)).not.toBe('ok')
    expect(places.trespasses()).toEqual([])
  })
})
