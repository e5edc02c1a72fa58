import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AccountsBusyError } from '../../ports/accounts.ts'
import { createSlots } from '../slots.ts'

/** Most hashes that wait. One takes 110 ms of a thread, so the last of them waits more than 4 s. */
const WAITING_AT_MOST = 39
/** Changing these voids every stored password. */
const COSTS = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 64
const SALT_BYTES = 16

export interface PasswordGate {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
}

const runScrypt = promisify<string, string, number, typeof COSTS, Buffer>(scryptWithCallback)

/** Key of a password. `salt` is text: the hexadecimal digits themselves, not the bytes that they stand for. */
const deriveKey = (password: string, salt: string) => runScrypt(password.normalize('NFKC'), salt, KEY_BYTES, COSTS)

/** Hashes as `SALT:KEY` in hexadecimal digits. */
const SCRYPT: PasswordGate = {
  async hash(password) {
    const salt = randomBytes(SALT_BYTES).toString('hex')
    return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
  },
  async verify({ hash, password }) {
    const [salt = '', key = ''] = hash.split(':')
    const storedKey = Buffer.from(key, 'hex')
    if (storedKey.length !== KEY_BYTES) throw new Error('A stored password is not one of ours.')
    return timingSafeEqual(await deriveKey(password, salt), storedKey)
  },
}

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
