import { expect, it } from 'vitest'
import { appUri, isCurrentCode, newBackupCodes } from './one-time-codes.ts'

/** Key of the test vectors in RFC 6238, appendix B. */
const KEY = '12345678901234567890'
const dateAt = (seconds: number) => new Date(seconds * 1000)

it('TOTP codes match RFC 6238', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(isCurrentCode(code, KEY, dateAt(seconds))).toBe(true)
})

it('TOTP codes are valid half a minute early or late, and no longer', () => {
  const start = 1_234_567_890
  for (const seconds of [start - 30, start + 59]) expect(isCurrentCode('005924', KEY, dateAt(seconds))).toBe(true)
  for (const seconds of [start - 31, start + 60]) expect(isCurrentCode('005924', KEY, dateAt(seconds))).toBe(false)
  for (const code of ['', '5924', '0005924', '005924\n', '٠٠٥٩٢٤'])
    expect(isCurrentCode(code, KEY, dateAt(start))).toBe(false)
})

it('the TOTP address names product and email, and has the key in base32', () => {
  expect(appUri(KEY, 'anna+1@example.org')).toBe(
    'otpauth://totp/Kerf:anna%2B1%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kerf&digits=6&period=30',
  )
})

it('there are ten different backup codes, in a format that no app shows', () => {
  const codes = newBackupCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[\da-zA-Z]{5}-[\da-zA-Z]{5}$/)
})
