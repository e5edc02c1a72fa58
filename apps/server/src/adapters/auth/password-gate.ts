import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AccountsBusyError } from '../../ports/accounts.ts'
import { createSlots } from '../slots.ts'

/** Most hashes that wait. One takes 110 ms of a thread, so the last of them waits more than 4 s. */
const WAITING_AT_MOST = 39

export interface PasswordGate {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
}

const SCRYPT: PasswordGate = { hash: hashPassword, verify: verifyPassword }

/**
 * Hashes one password at a time; addresses take turns. Throws AccountsBusyError when too many wait, most of them of the
 * caller's address.
 */
export function createPasswordGate(hasher: PasswordGate = SCRYPT): PasswordGate {
  const slots = createSlots(1, WAITING_AT_MOST)
  /** Never aborts, because no signal says that a caller has hung up. */
  const { signal } = new AbortController()

  async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    const slot = await slots.take(signal)
    if (!slot) throw new AccountsBusyError('Too many passwords are waiting to be hashed.')
    try {
      return await work()
    } finally {
      slot.giveBack()
    }
  }

  return {
    hash: (password) => runInTurn(() => hasher.hash(password)),
    verify: (attempt) => runInTurn(() => hasher.verify(attempt)),
  }
}
