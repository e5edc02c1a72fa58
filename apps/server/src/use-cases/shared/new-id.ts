import { randomBytes } from 'node:crypto'

/** 128 random bits, base64url: nobody finds another viewer's video by trying. */
export function newId(): string {
  return randomBytes(16).toString('base64url')
}
