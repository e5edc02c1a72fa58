import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 24
const TAG_BYTES = 16
const TAG = { authTagLength: TAG_BYTES }

/** Encrypts and decrypts texts with the server's secret: XChaCha20-Poly1305, as nonce, text and tag in hexadecimal. */
export function createSeal(secret: string) {
  const key = createHash('sha256').update(secret).digest()
  return {
    seal(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('chacha20-poly1305', subkey(key, nonce), shortNonce(nonce), TAG)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('hex')
    },

    /** null if the text was sealed with another secret, or changed. */
    open(sealedText: string): string | null {
      const bytes = Buffer.from(sealedText, 'hex')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('chacha20-poly1305', subkey(key, nonce), shortNonce(nonce), TAG)
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Last 8 bytes of the nonce, in the 12 that ChaCha20-Poly1305 takes. */
const shortNonce = (nonce: Buffer) => Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])

/**
 * HChaCha20 (draft-irtf-cfrg-xchacha-03) of the nonce's first 16 bytes. Node has no such function, but its ChaCha20
 * yields the same words plus the words that it began with: constants first, counter and nonce last.
 */
function subkey(key: Buffer, nonce: Buffer): Buffer {
  const start = nonce.subarray(0, 16)
  const block = createCipheriv('chacha20', key, start).update(Buffer.alloc(64))
  const begin = Buffer.concat([Buffer.from('expand 32-byte k'), start])
  const words = Buffer.concat([block.subarray(0, 16), block.subarray(48)])
  for (let at = 0; at < words.length; at += 4)
    words.writeUInt32LE((words.readUInt32LE(at) - begin.readUInt32LE(at)) >>> 0, at)
  return words
}
