import { randomBytes } from 'node:crypto'

/** Returns an unguessable id: 128 random bits, base64url. */
export function newId(): string {
  return randomBytes(16).toString('base64url')
}
