import { createPasswordHasher, type PasswordHasher } from '../password-hasher.ts'

const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/**
 * Returns a password hasher for tests, which caches its results: a real hash takes 0.1 s, and most accounts of tests
 * share one password. Each password is hashed once, and each pair of hash and password is checked once.
 */
export function quickPasswords(): PasswordHasher {
  const hasher = createPasswordHasher()
  return {
    hash: (password) => runOnce(hashes, password, () => hasher.hash(password)),
    verify: (attempt) => runOnce(verdicts, `${attempt.hash} ${attempt.password}`, () => hasher.verify(attempt)),
  }
}

function runOnce<T>(cachedResults: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const result = cachedResults.get(key) ?? work()
  cachedResults.set(key, result)
  return result
}
