import { describe, expect, it } from 'vitest'
import { ipAddressBlock, ipNetwork, plainIpAddress } from './ip-address-block.ts'

describe('the network block of an IP address', () => {
  it('is the IPv4 address itself, even wrapped in IPv6 or with a port', () => {
    expect(ipAddressBlock('203.0.113.7')).toBe('203.0.113.7')
    expect(ipAddressBlock('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(ipAddressBlock('::FFFF:cb00:7107')).toBe('203.0.113.7')
    expect(ipAddressBlock('::ffff:a00:1')).toBe('10.0.0.1')
    for (const spelling of ['203.0.113.7:1', '203.0.113.7:65535', '[::ffff:203.0.113.7]:443'])
      expect(ipAddressBlock(spelling)).toBe('203.0.113.7')
    for (const spelling of ['[2001:db8::1]', '[2001:db8::1]:443', '[2001:db8::%eth0]:1'])
      expect(ipAddressBlock(spelling)).toBe('2001:db8:0:0::/56')
    expect(ipAddressBlock('[2001:db8::1]:https')).not.toContain('undefined')
  })

  it('is the network of an IPv6 address, in any spelling', () => {
    for (const spelling of ['2001:db8::1', '2001:0db8:0:0:aaaa::2', '2001:DB8:0000::ffff:1', '2001:db8::%eth0'])
      expect(ipAddressBlock(spelling)).toBe('2001:db8:0:0::/56')
    for (const neighbour of ['2001:db8:0:100::1', '2001:db8:0:1ff::1'])
      expect(ipAddressBlock(neighbour)).toBe('2001:db8:0:100::/56')
    expect(ipAddressBlock('2001:db8:0:200::1')).toBe('2001:db8:0:200::/56')
    expect(ipAddressBlock('::1')).toBe('0:0:0:0::/56')
    for (const neighbour of ['2001:db8:0:100::1', '2001:db8:0:ffff::1'])
      expect(ipNetwork(neighbour)).toBe('2001:db8:0:0::/48')
    expect(ipNetwork('::ffff:203.0.113.7')).toBe('203.0.113.7')
  })
})

it('a plain IP address has no port, and is IPv4 if IPv6 wraps it', () => {
  for (const spelling of ['::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7:1'])
    expect(plainIpAddress(spelling)).toBe('203.0.113.7')
  expect(plainIpAddress('[2001:db8::1]:443')).toBe('2001:db8::1')
  for (const text of ['::1', '::ffff', '2001:db8::ffff:1:2', '']) expect(plainIpAddress(text)).toBe(text)
})
