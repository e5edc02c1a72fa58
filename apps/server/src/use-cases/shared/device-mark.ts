import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountRecord } from '../../ports/accounts.ts'

const NONCE_BYTES = 16
const MARK_PATTERN = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/

/**
 * Number of older generations whose marks are recognized. Attempts with them count separately from the current
 * generation's.
 */
const MAX_OLD_GENERATIONS = 20

/** Account and generation that a mark stands for. */
type MarkedAccount = Pick<AccountRecord, 'id' | 'generation'>

/**
 * Creates signed cookies that mark browsers which have signed in before. Wrong guesses from other browsers do not slow
 * them down.
 */
export function createDeviceMarks(secret: string) {
  const sign = (nonce: string, { id, generation }: MarkedAccount): string =>
    createHmac('sha256', secret).update(`device ${nonce} ${id} ${generation}`).digest('base64url')
  return {
    issue(account: MarkedAccount): string {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      return `${nonce}.${sign(nonce, account)}`
    },
    /** The account's generation when the browser signed in; null if the mark is missing, invalid or too old. */
    generationOf(mark: string | undefined, account: MarkedAccount | null): number | null {
      if (!mark || !account || !MARK_PATTERN.test(mark)) return null
      const [nonce = '', signature = ''] = mark.split('.')
      const oldestGeneration = Math.max(0, account.generation - MAX_OLD_GENERATIONS)
      for (let { generation } = account; generation >= oldestGeneration; generation -= 1)
        if (timingSafeEqual(Buffer.from(signature), Buffer.from(sign(nonce, { ...account, generation }))))
          return generation
      return null
    },
  }
}

export type DeviceMarks = ReturnType<typeof createDeviceMarks>
