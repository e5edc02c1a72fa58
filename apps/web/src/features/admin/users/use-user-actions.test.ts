import type { User } from '@kerf/contract/auth'
import { expect, it } from 'vitest'
import { changeWords } from './use-user-actions.ts'

const TOMASZ: User = {
  id: 'u1',
  name: 'Tomasz Wilk',
  username: 'tomasz',
  email: 'tomasz@example.org',
  emailVerified: true,
  secondFactor: false,
  role: 'user',
  subscription: 'free',
  subscriptionExpiresAt: null,
  isActive: true,
  createdAt: '2026-03-03T09:00:00.000Z',
  lastActive: null,
}

it('the toast about a changed account tells every field that is different, by the name a person knows it by', () => {
  expect(changeWords(TOMASZ, { ...TOMASZ, subscription: 'pro-yearly' })).toBe('Tomasz Wilk: plan is now Pro, yearly.')
  expect(changeWords(TOMASZ, { ...TOMASZ, role: 'admin', isActive: false })).toBe(
    'Tomasz Wilk: role is now admin, status is now suspended.',
  )
  expect(changeWords(TOMASZ, { ...TOMASZ, name: ' ' })).toBe('tomasz: no changes.')
})
