const OPUS_SAMPLE_RATE = 48_000
const PRE_SKIP_AT = 10

/** Opus begins with samples that only prime the decoder; the container's times count them, the ear must not. */
export function opusPreSkipSeconds(configuration: Uint8Array | null): number {
  if (!configuration || configuration.length < PRE_SKIP_AT + 2) return 0
  const preSkip = configuration[PRE_SKIP_AT]! | (configuration[PRE_SKIP_AT + 1]! << 8)
  return preSkip / OPUS_SAMPLE_RATE
}

const SILK_MILLISECONDS = [10, 20, 40, 60]
const HYBRID_MILLISECONDS = [10, 20]
const CELT_MILLISECONDS = [2.5, 5, 10, 20]

/** How long a packet of Opus lasts, by its first bytes (RFC 6716, 3.1). */
export function opusPacketSeconds(packet: Uint8Array): number | null {
  const [first, second] = packet
  if (first === undefined) return null
  const config = first >> 3
  const milliseconds =
    config < 12
      ? SILK_MILLISECONDS[config & 3]!
      : config < 16
        ? HYBRID_MILLISECONDS[config & 1]!
        : CELT_MILLISECONDS[config & 3]!
  const frames = (first & 3) === 0 ? 1 : (first & 3) === 3 ? (second ?? 0) & 0x3f : 2
  return (frames * milliseconds) / 1000
}
