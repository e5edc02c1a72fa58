import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AccountsBusyError } from '../../ports/accounts.ts'
import { createSlots } from '../slots.ts'

/** Maximum number of hashes that wait. One takes 110 ms of a thread, so the last one waits for more than 4 s. */
const MAX_WAITING_HASHES = 39
/** Cost parameters of scrypt. Other parameters would make every stored password invalid. */
const SCRYPT_COSTS = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 64
const SALT_BYTES = 16

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
}

const runScrypt = promisify<string, string, number, typeof SCRYPT_COSTS, Buffer>(scryptWithCallback)

/** Derives a key from a password. `salt` is used as text: its hexadecimal digits are not decoded. */
const deriveKey = (password: string, salt: string) =>
  runScrypt(password.normalize('NFKC'), salt, KEY_BYTES, SCRYPT_COSTS)

/** Hashes passwords with scrypt. A hash is `SALT:KEY` in hexadecimal digits. */
const scryptHasher: PasswordHasher = {
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
 * Hashes one password after the other; IP addresses take turns. When too many passwords wait, the IP address with the
 * most waiting passwords gets an AccountsBusyError.
 */
export function createPasswordHasher(hasher: PasswordHasher = scryptHasher): PasswordHasher {
  const slots = createSlots(1, MAX_WAITING_HASHES)
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
