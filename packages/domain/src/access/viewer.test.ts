import { expect, it } from 'vitest'
import { parseRole } from './viewer.ts'

it("an account's role is parsed in every recorded casing, and is never admin by accident", () => {
  expect(['ADMIN', 'admin', 'Admin'].map(parseRole)).toEqual(['admin', 'admin', 'admin'])
  expect(['USER', 'user'].map(parseRole)).toEqual(['user', 'user'])
  expect(['', 'administrator', 'root', null, undefined].map(parseRole)).toEqual(Array(5).fill('user'))
})
