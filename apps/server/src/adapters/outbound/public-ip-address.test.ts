import { describe, expect, it } from 'vitest'
import { isPublicIpAddress, parseIpAddress } from './public-ip-address.ts'

/** IP addresses in addition to `FORBIDDEN_HOSTS`, which forbidden-places.test.ts tests. */
const NON_PUBLIC_ADDRESSES: Record<string, string[]> = {
  'loopback, however it is spelt': ['127.0.0.1', '0x7f.1', '127.0x0.0x0.0x1'],
  'this host and this network': ['0.0.0.0', '0', '0x0', '00', '0.1.2.3', '0.255.255.255', '::', '[::]', '0::0'],
  'private networks': ['10.0.0.0', '172.20.1.2'],
  'link-local, where cloud machines keep their credentials': ['169.254.0.1'],
  'machinery of hosting companies': ['168.63.129.16', '0xa83f8110', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  'documentation and benchmarks': ['192.0.2.1', '2001:0db8:ffff::1'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  'multicast, broadcast and what is reserved': ['224.0.0.1'],
  'private IPv6': ['fc00::1', 'fd00::1', 'fdff:ffff::1', 'fec0::1', '100::1', '5f00::1', '4000::1', 'e000::1', '1::1'],
  'IPv4 inside of IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:0001',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '[::ffff:192.168.0.1]',
    '::127.0.0.1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::8.8.8.8',
  ],
  'tunnels, wherever they end': ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1', '2001::1', '2001:0:7f00:1::'],
  'identifiers that are no hosts': ['2001:10::1', '2001:20::1', '2001:30::1', '2001:3::1', '2001:4:112::1'],
  'what is no address': ['', ' ', 'example.com', '1.2.3.4.5', '256.1.1.1', ':::', '[', '1.2.3.4/8', '8.8.8.8 '],
}

const PUBLIC_ADDRESSES = [
  '8.8.8.8',
  '1.1.1.1',
  '93.184.216.34',
  '134744072',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:830::200e',
  '[2620:fe::fe]',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
]

describe('a public address', () => {
  for (const [description, addresses] of Object.entries(NON_PUBLIC_ADDRESSES)) {
    it.each(addresses)(`is not ${description}: %s`, (address) => {
      expect(isPublicIpAddress(address)).toBe(false)
    })
  }

  it.each(PUBLIC_ADDRESSES)('is on the internet: %s', (address) => {
    expect(isPublicIpAddress(address)).toBe(true)
  })
})

describe('parsing an address', () => {
  it('unwraps a mapped IPv4 address', () => {
    expect(parseIpAddress('::ffff:127.0.0.1')?.toString()).toBe('127.0.0.1')
  })

  it('rejects a zone', () => {
    expect(parseIpAddress('2606:4700::1111%eth0')).toBeNull()
  })
})
