import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Key that signs yt-dlp's releases, AC0CBBE6848D6A873464AF4E57CF65933B5A7581: `public.key` in yt-dlp's repository. */
export const YTDLP_KEY = createPublicKey({
  format: 'jwk',
  key: {
    kty: 'RSA',
    e: 'AQAB',
    n: [
      '9Kxfc4xjwLdLYZbeQtXm83HAFV-zW9b_nqkI5PlhGXUxE1QoN1gDOZ4AK5R3Zv32as1IDvqQGKwetBinoO331A3_ktFxShGXXkS2HgGqqioUom',
      '1WpQ47zgTs7bt1utOxyxE0AKgO8Ez7iLdlqpqS-tDSHMq9uy8apoHTd5jb2doizvmz9Jykfwvj4BPR-MrcsA2tdszMej5mQp1Tjjrul2RBZnVM',
      'cXUPXxQ6nfS3ASmNiwznEmKNbGmNGFomVh7c1aGbtZDs450uRY6v8gRySyJgx-6TcR5u7Pz52rq6ZkBbQxa7pLftpYQ56SlJhq_yP9yB6h_1_v',
      'Zz6EuLoqkOR6W5QfASvuFn6WohIO-S577jj32SDymMl2v9AO0KIzMIDqw_PKM0_lQpCpJCfoo12e4BzY5nAWlHSiu3wyBDmCOty8nOkFpBkE4o',
      'BX30lF1hwwjvWlzYT93o6hVoBjLQlLK25HCZFrlmO6uQEcv9OR20jNyuA1PXqrZ8ZoldVkPJ17iPSYCUEb4eT05J8uS7cas3Jqr1jvU4xwW67N',
      'eATxDvX3F8Si_whQW81w0r7wIAK3aqpTKJ3EP8onE5Xy-qsyfBChYqlteEDE3QJ-krrmU6HVwk4iJ8KE-1o47hTyinb3x9Rj-G56nc058y8Qkg',
      'yBLX8nz7CF_vRiOyZJP82Y0',
    ].join(''),
  },
})

const HASHES: Readonly<Record<number, string>> = { 8: 'sha256', 9: 'sha384', 10: 'sha512' }
/** First byte of a signature packet whose length takes one byte. The next value stands for two bytes. */
const SIGNATURE_HEAD = 0x88
const BINARY_SIGNATURE_KIND = 0
const RSA = 1
const CREATION_TIME_SUBPACKET = 2

/**
 * Returns the time at which `key` signed `data`, from a detached OpenPGP signature (RFC 4880, version 4, RSA). Null if
 * the signature is invalid or of another kind. The signature covers the time as well.
 */
export function signedAt(data: Uint8Array, signature: Uint8Array, key: KeyObject): Date | null {
  try {
    const { hash, hashed, mpi } = readSignature(Buffer.from(signature))
    const trailer = Buffer.from([4, 0xff, 0, 0, 0, 0])
    trailer.writeUInt32BE(hashed.length, 2)
    const modulusBytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8
    const paddedSignature = Buffer.concat([Buffer.alloc(Math.max(0, modulusBytes - mpi.length)), mpi])
    return verify(hash, Buffer.concat([data, hashed, trailer]), key, paddedSignature)
      ? createdAt(hashed.subarray(6))
      : null
  } catch {
    // The packet is too short or no signature.
    return null
  }
}

/** `hashed` is the part of the packet that the signature covers besides the data. */
function readSignature(packet: Buffer): { hash: string; hashed: Buffer; mpi: Buffer } {
  const body = packetBodyOf(packet)
  const [version, kind, algorithm, hashId = 0] = body
  const hash = HASHES[hashId]
  if (version !== 4 || kind !== BINARY_SIGNATURE_KIND || algorithm !== RSA || !hash)
    throw new Error('another signature')
  const hashedPart = body.subarray(0, 6 + body.readUInt16BE(4))
  const unhashedBytes = body.readUInt16BE(hashedPart.length)
  // The two bytes before the number repeat the start of the digest. They are not checked.
  const offset = hashedPart.length + 2 + unhashedBytes + 2
  const mpiBytes = Math.ceil(body.readUInt16BE(offset) / 8)
  if (body.length !== offset + 2 + mpiBytes) throw new Error('not its length')
  return { hash, hashed: hashedPart, mpi: body.subarray(offset + 2) }
}

/** Returns the body of the only packet, whose length has the old format, as GnuPG writes it. */
function packetBodyOf(packet: Buffer): Buffer {
  const head = packet.readUInt8(0)
  const lengthBytes = head - SIGNATURE_HEAD + 1
  if (lengthBytes !== 1 && lengthBytes !== 2) throw new Error('no signature')
  const start = 1 + lengthBytes
  if (packet.length !== start + packet.readUIntBE(1, lengthBytes)) throw new Error('not its length')
  return packet.subarray(start)
}

/** GnuPG's own subpackets have at most 191 bytes, so their length takes one byte. */
function createdAt(subpackets: Buffer): Date | null {
  for (let offset = 0; offset < subpackets.length; offset += 1 + subpackets.readUInt8(offset))
    if ((subpackets.readUInt8(offset + 1) & 0x7f) === CREATION_TIME_SUBPACKET)
      return new Date(subpackets.readUInt32BE(offset + 2) * 1000)
  return null
}
