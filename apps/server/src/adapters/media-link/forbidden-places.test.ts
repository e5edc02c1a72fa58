import { isIP } from 'node:net'
import { startDnsStandin } from '@kerf/standins/dns/start-dns-standin'
import { allForbiddenHosts, disguisedLinks, FORBIDDEN_HOSTS } from '@kerf/standins/hostile/forbidden-hosts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lookupAt } from '../outbound/lookup-at.fixture.ts'
import { startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { type ForbiddenPlaces, openForbiddenPlaces } from './forbidden-places.fixture.ts'

const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'
/** One host of each kind; all of them in the long form. LINK_STEP leaves out disguised links likewise. */
const HOSTS = isFullRun ? allForbiddenHosts : Object.values(FORBIDDEN_HOSTS).map(([first]) => first!)
const LINK_STEP = isFullRun ? 1 : 3
const SCHEMES = isFullRun ? ['http', 'https'] : ['http']
const UPSTREAM = new URL('http://proxy.kerf-tests.org:3128')

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const itemsLeft = [...items]
  const worker = async (): Promise<void> => {
    for (let item = itemsLeft.shift(); item !== undefined; item = itemsLeft.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** Tries each address on every path, at an open port, a closed port and port 80. All must have the same outcome. */
async function tryAll(places: ForbiddenPlaces, addressesAt: (port: number) => readonly string[], roads: Roads) {
  const closedSite = await startLoopbackSite()
  await closedSite.close()
  const byPort = [places.canary.port, closedSite.port, 80].map(addressesAt)
  await sideBySide([...byPort[0]!.keys()], async (index) => {
    for (const [name, travel] of roads) {
      const endings = await Promise.all(byPort.map((addresses) => travel(addresses[index]!)))
      expect(new Set(endings).size, `${byPort[0]![index]} as ${name}: ${endings}`).toBe(1)
      expect(endings[0], `${byPort[0]![index]} as ${name}`).not.toBe('ok')
    }
  })
}
type Roads = [name: string, travel: (address: string) => Promise<string>][]

it('a forbidden host is refused without a lookup, in more than 150 spellings, through every egress', () => {
  expect(new Set(allForbiddenHosts).size).toBeGreaterThan(150)
  const ways = [
    [null, ''],
    [UPSTREAM, ''],
    [null, 'address'],
  ] as const
  for (const [upstreamProxy, egress] of ways) {
    const policy = createOutboundPolicy({ upstreamProxy, proxyOf: () => UPSTREAM })
    const allowedLinks = [
      ...allForbiddenHosts.flatMap((host) => [`http://${host}/video.mp4`, `https://${host}/video.mp4`]),
      ...[80, 443, 22].flatMap((port) => disguisedLinks(port)),
    ].filter((link) => URL.canParse(link) && policy.judgeUrl(new URL(link), egress).allowed)
    expect(allowedLinks).toEqual([])
    // In a CONNECT, the host arrives as text that no URL parser has normalized.
    expect(allForbiddenHosts.filter((host) => policy.judgeTarget(host, 443, egress).allowed)).toEqual([])
  }
})

/** An address of this machine that counts as public. All its other addresses are forbidden. */
const PUBLIC = '127.77.0.1'

it("an allowed host is reachable through every code path except YouTube's", async () => {
  const places = await openForbiddenPlaces({ allow: [`${PUBLIC}/32`] })
  const harmless = await startLoopbackSite(undefined, { host: PUBLIC })
  for (const [name, travel] of Object.entries(places.roads)) {
    if (name.startsWith("yt-dlp's")) continue
    const connectionsBefore = harmless.connections()
    await travel(`${harmless.origin}/video.mp4`)
    harmless.hangUp()
    expect(harmless.connections(), name).toBeGreaterThan(connectionsBefore)
  }
})

describe.each([
  ['without an upstream proxy', false],
  ['with an upstream proxy', true],
])('a forbidden host, %s', (_, upstream) => {
  it('is reachable through no code path, and its open ports look closed', async () => {
    const places = await openForbiddenPlaces({ upstream })
    const roads = Object.entries(places.roads)
    expect(roads.length).toBeGreaterThanOrEqual(29)
    const starts = HOSTS.flatMap((host) => SCHEMES.map((scheme) => `${scheme}://${host}`))
    await tryAll(places, (port) => starts.map((start) => `${start}:${port}/video.mp4`), roads)
    expect(places.trespasses()).toEqual([])
  })

  it('is reachable through no disguised link', async () => {
    const places = await openForbiddenPlaces({ upstream })
    const roads = Object.entries(places.roads).filter(
      ([name]) => isFullRun || ['link', 'redirect', 'segment'].includes(name),
    )
    await tryAll(places, (port) => disguisedLinks(port).filter((_, index) => index % LINK_STEP === 0), roads)
    expect(places.trespasses()).toEqual([])
  })

  it.each([
    ['YouTube', undefined, 'www.youtube.com'],
    ['a site', 'vimeo', 'player.vimeo.com'],
  ])("is out of reach through yt-dlp's proxy for %s", async (_, site, allowedHost) => {
    const places = await openForbiddenPlaces({ upstream })
    const requests = HOSTS.flatMap((host) =>
      [443, 80, places.canary.port].flatMap(
        (port) =>
          [
            ['CONNECT', `${host}:${port}`],
            ['CONNECT', `${allowedHost}:443@${host}:${port}`],
            ['CONNECT', `${host}:${port}#${allowedHost}:443`],
            ['CONNECT', `${host}:${port}/.${allowedHost}:443`],
            ['GET', `http://${host}:${port}/`],
            ['GET', `https://${allowedHost}@${host}:${port}/`],
          ] as const,
      ),
    )
    // The proxy refuses the request, or the parser of HTTP in front of it does.
    await sideBySide(requests, async ([method, target]) =>
      expect(await places.askProxy(method, target, site), `${method} ${target}`).toMatch(/ 40[03] |^$/),
    )
    expect(places.trespasses()).toEqual([])
  })
})

describe('a hostname', () => {
  it('is resolved again for every connection, so DNS rebinding gains nothing', async () => {
    const dns = await startDnsStandin((_name, time) => (time === 0 ? [PUBLIC] : ['127.0.0.1', '::1']))
    onTestFinished(() => dns.close())
    const places = await openForbiddenPlaces({ allow: [`${PUBLIC}/32`], lookup: lookupAt(dns.server) })
    const { port } = places.canary
    const harmless = await startLoopbackSite((_request, response) => response.end('harmless'), { host: PUBLIC, port })
    const name = `http://rebinding.kerf-tests.org:${port}/video.mp4`
    const first = await places.fetcher.get(name, { maxBytes: 100 })
    expect(Buffer.from(await first.bytes()).toString()).toBe('harmless')
    harmless.hangUp()
    await expect(places.fetcher.get(name, { maxBytes: 100 })).rejects.toMatchObject({ code: 'source_failed' })
    expect(dns.listQueriedNames()).toHaveLength(4)
    expect(places.trespasses()).toEqual([`${PUBLIC} ${port}`])
  })

  it('of a PeerTube that later resolves inward gives no file, captions or chapters', async () => {
    const dns = await startDnsStandin((_name, time) => (time === 0 ? [PUBLIC] : ['127.0.0.1']))
    onTestFinished(() => dns.close())
    const places = await openForbiddenPlaces({ allow: [`${PUBLIC}/32`], lookup: lookupAt(dns.server) })
    const { port } = places.canary
    const peertube = await startLoopbackSite(
      ({ url = '' }, response) => {
        const video = { uuid: url.split('/').at(-1), name: 'A video', duration: 4, isLive: false }
        const files = [{ resolution: { id: 96 }, fileUrl: '/own.mp4' }]
        // The connection ends, so that the next request looks the name up again.
        response
          .writeHead(200, { connection: 'close' })
          .end(JSON.stringify({ ...video, files, streamingPlaylists: [] }))
      },
      { host: PUBLIC, port },
    )
    const link = `http://rebinding.kerf-tests.org:${port}/video.mp4`
    expect(await places.roads['a link to a PeerTube']!(link)).toContain('source_failed')
    expect(peertube.requests).toHaveLength(1)
    expect(places.trespasses()).toEqual([`${PUBLIC} ${port}`])
  })

  it.each([
    ['a harmless address first', [PUBLIC, '127.0.0.1']],
    ['a harmless address last', ['127.0.0.1', PUBLIC]],
    ['a harmless address of the other family', [PUBLIC, '::1']],
    ['a wrapped address beside a harmless one', [PUBLIC, '64:ff9b::7f00:1']],
    ['only a forbidden one', ['169.254.169.254']],
  ])('with several IP addresses, %s, gets no connection', async (_, addresses) => {
    const dns = await startDnsStandin(() => addresses)
    onTestFinished(() => dns.close())
    const places = await openForbiddenPlaces({ allow: [`${PUBLIC}/32`], lookup: lookupAt(dns.server) })
    const link = `http://mixed.kerf-tests.org:${places.canary.port}/video.mp4`
    for (const travel of Object.values(places.roads)) expect(await travel(link)).not.toBe('ok')
    expect(places.trespasses()).toEqual([])
  })

  it("of a site that resolves inward is out of reach through yt-dlp's proxy", async () => {
    const places = await openForbiddenPlaces({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
    for (const [site, host] of [
      ['vimeo', 'player.vimeo.com'],
      ['twitch', 'usher.ttvnw.net'],
      ['vimeo', 'usher.ttvnw.net'],
      ['vimeo', 'www.youtube.com'],
      ['vimeo', 'player.vimeo.com.'],
    ] as const)
      expect(await places.askProxy('CONNECT', `${host}:443`, site), `${host} for ${site}`).toMatch(/ 403 |^$/)
    expect(places.trespasses()).toEqual([])
  })

  it.runIf(isFullRun)('with a forbidden IP address, alone or beside a harmless one, gets no connection', async () => {
    const addresses = allForbiddenHosts
      .map((host) => host.replace(/^\[|\]$/g, ''))
      .filter((host) => isIP(host) !== 0 && !host.includes('%'))
    const hosts = addresses.map((address) =>
      isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address,
    )
    // `n7-at-once`, `n7-beside`: the seventh address, as the only one or beside a harmless one.
    const dns = await startDnsStandin((name) => {
      const [, index, when] = /^n(\d+)-(at-once|beside)\.kerf-tests\.org$/.exec(name) ?? []
      const address = hosts[Number(index)]
      if (!address) return null
      return when === 'at-once' ? [address] : [PUBLIC, address]
    })
    onTestFinished(() => dns.close())
    const places = await openForbiddenPlaces({ lookup: lookupAt(dns.server), allow: [`${PUBLIC}/32`] })
    const names = hosts.flatMap((_, index) => ['at-once', 'beside'].map((when) => `n${index}-${when}.kerf-tests.org`))
    const links = (port: number) => names.map((name) => `http://${name}:${port}/video.mp4`)
    await tryAll(places, links, Object.entries(places.roads))
    expect(places.trespasses()).toEqual([])
    expect(new Set(dns.listQueriedNames()).size).toBe(2 * hosts.length)
  })
})
