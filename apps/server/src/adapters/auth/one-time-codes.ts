import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { PRODUCT_NAME } from '@kerf/domain/site/product'

const STEP_SECONDS = 30
const CODE_DIGIT_COUNT = 6
const KEY_BYTES = 24
const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BACKUP_CODE_COUNT = 10
const BACKUP_CODE_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a code has the format of an authenticator app's codes. Backup codes are longer and have a dash. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Creates a key for an authenticator app. Its text is used as the HMAC key, without decoding it. */
export const newAppKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** Address that an authenticator app reads as a QR code. */
export function appUri(key: string, email: string): string {
  const parameters = {
    secret: toBase32(key),
    issuer: PRODUCT_NAME,
    digits: `${CODE_DIGIT_COUNT}`,
    period: `${STEP_SECONDS}`,
  }
  return `otpauth://totp/${PRODUCT_NAME}:${encodeURIComponent(email)}?${new URLSearchParams(parameters)}`
}

/**
 * Whether an app with this key (RFC 6238) shows this code now, showed it half a minute ago or will in half a minute.
 */
export function isCurrentCode(code: string, key: string, now: Date): boolean {
  if (!isAppCode(code)) return false
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const matches = [step - 1, step, step + 1].map((nearbyStep) =>
    timingSafeEqual(Buffer.from(codeOfStep(nearbyStep, key)), Buffer.from(code)),
  )
  return matches.includes(true)
}

function codeOfStep(step: number, key: string): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return `${number % 10 ** CODE_DIGIT_COUNT}`.padStart(CODE_DIGIT_COUNT, '0')
}

function toBase32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((fiveBits) => BASE32_ALPHABET[Number.parseInt(fiveBits.padEnd(5, '0'), 2)])
    .join('')
}

export function newBackupCodes(): string[] {
  const randomHalf = () => Array.from({ length: 5 }, () => BACKUP_CODE_CHARACTERS[randomInt(62)]).join('')
  return Array.from({ length: BACKUP_CODE_COUNT }, () => `${randomHalf()}-${randomHalf()}`)
}
