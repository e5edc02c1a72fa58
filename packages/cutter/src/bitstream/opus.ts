export const OPUS_RATE = 48_000
const HEAD_BYTES = 19
const PRE_SKIP_AT = 10
const GAIN_AT = 16
const MAPPING_AT = 18

/** The header before Opus packets: the number of channels, and of samples to skip at the beginning. */
export function opusHead(channels: number, delaySamples: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('OpusHead', 'latin1')
  head[8] = 1
  head[9] = channels
  head.writeUInt16LE(delaySamples, PRE_SKIP_AT)
  head.writeUInt32LE(OPUS_RATE, 12)
  return head
}

/** Whether packets under this header sound the same under ours: no gain, one stream of one or two channels. */
export function isPlainOpusHead(head: Uint8Array | null): boolean {
  const bytes = head && Buffer.from(head)
  return bytes !== null && bytes.length >= HEAD_BYTES && bytes.readInt16LE(GAIN_AT) === 0 && bytes[MAPPING_AT] === 0
}

/** Opus begins with samples that only prime the decoder; the container's times count them, the ear must not. */
export function opusPreSkipSeconds(configuration: Uint8Array | null): number {
  if (!configuration || configuration.length < PRE_SKIP_AT + 2) return 0
  return Buffer.from(configuration).readUInt16LE(PRE_SKIP_AT) / OPUS_RATE
}

/** The longest packet of silence, of at most so many samples, that a decoder takes anywhere in a stream. */
export function silentOpus(mostSamples: number): { packet: Uint8Array; samples: number } {
  const shift = [3, 2, 1].find((bits) => 120 << bits <= mostSamples) ?? 0
  // Music of the full band (configurations 28 to 31), mono, in one frame that says no more than that it is silent.
  return { packet: Uint8Array.of((28 + shift) << 3, 0xff, 0xfe), samples: 120 << shift }
}

/** Samples of one frame at 48 kHz, by the configuration that a packet's first byte names: speech, both, music. */
const SPEECH_FRAMES = [480, 960, 1920, 2880]
const HYBRID_FRAMES = [480, 960]
const MUSIC_FRAMES = [120, 240, 480, 960]

/** How many samples a packet lasts, by its first bytes (RFC 6716, 3.1). */
export function opusPacketSamples(packet: Uint8Array): number {
  const first = packet[0] ?? 0
  const configuration = first >> 3
  const samples =
    configuration < 12
      ? SPEECH_FRAMES[configuration % 4]!
      : configuration < 16
        ? HYBRID_FRAMES[configuration % 2]!
        : MUSIC_FRAMES[configuration % 4]!
  const code = first & 3
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2
  return samples * frames
}
