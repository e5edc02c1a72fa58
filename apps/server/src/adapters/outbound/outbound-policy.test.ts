import { describe, expect, it } from 'vitest'
import { AllowListError } from './allow-list.ts'
import { createOutboundPolicy, type NameLookup, OutboundRefusedError } from './outbound-policy.ts'

const lookupOf =
  (...addresses: string[]): NameLookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const policy = createOutboundPolicy({ lookup: lookupOf('93.184.216.34') })
const allows = (text: string, judge = policy): boolean => judge.judgeUrl(new URL(text)).allowed

// forbidden-places.test.ts tests the policy with all `FORBIDDEN_HOSTS`.
describe('the policy for URLs', () => {
  it.each([
    'http://media.kerf-tests.org/a.mp4',
    'https://media.kerf-tests.org/a.mp4',
    'https://MEDIA.kerf-tests.org:443/',
    'http://8.8.8.8/a.mp4',
    'https://[2606:4700:4700::1111]/',
    'https://münchen.kerf-tests.org/',
    'https://a_b.kerf-tests.org/',
  ])('allows an ordinary web address: %s', (text) => {
    expect(allows(text)).toBe(true)
  })

  it.each([
    'ftp://media.kerf-tests.org/a.mp4',
    'file:///etc/passwd',
    'gopher://media.kerf-tests.org/',
    'data:text/plain,hello',
    'http://user@media.kerf-tests.org/',
    'http://user:password@media.kerf-tests.org/',
    'http://:password@media.kerf-tests.org/',
    'http://media.kerf-tests.org:22/',
    'http://media.kerf-tests.org:8080/',
    'https://media.kerf-tests.org:8443/',
    'http://8.8.8.8:25/',
  ])('refuses other schemes, credentials and ports: %s', (text) => {
    expect(allows(text)).toBe(false)
  })

  it('refuses an address longer than any web server accepts', () => {
    const start = 'https://media.kerf-tests.org/'
    expect(allows(start.padEnd(8192, 'a'))).toBe(true)
    expect(allows(start.padEnd(8193, 'a'))).toBe(false)
  })

  it.each(['http://127.0.0.1/', 'http://0x7f.1/', 'http://0/'])(
    'refuses a private address in any spelling: %s',
    (text) => {
      expect(allows(text)).toBe(false)
    },
  )

  it.each(['http://localhost/', 'http://a.localhost/'])(
    'refuses a name with a meaning only inside a network, or a strange spelling: %s',
    (text) => {
      expect(allows(text)).toBe(false)
    },
  )

  it.each(['0x7f.1', '2130706433', '017700000001', 'fe80::1%eth0', '127.0.0.1 ', 'a b', '', '.', 'a/b.org', 'a@b.org'])(
    'refuses a host that no URL spells like this: %s',
    (host) => {
      expect(policy.judgeTarget(host, 443).allowed).toBe(false)
    },
  )
})

describe('the policy for resolved names', () => {
  it('refuses them if one of several addresses is private', async () => {
    const mixedPolicy = createOutboundPolicy({ lookup: lookupOf('93.184.216.34', '10.0.0.1') })
    await expect(mixedPolicy.resolve('media.kerf-tests.org', 443)).rejects.toThrow(OutboundRefusedError)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '64:ff9b::a00:1', '0.0.0.0'])(
    'refuses %s',
    async (address) => {
      const reboundPolicy = createOutboundPolicy({ lookup: lookupOf(address) })
      await expect(reboundPolicy.resolve('media.kerf-tests.org', 443)).rejects.toThrow(OutboundRefusedError)
    },
  )

  it('refuses a name without an address', async () => {
    await expect(createOutboundPolicy({ lookup: lookupOf() }).resolve('media.kerf-tests.org', 80)).rejects.toThrow(
      OutboundRefusedError,
    )
  })

  it('returns the address to connect to', async () => {
    await expect(policy.resolve('media.kerf-tests.org', 443)).resolves.toEqual([
      { address: '93.184.216.34', family: 4 },
    ])
  })
})

describe("the addresses of YouTube's hosts", () => {
  const bothFamilies = ['2607:f8b0:4005:80b::200e', '142.250.185.78']
  it.each(['www.youtube.com', 'rr3---sn-4g5e6nsz.googlevideo.com'])(
    'are all of one family, IPv4 if there are any: %s',
    async (host) => {
      const resolveTo = (...addresses: string[]) =>
        createOutboundPolicy({ lookup: lookupOf(...addresses) }).resolve(host, 443)
      expect(await resolveTo(...bothFamilies)).toEqual([{ address: bothFamilies[1], family: 4 }])
      expect(await resolveTo(bothFamilies[0]!)).toEqual([{ address: bothFamilies[0], family: 6 }])
      await expect(resolveTo(...bothFamilies, '::1')).rejects.toThrow(OutboundRefusedError)
    },
  )

  it('are the only ones of which some are dropped', async () => {
    const defaultPolicy = createOutboundPolicy({ lookup: lookupOf(...bothFamilies) })
    expect(await defaultPolicy.resolve('media.kerf-tests.org', 443)).toHaveLength(2)
  })
})

