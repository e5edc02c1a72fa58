import { expect, it } from 'vitest'
import { checkOf, say, worstOf } from './health-check.ts'
import { HEALTH_SENTENCES, type HealthSaying, sayHealth } from './health-sentences.ts'

const markedFormats = { time: (iso: string): string => `<${iso}>`, size: (bytes: number): string => `<${bytes}>` }

it("a health text contains its sentences, with times and sizes in the reader's format", () => {
  const says = [say('payments_ok', 'sandbox'), say('payments_round', { at: '2026-11-21T13:45:00.000Z' })]
  expect(sayHealth(says, HEALTH_SENTENCES, markedFormats)).toBe(
    'Plans can be bought (sandbox). Open orders were last checked at <2026-11-21T13:45:00.000Z>.',
  )
  expect(checkOf('ok', ...says).message).toContain('at 13:45 UTC.')
  const freeSpaceSentence = say('disk_free', { bytes: 12_340_000_000 })
  expect(sayHealth([freeSpaceSentence], HEALTH_SENTENCES, markedFormats)).toContain('<12340000000> free')
  expect(checkOf('ok', freeSpaceSentence).message).toContain('12.3 GB free')
})

it('several problems have the worst state, and are all listed', () => {
  const check = worstOf([checkOf('degraded', say('payments_no_webhook')), checkOf('failing', say('payments_unknown'))])
  expect(check).toMatchObject({
    state: 'failing',
    says: [{ code: 'payments_no_webhook' }, { code: 'payments_unknown' }],
  })
})

it('an unknown sentence is left to the server that sent it', () => {
  const newerSentences = [say('database_ok'), { code: 'of_tomorrow', values: [] } as unknown as HealthSaying]
  expect(sayHealth(newerSentences, HEALTH_SENTENCES, markedFormats)).toBeNull()
  expect(sayHealth([], HEALTH_SENTENCES, markedFormats)).toBeNull()
})
