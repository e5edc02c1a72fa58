import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { PRODUCT_NAME } from '@kerf/domain/site/product'

const STEP_SECONDS = 30
const DIGITS = 6
const KEY_BYTES = 24
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BACKUP_CODES = 10
const BACKUP_CODE_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Code of an authenticator app. Backup codes are longer and have a dash. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Key of an authenticator app. Its characters themselves are the bytes that sign. */
export const newAppKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** Address that an authenticator app reads as a QR code. */
export function appUri(key: string, email: string): string {
  const parameters = { secret: toBase32(key), issuer: PRODUCT_NAME, digits: `${DIGITS}`, period: `${STEP_SECONDS}` }
  return `otpauth://totp/${PRODUCT_NAME}:${encodeURIComponent(email)}?${new URLSearchParams(parameters)}`
}

/** Whether it is the code of an app with this key (RFC 6238): now, half a minute ago or in half a minute. */
export function isCurrentCode(code: string, key: string, now: Date): boolean {
  if (!isAppCode(code)) return false
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const matches = [step - 1, step, step + 1].map((each) =>
    timingSafeEqual(Buffer.from(codeAt(each, key)), Buffer.from(code)),
  )
  return matches.includes(true)
}

function codeAt(step: number, key: string): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return `${number % 10 ** DIGITS}`.padStart(DIGITS, '0')
}

function toBase32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function newBackupCodes(): string[] {
  const five = () => Array.from({ length: 5 }, () => BACKUP_CODE_CHARACTERS[randomInt(62)]).join('')
  return Array.from({ length: BACKUP_CODES }, () => `${five()}-${five()}`)
}
