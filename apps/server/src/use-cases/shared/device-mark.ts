import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountRecord } from '../../ports/accounts.ts'

const NONCE_BYTES = 16
const MARK = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/

/** A mark counts apart from newer ones: whoever knew a former password keeps nobody out who knows this one. */
const FORMER_GENERATIONS = 20

/** Whom a mark is about, and before which change of password, email or second factor. */
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
    /** The account's generation when the browser was signed in; null where it never was, or long ago. */
    generationOf(mark: string | undefined, account: Marked | null): number | null {
      if (!mark || !account || !MARK.test(mark)) return null
      const [nonce = '', signature = ''] = mark.split('.')
      const oldest = Math.max(0, account.generation - FORMER_GENERATIONS)
      for (let { generation } = account; generation >= oldest; generation -= 1)
        if (timingSafeEqual(Buffer.from(signature), Buffer.from(sign(nonce, { ...account, generation }))))
          return generation
      return null
    },
  }
}

export type DeviceMarks = ReturnType<typeof createDeviceMarks>
