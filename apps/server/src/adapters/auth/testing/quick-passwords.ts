import { createPasswordGate, type PasswordGate } from '../password-gate.ts'

const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/**
 * The passwords of a server, for people of tests: a hash takes 0.1 s, and nearly everybody there has the same password. Each is
 * hashed once, with the salt that it got then, and each pair of a hash and a password is checked once; both as the server does.
 */
export function quickPasswords(): PasswordGate {
  const gate = createPasswordGate()
  return {
    hash: (password) => once(hashes, password, () => gate.hash(password)),
    verify: (given) => once(verdicts, `${given.hash} ${given.password}`, () => gate.verify(given)),
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const result = known.get(key) ?? work()
  known.set(key, result)
  return result
}
