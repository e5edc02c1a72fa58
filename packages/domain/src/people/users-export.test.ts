import { describe, expect, it } from 'vitest'
import { csvCell, USERS_EXPORT_HEADER, usersExportLine, usersExportName } from './users-export.ts'

const ANNA = {
  id: 'u1',
  username: 'anna',
  email: 'anna@example.org',
  role: 'user',
  subscription: 'free',
  createdAt: '2026-03-02T09:00:00.000Z',
  isActive: true,
} as const

describe('the export of users', () => {
  it('has the recorded columns and name', () => {
    expect(USERS_EXPORT_HEADER).toBe('ID,Username,Email,Role,Subscription,Created,Status\r\n')
    expect(usersExportName(new Date('2026-11-21T23:59:00Z'))).toBe('users_export_2026-11-21.csv')
    expect(usersExportLine(ANNA)).toBe('u1,anna,anna@example.org,user,free,2026-03-02T09:00:00.000Z,Active\r\n')
    expect(usersExportLine({ ...ANNA, isActive: false })).toMatch(/,Suspended\r\n$/)
  })

  it('keeps a value in its cell, whatever people are called', () => {
    expect(csvCell('Doe, "J"')).toBe('"Doe, ""J"""')
    expect(csvCell('two\nlines')).toBe('"two\nlines"')
  })

  it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'])(
    'disarms a cell that begins with %j',
    (sign) => {
      expect(csvCell(`${sign}cmd|' /C calc'!A0`)).toBe(`"'${sign}cmd|' /C calc'!A0"`)
      expect(usersExportLine({ ...ANNA, username: `${sign}x` })).toContain(`"'${sign}x"`)
    },
  )
})
