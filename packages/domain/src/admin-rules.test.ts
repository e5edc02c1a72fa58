import { describe, expect, it } from 'vitest'
import { jobAction } from './admin-job.ts'
import { changedFields, mayChangeUser, mayDeleteUser } from './admin-rules.ts'
import { parseSubscriptionStatus } from './subscription-status.ts'

const ADMIN = { role: 'admin', isActive: true } as const

describe('what an admin may do to accounts', () => {
  it('is to delete anybody but admins', () => {
    expect(mayDeleteUser({ role: 'user' })).toEqual({ allowed: true })
    expect(mayDeleteUser({ role: 'admin' })).toEqual({ allowed: false, reason: 'admin_protected' })
  })

  it('never leaves the panel without anybody who can open it', () => {
    const refused = { allowed: false, reason: 'last_admin' }
    expect(mayChangeUser(ADMIN, { role: 'user' }, 0)).toEqual(refused)
    expect(mayChangeUser(ADMIN, { isActive: false }, 0)).toEqual(refused)
    expect(mayChangeUser(ADMIN, { subscription: 'lifetime' }, 0)).toEqual({ allowed: true })
    expect(mayChangeUser(ADMIN, { role: 'user' }, 1)).toEqual({ allowed: true })
    expect(mayChangeUser({ role: 'user', isActive: true }, { isActive: false }, 0)).toEqual({ allowed: true })
    expect(mayChangeUser({ role: 'admin', isActive: false }, { role: 'user' }, 0)).toEqual({ allowed: true })
  })

  it('is told by the fields that are different afterwards', () => {
    const before = { subscription: 'free', role: 'user', isActive: true } as const
    expect(changedFields(before, before)).toEqual([])
    expect(changedFields(before, { subscription: 'lifetime', role: 'user', isActive: false })).toEqual([
      'subscription',
      'isActive',
    ])
  })
})

describe('what can be done with a job', () => {
  it('depends on where it stands', () => {
    const actionOf = (status: Parameters<typeof jobAction>[0]['status'], fileSize: number | null = null) =>
      jobAction({ status, fileSize })
    expect([actionOf('queued'), actionOf('processing')]).toEqual(['cancel', 'cancel'])
    expect(actionOf('failed')).toBe('retry')
    expect([actionOf('completed', 12), actionOf('completed', 0), actionOf('completed')]).toEqual(['view', null, null])
    expect([actionOf('cancelled'), actionOf('expired', 12)]).toEqual([null, null])
  })
})

it('counts every subscription that is neither active nor for life as inactive', () => {
  expect(['active', 'LIFETIME', 'cancelled', '', null].map(parseSubscriptionStatus)).toEqual([
    'active',
    'lifetime',
    'inactive',
    'inactive',
    'inactive',
  ])
})
