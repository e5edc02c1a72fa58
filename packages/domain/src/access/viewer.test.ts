import { describe, expect, it } from 'vitest'
import { parseRole } from './viewer.ts'

describe('the role of an account', () => {
  it('is understood in every casing that was in use', () => {
    expect(['ADMIN', 'admin', 'Admin'].map(parseRole)).toEqual(['admin', 'admin', 'admin'])
    expect(['USER', 'user'].map(parseRole)).toEqual(['user', 'user'])
  })

  it('is never admin by accident', () => {
    expect(['', 'administrator', 'root', null, undefined].map(parseRole)).toEqual(Array(5).fill('user'))
  })
})
