import { expect, it } from 'vitest'
import { addressOf, TABS, tabOf } from './admin-tabs.ts'

it('every tab is found by its address, and an unknown address opens the first', () => {
  for (const tab of TABS) {
    const { search } = new URL(addressOf('/admin', tab), 'http://kerf.test')
    expect(tabOf(search)).toBe(tab)
  }
  expect(addressOf('/admin', 'users')).toBe('/admin')
  expect([tabOf(''), tabOf('?tab='), tabOf('?tab=toString')]).toEqual(['users', 'users', 'users'])
})
