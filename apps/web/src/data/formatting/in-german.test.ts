import { afterAll, describe, expect, it, vi } from 'vitest'

vi.mock('#messages/language.ts', () => import('@kerf/messages/de/language'))
vi.mock('#messages/site.ts', () => import('@kerf/messages/de/site'))
// Test files share imported modules. These modules are imported again in German here, and in English afterwards.
vi.resetModules()
afterAll(() => {
  vi.doUnmock('#messages/language.ts')
  vi.doUnmock('#messages/site.ts')
  vi.resetModules()
})

const { formatPrice } = await import('./numbers.ts')
const { LOCALE } = await import('./interface-locale.ts')
const { formatAge, formatNearTime } = await import('./dates.ts')
const { roughSize } = await import('./size.ts')
const { spokenTime } = await import('./spoken-time.ts')

const NOW = new Date('2026-11-20T22:30:00Z')

describe('a page built in German', () => {
  it("formats in German even if the viewer's browser speaks another language", () => {
    expect(new Intl.Locale(LOCALE).language).toBe('de')
    expect([roughSize(12_300_000), formatPrice(499)]).toEqual(['12,3 MB', '4,99\u00a0$'])
  })

  it('spells out durations', () => {
    expect([61, 3723.5].map((seconds) => spokenTime(seconds))).toEqual([
      '1 Minute 1 Sekunde',
      '1 Stunde 2 Minuten 3,5 Sekunden',
    ])
  })

  it('writes clock times and days', () => {
    const words = (time: string) => formatNearTime(new Date(time), NOW, 'de', 'UTC')
    expect([words('2026-11-20T23:30:00Z'), words('2026-11-21T01:00:00Z'), words('2026-11-22T10:00:00Z')]).toEqual([
      '23:30 Uhr',
      'morgen um 01:00 Uhr',
      'Sonntag um 10:00 Uhr',
    ])
    expect(words('2026-12-01T00:00:00Z')).toBe('1. Dezember um 00:00 Uhr')
    expect(formatAge('2026-03-12', NOW, 'de')).toBe('vor 8 Monaten')
  })
})
