import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const NONCE_BYTES = 16
const MARK = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/

/**
 * A browser that has been signed in to an account keeps a mark that says so, which nobody can make up. Whoever guesses
 * passwords has none, so that what slows them does not slow the account's owner.
 */
export function createDeviceMarks(secret: string) {
  const sign = (nonce: string, email: string): string =>
    createHmac('sha256', secret).update(`device ${nonce} ${email.toLowerCase()}`).digest('base64url')
  return {
    issue(email: string): string {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      return `${nonce}.${sign(nonce, email)}`
    },
    isFor(mark: string | undefined, email: string): boolean {
      if (!mark || !MARK.test(mark)) return false
      const [nonce = '', signature = ''] = mark.split('.')
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(nonce, email)))
    },
  }
}

export type DeviceMarks = ReturnType<typeof createDeviceMarks>
