import type { User } from '@kerf/contract/auth'
import { expect, it } from 'vitest'
import { describeUserChanges } from './use-user-actions.ts'

const TOMASZ = { name: 'Tomasz Wilk', username: 'tomasz', role: 'user', subscription: 'free', isActive: true } as User

it('the toast about a changed account names every changed field', () => {
  expect(describeUserChanges(TOMASZ, { ...TOMASZ, subscription: 'pro-yearly' })).toBe(
    'Tomasz Wilk: plan is now Pro, yearly.',
  )
  expect(describeUserChanges(TOMASZ, { ...TOMASZ, role: 'admin', isActive: false })).toBe(
    'Tomasz Wilk: role is now admin, status is now suspended.',
  )
  expect(describeUserChanges(TOMASZ, { ...TOMASZ, name: ' ' })).toBe('tomasz: no changes.')
})
