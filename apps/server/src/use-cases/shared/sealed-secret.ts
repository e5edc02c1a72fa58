import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What the key is for: no other use of the server's secret comes to the same key. */
const KEY_LABEL = 'kerf payment client secret, version 1'
/** Of what is written here, should the way ever change. */
const VERSION = 'v1'

export type SecretSeal = ReturnType<typeof createSecretSeal>

/** Keeps a secret where others may read, under a key that only this server's own secret gives. */
export function createSecretSeal(serverSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', KEY_LABEL, KEY_BYTES))
  return {
    /** The secret as it may be written down. `owner` is no secret; without it the seal does not open. */
    seal(secret: string, owner: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return [VERSION, ...[nonce, cipher.getAuthTag(), hidden].map((part) => part.toString('base64url'))].join('.')
    },

    /** null when it is another's, was sealed by a server with another secret, or is not what was written. */
    open(sealed: string, owner: string): string | null {
      const [version, ...parts] = sealed.split('.')
      const [nonce, tag, hidden] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (version !== VERSION || nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES || !hidden) return null
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
