import { expect, it } from 'vitest'
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS, sessionEnd } from './session-limits.ts'

const OPENED_AT = new Date('2026-11-20T12:00:00Z')
const daysLater = (days: number) => new Date(OPENED_AT.getTime() + days * 24 * 3_600_000)

it('the end of a session moves with its use, up to an absolute end', () => {
  expect(sessionEnd(OPENED_AT, OPENED_AT)).toEqual(daysLater(SESSION_IDLE_DAYS))
  expect(sessionEnd(OPENED_AT, daysLater(10))).toEqual(daysLater(10 + SESSION_IDLE_DAYS))
  expect(sessionEnd(OPENED_AT, daysLater(SESSION_ABSOLUTE_DAYS - 1))).toEqual(daysLater(SESSION_ABSOLUTE_DAYS))
})
