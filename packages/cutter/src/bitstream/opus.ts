export const OPUS_RATE = 48_000
const HEAD_BYTES = 19
const PRE_SKIP_AT = 10
const GAIN_AT = 16
const MAPPING_FAMILY_AT = 18

/**
 * Builds the identification header of an Opus stream (RFC 7845, 5.1).
 * @param delaySamples samples that a player skips at the beginning (pre-skip), at 48 kHz
 */
export function opusHead(channels: number, delaySamples: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('OpusHead', 'latin1')
  head[8] = 1
  head[9] = channels
  head.writeUInt16LE(delaySamples, PRE_SKIP_AT)
  head.writeUInt32LE(OPUS_RATE, 12)
  return head
}

/** Whether packets with this header can use Kerf's header: no gain, and one stream of one or two channels. */
export function isPlainOpusHead(head: Uint8Array | null): boolean {
  const bytes = head && Buffer.from(head)
  return (
    bytes !== null && bytes.length >= HEAD_BYTES && bytes.readInt16LE(GAIN_AT) === 0 && bytes[MAPPING_FAMILY_AT] === 0
  )
}

/**
 * Duration of the samples at the beginning that only prime the decoder, in seconds. Timestamps of the container count
 * them, but players skip them.
 * @param configuration the identification header, OpusHead
 */
export function opusPreSkipSeconds(configuration: Uint8Array | null): number {
  if (!configuration || configuration.length < PRE_SKIP_AT + 2) return 0
  return Buffer.from(configuration).readUInt16LE(PRE_SKIP_AT) / OPUS_RATE
}

/** The longest silent packet of at most `maxSamples` samples at 48 kHz. It can be anywhere in a stream. */
export function silentOpus(maxSamples: number): { packet: Uint8Array; samples: number } {
  const shift = [3, 2, 1].find((bits) => 120 << bits <= maxSamples) ?? 0
  // CELT with the full band (configurations 28 to 31), mono, one frame that codes only silence.
  return { packet: Uint8Array.of((28 + shift) << 3, 0xff, 0xfe), samples: 120 << shift }
}

/** Samples of one frame at 48 kHz, by the configuration in a packet's first byte, for SILK, hybrid and CELT. */
const SILK_FRAME_SAMPLES = [480, 960, 1920, 2880]
const HYBRID_FRAME_SAMPLES = [480, 960]
const CELT_FRAME_SAMPLES = [120, 240, 480, 960]

/** Duration of a packet in samples at 48 kHz, by its first two bytes (RFC 6716, 3.1). */
export function opusPacketSamples(packet: Uint8Array): number {
  const firstByte = packet[0] ?? 0
  const configuration = firstByte >> 3
  const samples =
    configuration < 12
      ? SILK_FRAME_SAMPLES[configuration % 4]!
      : configuration < 16
        ? HYBRID_FRAME_SAMPLES[configuration % 2]!
        : CELT_FRAME_SAMPLES[configuration % 4]!
  const code = firstByte & 3
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2
  return samples * frames
}
