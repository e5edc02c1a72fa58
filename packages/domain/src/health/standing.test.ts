import { describe, expect, it } from 'vitest'
import { type Check, degraded, failing, off, ok, say, untested } from './health-check.ts'
import { type AddressFindings, checkAddress, checkSources, type StandingChecks, standingOf } from './standing.ts'

const PASSING_CHECKS: StandingChecks = {
  database: ok(say('database_ok')),
  queue: ok(say('queue_ok')),
  workers: ok(say('workers_ok', 0, 2)),
  storage: ok(say('storage_ok')),
  source: ok(say('resolver_answers', 'innertube')),
  engine: ok(say('engine_ok', 'FFmpeg 8.1')),
  disk: ok(say('disk_ok')),
  mail: off(say('mail_outbox', '/data/outbox')),
  address: ok(say('address_ok', 'https://kerf.example')),
  updates: off(say('updates_off', '0.3.0')),
}
const standingLines = (changes: StandingChecks) =>
  standingOf({ ...PASSING_CHECKS, ...changes }).lines.map(({ part, check }) => `${part} ${check.state}`)
const verdictOf = (changes: StandingChecks): string => standingOf({ ...PASSING_CHECKS, ...changes }).cutting.message

describe('the state of an installation', () => {
  it('has a line for each part that an operator controls', () => {
    expect(verdictOf({})).toBe('People can cut.')
    expect(standingLines({})).toEqual(['source ok', 'engine ok', 'disk ok', 'mail off', 'address ok', 'updates off'])
  })

  it.each([
    ['database', failing(say('database_silent'))],
    ['workers', failing(say('workers_none'))],
    ['source', failing(say('resolver_network', 'dns, www.youtube.com, EAI_AGAIN'))],
    ['engine', failing(say('engine_broken', ''))],
    ['disk', failing(say('disk_full'))],
    ['address', failing(say('address_no_cookie'))],
  ] as const)('says that people cannot cut while the %s fails, and why', (part, check) => {
    expect(verdictOf({ [part]: check })).toBe('People cannot cut now.')
    expect(standingLines({ [part]: check })).toContain(`${part} failing`)
  })

  it('says that people can cut, whatever happens to emails and updates', () => {
    const changes = { mail: failing(say('mail_silent')), updates: degraded(say('updates_unknown', '0.3.0', '')) }
    expect(verdictOf(changes)).toBe('People can cut.')
  })

  it('is limited if a needed part is, and untested before any request and while Kerf is stopped', () => {
    expect(verdictOf({ disk: degraded(say('disk_low')) })).toBe('People can cut, with limits.')
    const source = untested(say('resolver_untested'))
    const workers: Check = { state: 'untested', message: 'Kerf is not running.', says: [] }
    for (const changes of [{ source }, { workers }])
      expect(verdictOf(changes)).toMatch(/not everything has been tested/)
    expect(standingLines({ workers })[0]).toBe('workers untested')
  })

  it('names one cause once', () => {
    const silentQueue = { queue: failing(say('queue_silent')), workers: failing(say('workers_unknown')) }
    expect(standingLines(silentQueue)).toContain('queue failing')
    expect(standingLines(silentQueue)).not.toContain('workers failing')
    const fullDisk = { storage: failing(say('storage_full')), disk: failing(say('disk_full')) }
    expect(standingLines(fullDisk)).not.toContain('storage failing')
  })
})

describe('the sources', () => {
  const away = failing(say('resolver_network', 'tls, www.youtube.com, CERT_HAS_EXPIRED'))

  it('fail with YouTube if it is the only one, and are limited if media links are on', () => {
    expect(checkSources(away, ['youtube'])).toMatchObject({ state: 'failing', message: away.message })
    expect(checkSources(away, ['youtube', 'media'])).toMatchObject({
      state: 'degraded',
      message: `${away.message} Links to media files can still be cut.`,
    })
  })

  it('work without YouTube if it is off, unless nothing else is on', () => {
    const turnedOff = off(say('resolver_off'))
    expect(checkSources(turnedOff, ['media']).state).toBe('ok')
    expect(checkSources(turnedOff, [])).toMatchObject({ state: 'failing', says: [{ code: 'sources_none' }] })
  })

  it('have the state of YouTube, in one sentence while it answers', () => {
    const answering = ok(say('resolver_answers', 'innertube'), say('resolver_reserve', '2026.11.10'))
    const [line] = standingOf({ source: checkSources(answering, ['youtube']) }).lines
    expect(line?.check.message).toBe('YouTube answers by: innertube.')
  })
})

describe('the connection to the browser', () => {
  const findings: AddressFindings = {
    origin: 'https://kerf.example',
    areChangesTaken: true,
    hasCookie: true,
    hasRange: true,
    isHeldBack: false,
    seesVisitors: true,
  }
  const codesOf = (changes: Partial<AddressFindings>, publicUrl: string | null = null) => {
    const { state, says } = checkAddress({ ...findings, ...changes }, publicUrl)
    return [state, ...says.map(({ code }) => code)]
  }

  it('is healthy if everything passes', () => {
    expect(codesOf({})).toEqual(['ok', 'address_ok'])
  })

  it('differs from PUBLIC_URL, which others can use, or is unknown to Kerf', () => {
    expect(codesOf({ areChangesTaken: false }, 'https://other.example')).toEqual(['degraded', 'address_other'])
    expect(codesOf({ areChangesTaken: false })).toEqual(['failing', 'address_unnamed'])
  })

  it('fails without cookies, and is limited if ranges, streams or addresses are lost', () => {
    expect(codesOf({ hasCookie: false, hasRange: false })).toEqual(['failing', 'address_no_cookie'])
    expect(codesOf({ hasRange: false, isHeldBack: true, seesVisitors: false })).toEqual([
      'degraded',
      'address_no_range',
      'address_held_back',
      'address_no_visitors',
    ])
  })
})
