/** Bits per second of AAC at the edges of clips, which are hard to encode and take few bytes. */
export const edgeAacBitrate = (channels: number) => (channels > 2 ? 160_000 : 256_000) * channels