describe('the exemptions', () => {
  it('open exactly the host and port that they name', () => {
    const exemptPolicy = createOutboundPolicy({
      allow: ['127.0.0.1:8080', 'media.lan:80', '[::1]:9000', 'LocalHost:5000'],
    })
    expect(allows('http://127.0.0.1:8080/', exemptPolicy)).toBe(true)
    expect(allows('http://127.1:8080/', exemptPolicy)).toBe(true)
    expect(allows('http://media.lan/', exemptPolicy)).toBe(true)
    expect(allows('http://[0:0:0:0:0:0:0:1]:9000/', exemptPolicy)).toBe(true)
    expect(allows('http://localhost:5000/', exemptPolicy)).toBe(true)
    expect(allows('http://127.0.0.1:8081/', exemptPolicy)).toBe(false)
    expect(allows('http://127.0.0.2:8080/', exemptPolicy)).toBe(false)
    expect(allows('https://media.lan/', exemptPolicy)).toBe(false)
    expect(allows('ftp://127.0.0.1:8080/', exemptPolicy)).toBe(false)
    expect(allows('http://user@127.0.0.1:8080/', exemptPolicy)).toBe(false)
  })

  it('open IP address blocks on every port, by address and by name', async () => {
    const exemptPolicy = createOutboundPolicy({ allow: ['10.1.0.0/16', 'fd00::/8'], lookup: lookupOf('10.1.2.3') })
    expect(allows('http://10.1.2.3:8080/', exemptPolicy)).toBe(true)
    expect(allows('http://[fd00::1]/', exemptPolicy)).toBe(true)
    expect(allows('http://[::ffff:10.1.2.3]/', exemptPolicy)).toBe(true)
    expect(allows('http://10.2.0.1/', exemptPolicy)).toBe(false)
    await expect(exemptPolicy.resolve('nas.lan', 8080)).resolves.toHaveLength(1)
  })

  it('allow a name only if all its addresses are in an open block', async () => {
    const exemptPolicy = createOutboundPolicy({ allow: ['10.1.0.0/16'], lookup: lookupOf('10.2.0.1') })
    await expect(exemptPolicy.resolve('nas.lan', 80)).rejects.toThrow(OutboundRefusedError)
    await expect(exemptPolicy.resolve('media.kerf-tests.org', 80)).rejects.toThrow(OutboundRefusedError)
  })

  it('do not open unusual ports or local names that resolve to the internet', async () => {
    const exemptPolicy = createOutboundPolicy({ allow: ['10.1.0.0/16'], lookup: lookupOf('93.184.216.34') })
    await expect(exemptPolicy.resolve('media.kerf-tests.org', 8080)).rejects.toThrow(OutboundRefusedError)
    await expect(exemptPolicy.resolve('nas.lan', 80)).rejects.toThrow(OutboundRefusedError)
  })

  it.each(['nonsense', 'host:', 'host:0', 'host:70000', '10.0.0.0/99', 'http://host:80', '*'])(
    'are refused with an error if they are invalid: %s',
    (entry) => {
      expect(() => createOutboundPolicy({ allow: [entry] })).toThrow(AllowListError)
    },
  )
})

describe('an upstream proxy', () => {
  const proxiedPolicy = createOutboundPolicy({
    allow: ['127.0.0.1:8080'],
    upstreamProxy: new URL('http://proxy.kerf-tests.org:3128'),
  })

  it('gets names to resolve', () => {
    expect(proxiedPolicy.judgeUrl(new URL('https://media.kerf-tests.org/'))).toMatchObject({
      allowed: true,
      proxy: { port: '3128' },
    })
  })

  it('does not get exempted hosts', () => {
    expect(proxiedPolicy.judgeUrl(new URL('http://127.0.0.1:8080/'))).toMatchObject({ allowed: true, proxy: null })
  })

  it.each(['http://8.8.8.8/', 'http://[2606:4700:4700::1111]/', 'http://media.kerf-tests.org:8080/'])(
    'is never given an address, a local name or another port: %s',
    (text) => {
      expect(allows(text, proxiedPolicy)).toBe(false)
    },
  )
})
