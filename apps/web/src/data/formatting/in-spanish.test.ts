import { afterAll, describe, expect, it, vi } from 'vitest'

vi.mock('#messages/language.ts', () => import('@kerf/messages/es/language'))
vi.mock('#messages/site.ts', () => import('@kerf/messages/es/site'))
// Test files share imported modules. These modules are imported again in Spanish here, and in English afterwards.
vi.resetModules()
afterAll(() => {
  vi.doUnmock('#messages/language.ts')
  vi.doUnmock('#messages/site.ts')
  vi.resetModules()
})

const { toolWords } = await import('@kerf/messages/es/clips/tool')
const { formatPrice } = await import('./numbers.ts')
const { formatNearTime } = await import('./dates.ts')
const { roughSize } = await import('./size.ts')

const NOW = new Date('2026-11-20T20:30:00Z')

describe('a page built in Spanish', () => {
  it('writes sizes by country, and US dollars that cannot be mistaken for pesos', () => {
    expect([roughSize(12_300_000, 'es-ES'), roughSize(12_300_000, 'es-MX')]).toEqual(['12,3 MB', '12.3 MB'])
    expect(formatPrice(499)).toBe('4,99\u00a0US$')
  })

  it('writes clock times and days, with the article that the hour needs', () => {
    const resets = (time: string) =>
      toolWords.limit.resets(formatNearTime(new Date(time), NOW, 'es', 'UTC'), toolWords.countdown.hours(3, 0))
    expect(['2026-11-20T23:30:00Z', '2026-11-21T01:00:00Z', '2026-11-22T10:00:00Z'].map(resets)).toEqual([
      'Se restablece a las 23:30, en 3\u00a0h.',
      'Se restablece mañana a la 1:00, en 3\u00a0h.',
      'Se restablece el domingo a las 10:00, en 3\u00a0h.',
    ])
    expect(formatNearTime(new Date('2026-12-01T13:00:00Z'), NOW, 'es', 'UTC')).toBe('el 1 de diciembre a las 13:00')
    expect(formatNearTime(NOW, NOW, 'es-MX', 'UTC')).toMatch(/^las 8:30\sp\.\s?m\.$/)
  })
})
