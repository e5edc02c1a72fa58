import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_SECONDS = 30

/**
 * The six digits that an authenticator app shows for a base32 secret (RFC 6238), now or this many half minutes later.
 * Servers also accept the neighbouring codes, and each code only once.
 */
export function codeShownBy(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + stepsAhead))
  const mac = createHmac('sha1', fromBase32(secret.replaceAll(' ', '')))
    .update(counter)
    .digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((digit) => ALPHABET.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
