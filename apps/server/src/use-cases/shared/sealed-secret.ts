import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Purpose of the derived key, so that other uses of the server's secret get other keys. */
const KEY_LABEL = 'kerf payment client secret, version 1'
/** Format version, stored with each secret. */
const FORMAT_VERSION = 'v1'

export type SecretSeal = ReturnType<typeof createSecretSeal>

/** Encrypts secrets for storage, with a key derived from the server's own secret. */
export function createSecretSeal(serverSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', KEY_LABEL, KEY_BYTES))
  return {
    /** Encrypts a secret. `owner` is public data that `open` must repeat. */
    seal(secret: string, owner: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(owner))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return [
        FORMAT_VERSION,
        ...[nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url')),
      ].join('.')
    },

    /** Decrypts a secret; null if the owner or the server's secret differs, or the text was changed. */
    open(sealedSecret: string, owner: string): string | null {
      const [version, ...parts] = sealedSecret.split('.')
      const [nonce, tag, ciphertext] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (version !== FORMAT_VERSION || nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES || !ciphertext)
        return null
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
