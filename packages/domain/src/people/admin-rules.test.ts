import { describe, expect, it } from 'vitest'
import { jobAction } from '../jobs/admin-job.ts'
import { parseSubscriptionStatus } from '../payments/plan-records.ts'
import { changedFields, comparedMonths, growthPercent, mayChangeUser, mayDeleteUser } from './admin-rules.ts'

const ADMIN = { role: 'admin', isActive: true } as const

describe('an admin', () => {
  it('may delete everybody except admins', () => {
    expect(mayDeleteUser({ role: 'user' })).toEqual({ allowed: true })
    expect(mayDeleteUser({ role: 'admin' })).toEqual({ allowed: false, reason: 'admin_protected' })
  })

  it('cannot remove the last person with access to the panel', () => {
    const refusal = { allowed: false, reason: 'last_admin' }
    expect(mayChangeUser(ADMIN, { role: 'user' }, 0)).toEqual(refusal)
    expect(mayChangeUser(ADMIN, { isActive: false }, 0)).toEqual(refusal)
    expect(mayChangeUser(ADMIN, { subscription: 'lifetime' }, 0)).toEqual({ allowed: true })
    expect(mayChangeUser(ADMIN, { role: 'user' }, 1)).toEqual({ allowed: true })
    expect(mayChangeUser({ role: 'user', isActive: true }, { isActive: false }, 0)).toEqual({ allowed: true })
    expect(mayChangeUser({ role: 'admin', isActive: false }, { role: 'user' }, 0)).toEqual({ allowed: true })
  })

  it('gets a change described by its changed fields', () => {
    const before = { subscription: 'free', role: 'user', isActive: true } as const
    expect(changedFields(before, before)).toEqual([])
    expect(changedFields(before, { subscription: 'lifetime', role: 'user', isActive: false })).toEqual([
      'subscription',
      'isActive',
    ])
  })
})

it('the possible action for a job depends on its state', () => {
  const actionOf = (status: Parameters<typeof jobAction>[0]['status'], fileSize: number | null = null) =>
    jobAction({ status, fileSize, retry: 'possible' })
  expect([actionOf('queued'), actionOf('processing')]).toEqual(['cancel', 'cancel'])
  expect(actionOf('failed')).toBe('retry')
  for (const retry of ['cut_again', null] as const)
    expect(jobAction({ status: 'failed', fileSize: null, retry })).toBeNull()
  expect([actionOf('completed', 12), actionOf('completed', 0), actionOf('completed')]).toEqual(['view', null, null])
  expect([actionOf('cancelled'), actionOf('expired', 12)]).toEqual([null, null])
})

it('a subscription is inactive unless it is active or Lifetime', () => {
  expect(['active', 'LIFETIME', 'cancelled', '', null].map(parseSubscriptionStatus)).toEqual([
    'active',
    'lifetime',
    'inactive',
    'inactive',
    'inactive',
  ])
})

it('growth is a percentage of the earlier value, and unknown for zero or less', () => {
  expect([growthPercent(110, 100), growthPercent(94, 100), growthPercent(0, 100)]).toEqual([10, -6, -100])
  expect(growthPercent(0, 0)).toBe(0)
  expect([growthPercent(5, 0), growthPercent(5, -10), growthPercent(-5, 0)]).toEqual([null, null, null])
})

it('a month is compared with an equal part of the previous one, or all of a shorter one', () => {
  expect(comparedMonths(new Date('2026-11-21T15:30:00Z'))).toEqual({
    thisMonth: new Date('2026-11-01T00:00:00Z'),
    lastMonth: new Date('2026-10-01T00:00:00Z'),
    lastMonthUntil: new Date('2026-10-21T15:30:00Z'),
  })
  expect(comparedMonths(new Date('2027-01-01T00:00:00Z')).lastMonth).toEqual(new Date('2026-12-01T00:00:00Z'))
  expect(comparedMonths(new Date('2026-03-30T12:00:00Z')).lastMonthUntil).toEqual(new Date('2026-03-01T00:00:00Z'))
})
