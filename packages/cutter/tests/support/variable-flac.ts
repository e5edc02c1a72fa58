import { stampedAudioAt } from '@kerf/stamped-media/audio/stamped-audio'

/** CRC-8 and CRC-16 of RFC 9639, 9.1.8 and 9.3. */
export function checksum(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1)
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & top ? polynomial : 0)) & (2 * top - 1)
  }
  return sum
}

/**
 * A 16-bit mono FLAC whose blocks differ in length, which no available encoder writes. Its subframes are verbatim.
 * @param lengthOf number of samples in each block
 */
export function flacOfBlocks(sampleRate: number, samples: number, lengthOf: (block: number) => number): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(16, 0)
  info.writeUInt16BE(65_535, 2)
  info.writeUInt32BE(((sampleRate << 12) | (15 << 4)) >>> 0, 10)
  info.writeUInt32BE(samples, 14)
  const parts = [Buffer.from('fLaC\x80\x00\x00\x22', 'latin1'), info]
  const isInKilohertz = sampleRate % 1000 === 0
  for (let block = 0, start = 0; start < samples; block++) {
    const length = Math.min(lengthOf(block), samples - start)
    const sizes = Buffer.alloc(isInKilohertz ? 3 : 4)
    sizes.writeUInt16BE(length - 1)
    sizes.writeUIntBE(isInKilohertz ? sampleRate / 1000 : sampleRate, 2, sizes.length - 2)
    const frameHeader = Buffer.concat([
      Buffer.from([0xff, 0xf9, isInKilohertz ? 0x7c : 0x7d, 0x08]),
      codedNumber(start),
      sizes,
    ])
    const crcAndSubframe = Buffer.alloc(2 + 2 * length)
    crcAndSubframe[0] = checksum(frameHeader, 8, 0x07)
    crcAndSubframe[1] = 0x02
    for (let index = 0; index < length; index++) {
      crcAndSubframe.writeInt16BE(Math.round(stampedAudioAt(start + index, sampleRate) * 32_767), 2 + 2 * index)
    }
    const footer = Buffer.alloc(2)
    footer.writeUInt16BE(checksum(Buffer.concat([frameHeader, crcAndSubframe]), 16, 0x8005))
    parts.push(frameHeader, crcAndSubframe, footer)
    start += length
  }
  return Buffer.concat(parts)
}

/** Codes a sample number as UTF-8 codes a character (RFC 9639, 9.1.5). */
function codedNumber(number: number): Buffer {
  if (number < 0x80) return Buffer.from([number])
  const last = 0x80 | (number & 0x3f)
  if (number < 0x800) return Buffer.from([0xc0 | (number >> 6), last])
  const middle = 0x80 | ((number >> 6) & 0x3f)
  if (number < 0x10000) return Buffer.from([0xe0 | (number >> 12), middle, last])
  const upper = 0x80 | ((number >> 12) & 0x3f)
  if (number < 0x200000) return Buffer.from([0xf0 | (number >> 18), upper, middle, last])
  return Buffer.from([0xf8 | (number >> 24), 0x80 | ((number >> 18) & 0x3f), upper, middle, last])
}
