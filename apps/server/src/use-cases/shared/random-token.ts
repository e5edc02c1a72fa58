import { createHash, randomBytes } from 'node:crypto'

/** Returns a bearer token: 256 random bits, base64url. The database stores only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
