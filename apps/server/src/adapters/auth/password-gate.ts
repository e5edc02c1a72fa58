import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AccountsBusyError } from '../../ports/accounts.ts'
import { createSlots } from '../slots.ts'

/** A hash takes 110 ms of one of Node's four threads: fifty sign-ins at once delayed every call by 5 s. */
const WAITING_AT_MOST = 39

export interface PasswordGate {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

const SCRYPT: PasswordGate = { hash: hashPassword, verify: verifyPassword }

/** One at a time, the addresses by turns. Throws AccountsBusyError when too many are waiting, of whom most are of this address. */
export function createPasswordGate(hasher: PasswordGate = SCRYPT): PasswordGate {
  const slots = createSlots(1, WAITING_AT_MOST)
  /** Who has hung up is not known here. */
  const { signal } = new AbortController()

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const slot = await slots.take(signal)
    if (!slot) throw new AccountsBusyError('Too many passwords are waiting to be hashed.')
    try {
      return await work()
    } finally {
      slot.giveBack()
    }
  }

  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (given) => inTurn(() => hasher.verify(given)),
  }
}
