import { isIP } from 'node:net'
import { startDnsStandin } from '@kerf/standins/dns/start-dns-standin'
import { disguisedLinks, forbiddenHosts } from '@kerf/standins/hostile/forbidden-hosts'
import { afterEach, describe, expect, it } from 'vitest'
import { lookupAt } from '../outbound/lookup-at.fixture.ts'
import { startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { type ForbiddenPlaces, openForbiddenPlaces, type PlacesOptions } from './forbidden-places.fixture.ts'

const toClose: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of toClose.splice(0).toReversed()) await part.close()
})

async function openPlaces(options: PlacesOptions = {}): Promise<{ places: ForbiddenPlaces; closedPort: number }> {
  const places = await openForbiddenPlaces(options)
  const closed = await startLoopbackSite()
  await closed.close()
  toClose.push(places)
  return { places, closedPort: closed.port }
}

const AT_ONCE = 16

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<number>): Promise<number> {
  let total = 0
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      const done = await work(item)
      total += done
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return total
}

/** Tries an address on every road, at an open port, a closed one and that of the web. Returns how many tries that were. */
async function tryEverywhere(
  { places, closedPort }: { places: ForbiddenPlaces; closedPort: number },
  addressAt: (port: number) => string,
): Promise<number> {
  let tries = 0
  for (const [name, travel] of Object.entries(places.roads)) {
    const endings = await Promise.all(
      [places.canary.port, closedPort, 80].map((port) => {
        tries += 1
        return travel(addressAt(port))
      }),
    )
    expect(new Set(endings).size, `${addressAt(80)} as ${name}: ${endings}`).toBe(1)
    expect(endings[0], `${addressAt(80)} as ${name}`).not.toBe('ok')
  }
  return tries
}

describe.each([
  ['without an upstream proxy', false],
  ['with one', true],
])('every forbidden place, %s', (which, upstream) => {
  it('is reached by no road, by no link in disguise, and an open port looks like a closed one', async () => {
    const opened = await openPlaces({ upstream })
    const links = [
      ...forbiddenHosts.flatMap((host) =>
        ['http', 'https'].map((scheme) => (port: number) => `${scheme}://${host}:${port}/video.mp4`),
      ),
      ...disguisedLinks(0).map((_, index) => (port: number) => disguisedLinks(port)[index]!),
    ]
    const tries = await sideBySide(links, (link) => tryEverywhere(opened, link))
    expect(opened.places.trespasses()).toEqual([])
    const roads = Object.keys(opened.places.roads)
    console.log(
      `${which}: ${forbiddenHosts.length} hosts and ${disguisedLinks(0).length} links on ${roads.length} roads (${roads.join(', ')}): ${tries} tries, 0 connections`,
    )
  })

  it('is nothing that the proxy of yt-dlp leads to', async () => {
    const { places } = await openPlaces({ upstream })
    const asked = forbiddenHosts.flatMap((host) =>
      [443, 80, places.canary.port].flatMap(
        (port) =>
          [
            ['CONNECT', `${host}:${port}`],
            ['CONNECT', `www.youtube.com:443@${host}:${port}`],
            ['CONNECT', `${host}:${port}#www.youtube.com:443`],
            ['CONNECT', `${host}:${port}/.www.youtube.com:443`],
            ['GET', `http://${host}:${port}/`],
            ['GET', `https://www.youtube.com@${host}:${port}/`],
          ] as const,
      ),
    )
    const tries = await sideBySide(asked, async ([method, target]) => {
      expect(await places.askProxy(method, target), `${method} ${target}`).toMatch(/ 40[03] |^$/)
      return 1
    })
    expect(places.trespasses()).toEqual([])
    console.log(`${which}: ${tries} tries at the proxy of yt-dlp, 0 connections`)
  })
})

describe('a name that leads to a forbidden address', () => {
  it('is connected to on no road, whichever address it is, be it at once or the next time', async () => {
    const addresses = forbiddenHosts
      .map((host) => host.replace(/^\[|\]$/g, ''))
      .filter((host) => isIP(host) !== 0 && !host.includes('%'))
    const spelt = addresses.map((address) =>
      isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address,
    )
    const harmless = '127.77.0.1'
    // `n7-at-once`, `n7-beside`: the seventh address, alone or beside a harmless one.
    const dns = await startDnsStandin((name) => {
      const [, index, when] = /^n(\d+)-(at-once|beside)\.kerf-tests\.org$/.exec(name) ?? []
      const address = spelt[Number(index)]
      if (!address) return null
      return when === 'at-once' ? [address] : [harmless, address]
    })
    toClose.push(dns)
    const opened = await openPlaces({ lookup: lookupAt(dns.server), allow: [`${harmless}/32`] })
    const names = spelt.flatMap((_, index) => ['at-once', 'beside'].map((when) => `n${index}-${when}.kerf-tests.org`))
    const tries = await sideBySide(names, (name) => tryEverywhere(opened, (port) => `http://${name}:${port}/video.mp4`))
    expect(opened.places.trespasses()).toEqual([])
    expect(new Set(dns.asked()).size).toBe(2 * spelt.length)
    console.log(`names: ${spelt.length} addresses by DNS, ${tries} tries, 0 connections`)
  })
})
