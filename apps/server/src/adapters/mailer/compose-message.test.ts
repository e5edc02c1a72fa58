import { describe, expect, it } from 'vitest'
import { isPlainAddress, oneLine } from './compose-message.ts'

describe('a text for a header', () => {
  it.each([
    ['CR and LF', 'Anna\r\nBcc: eve@example.org'],
    ['vertical tab and form feed', 'Anna\v\fBcc: eve@example.org'],
  ])('is one line, whatever is typed: %s', (_description, text) => {
    expect(oneLine(text)).toBe('Anna Bcc: eve@example.org')
  })

  it('has no direction marks, fits a header, and keeps ordinary letters', () => {
    expect(oneLine('Anna \u202egro.elpmaxe')).toBe('Anna gro.elpmaxe')
    expect(oneLine('x'.repeat(10_000))).toHaveLength(300)
    expect(oneLine('  Ærøskøbing 👩‍🚀  Größe ')).toBe('Ærøskøbing 👩‍🚀 Größe')
  })
})

describe('an address to send to', () => {
  it.each(['anna@example.org', "o'hara+x@sub.example.org", 'kerf@localhost', 'anna@grün.example'])(
    'may be %s',
    (text) => {
      expect(isPlainAddress(text)).toBe(true)
    },
  )

  it.each([
    '',
    'anna',
    '@example.org',
    'anna@',
    'anna@example.org, eve@example.org',
    'anna@example.org;eve@example.org',
    'Anna <anna@example.org>',
    '"anna eve"@example.org',
    'group: anna@example.org;',
    'anna@example.org (eve)',
    'anna@[127.0.0.1]',
    'anna@exa@mple.org',
    'anna..eve@example.org',
    'anna@example.org\r\nRCPT TO:<eve@example.org>',
    'anna@example.org\0',
    'anna\u2028@example.org',
    'anna@example.org\u2029',
    `${'a'.repeat(65)}@example.org`,
  ])('is not %j', (text) => {
    expect(isPlainAddress(text)).toBe(false)
  })
})
