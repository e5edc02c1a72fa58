interface FlacStream {
  sampleRate: number
  channels: number
  bits: number
  blockSamples: number
  samples: number
}

const STREAMINFO_BYTES = 34

/**
 * Builds STREAMINFO of FLAC (RFC 9639, 8.2). The checksum of the samples is left at zero, which stands for unknown.
 * @param frameBytes sizes of the smallest and the largest frame; null: unknown
 */
export function flacHeader(
  { sampleRate, channels, bits, blockSamples, samples }: FlacStream,
  frameBytes: { least: number; most: number } | null,
): Uint8Array {
  const header = new Uint8Array(STREAMINFO_BYTES)
  const view = new DataView(header.buffer)
  view.setUint16(0, blockSamples)
  view.setUint16(2, blockSamples)
  const { least, most } = frameBytes && frameBytes.most > 0 ? frameBytes : { least: 0, most: 0 }
  for (const [at, bytes] of [[4, least] as const, [7, most] as const]) {
    view.setUint8(at, bytes >> 16)
    view.setUint16(at + 1, bytes & 0xffff)
  }
  const form = (BigInt(sampleRate) << 44n) | (BigInt(channels - 1) << 41n) | (BigInt(bits - 1) << 36n)
  view.setBigUint64(10, form | BigInt(samples))
  return header
}
