const OPUS_RATE = 48_000
const HEAD_BYTES = 19
const GAIN_AT = 16
const MAPPING_AT = 18

/** The header before Opus packets: the number of channels, and of samples to skip at the beginning. */
export function opusHead(channels: number, delaySamples: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('OpusHead', 'latin1')
  head[8] = 1
  head[9] = channels
  head.writeUInt16LE(delaySamples, 10)
  head.writeUInt32LE(OPUS_RATE, 12)
  return head
}

/** Whether packets under this header audio the same under ours: no gain, one stream of one or two channels. */
export function isPlainOpusHead(head: Uint8Array | null): boolean {
  const bytes = head && Buffer.from(head)
  return bytes !== null && bytes.length >= HEAD_BYTES && bytes.readInt16LE(GAIN_AT) === 0 && bytes[MAPPING_AT] === 0
}
