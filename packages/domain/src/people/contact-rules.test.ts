import { describe, expect, it } from 'vitest'
import { chatHours } from './contact-rules.ts'

const iso = (now: string) => {
  const { from, to, open } = chatHours(new Date(now))
  return [from.toISOString(), to.toISOString(), open]
}

describe('the chat hours', () => {
  it('are from 9 AM to just before 5 PM EST, even in summer', () => {
    const today = ['2026-11-20T14:00:00.000Z', '2026-11-20T22:00:00.000Z']
    expect(iso('2026-11-20T13:59:59.999Z')).toEqual([...today, false])
    expect(iso('2026-11-20T14:00:00.000Z')).toEqual([...today, true])
    expect(iso('2026-11-20T21:59:59.999Z')).toEqual([...today, true])
    expect(iso('2026-07-01T14:30:00.000Z')).toEqual(['2026-07-01T14:00:00.000Z', '2026-07-01T22:00:00.000Z', true])
  })

  it('are those of the next day once they have passed', () => {
    expect(iso('2026-11-20T22:00:00.000Z')).toEqual(['2026-11-21T14:00:00.000Z', '2026-11-21T22:00:00.000Z', false])
    // 04:00 UTC on the 21st is still the 20th in EST.
    expect(iso('2026-11-21T04:00:00.000Z')).toEqual(['2026-11-21T14:00:00.000Z', '2026-11-21T22:00:00.000Z', false])
  })
})
