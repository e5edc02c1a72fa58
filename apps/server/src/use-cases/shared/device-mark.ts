import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountRecord } from '../../ports/accounts.ts'

const NONCE_BYTES = 16
const MARK = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/

/** Whom a mark is about. Another password, email or second factor voids it. */
type Marked = Pick<AccountRecord, 'id' | 'generation'>

/** Signed mark of browsers that were signed in before: guessers without it do not slow the owner down. */
export function createDeviceMarks(secret: string) {
  const sign = (nonce: string, { id, generation }: Marked): string =>
    createHmac('sha256', secret).update(`device ${nonce} ${id} ${generation}`).digest('base64url')
  return {
    issue(account: Marked): string {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      return `${nonce}.${sign(nonce, account)}`
    },
    isFor(mark: string | undefined, account: Marked | null): mark is string {
      if (!mark || !account || !MARK.test(mark)) return false
      const [nonce = '', signature = ''] = mark.split('.')
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(nonce, account)))
    },
  }
}

export type DeviceMarks = ReturnType<typeof createDeviceMarks>
