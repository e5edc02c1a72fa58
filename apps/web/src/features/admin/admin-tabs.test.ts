import { expect, it } from 'vitest'
import { addressOf, TABS, tabOf } from './admin-tabs.ts'

it('finds every tab again by its address, and opens the first for an address that names none', () => {
  for (const tab of TABS) {
    const { search } = new URL(addressOf('/admin', tab), 'http://kerf.test')
    expect(tabOf(search)).toBe(tab)
  }
  expect(addressOf('/admin', 'users')).toBe('/admin')
  expect([tabOf(''), tabOf('?tab='), tabOf('?tab=toString')]).toEqual(['users', 'users', 'users'])
})
