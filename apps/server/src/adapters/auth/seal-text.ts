import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 24
const TAG_BYTES = 16
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES }

/** Encrypts and decrypts texts with the server's secret: XChaCha20-Poly1305, as nonce, text and tag in hexadecimal. */
export function createSeal(secret: string) {
  const key = createHash('sha256').update(secret).digest()
  return {
    seal(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('chacha20-poly1305', deriveSubkey(key, nonce), shortenNonce(nonce), CIPHER_OPTIONS)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('hex')
    },

    /** Decrypts a text; null if it was sealed with another secret, or changed. */
    open(sealedText: string): string | null {
      const bytes = Buffer.from(sealedText, 'hex')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(
        'chacha20-poly1305',
        deriveSubkey(key, nonce),
        shortenNonce(nonce),
        CIPHER_OPTIONS,
      )
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

/** The 12-byte nonce for ChaCha20-Poly1305: four zero bytes and the last 8 bytes of the long nonce. */
const shortenNonce = (nonce: Buffer) => Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])

/**
 * HChaCha20 (draft-irtf-cfrg-xchacha-03) of the nonce's first 16 bytes. Node has no such function, but its ChaCha20
 * yields these words plus its initial words, which are subtracted here: constants first, counter and nonce last.
 */
function deriveSubkey(key: Buffer, nonce: Buffer): Buffer {
  const noncePrefix = nonce.subarray(0, 16)
  const block = createCipheriv('chacha20', key, noncePrefix).update(Buffer.alloc(64))
  const initialWords = Buffer.concat([Buffer.from('expand 32-byte k'), noncePrefix])
  const finalWords = Buffer.concat([block.subarray(0, 16), block.subarray(48)])
  for (let offset = 0; offset < finalWords.length; offset += 4)
    finalWords.writeUInt32LE((finalWords.readUInt32LE(offset) - initialWords.readUInt32LE(offset)) >>> 0, offset)
  return finalWords
}
