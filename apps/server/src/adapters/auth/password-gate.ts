import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AccountsBusyError } from '../../ports/accounts.ts'

/** A hash takes 110 ms of one of Node's four threads: fifty sign-ins at once delayed every call by 5 s. */
const WAITING_AT_MOST = 40

export interface PasswordGate {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

const SCRYPT: PasswordGate = { hash: hashPassword, verify: verifyPassword }

/** One at a time. Throws AccountsBusyError when too many are waiting. */
export function createPasswordGate(hasher: PasswordGate = SCRYPT): PasswordGate {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= WAITING_AT_MOST) throw new AccountsBusyError('Too many passwords are waiting to be hashed.')
    waiting += 1
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      waiting -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (given) => inTurn(() => hasher.verify(given)),
  }
}
