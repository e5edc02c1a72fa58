import { parseAudioSpecificConfig } from './audio-specific-config.ts'

/** Channel layout for Kerf's AAC encoder, so that its packets fit a stream with a program config element. */
export interface EdgeLayout {
  /** FFmpeg's channel mask. */
  speakers: bigint
  /** The decoder's channel for each channel of the encoder; absent if the order is the same. */
  channelOrder?: readonly number[]
}

interface ProgramLayout {
  /**
   * FFmpeg's channel mask of the decoded audio, for layouts that the decoder reports without speakers. Absent: the
   * decoder's own layout is used.
   */
  speakers?: bigint
  /** Layout with which Kerf's encoder writes the same elements; absent if there is none. */
  edges?: EdgeLayout
}

/**
 * Layouts by their elements. FFmpeg up to 7 writes 5.1(side), 6.1 and 7.1(wide) with the low frequencies in a
 * single-channel element, and the decoder reports these layouts without speakers. In packets, elements have only a kind
 * and a tag.
 */
const PROGRAM_LAYOUTS: Readonly<Record<string, ProgramLayout>> = {
  'S0|||': { edges: { speakers: 0x4n } },
  'P0|||': { edges: { speakers: 0x3n } },
  'S0 P0|||': { edges: { speakers: 0x7n } },
  'P0||P1|': { edges: { speakers: 0x33n } },
  'S0 P0||S1|': { edges: { speakers: 0x107n } },
  'S0 P0||P1|': { edges: { speakers: 0x37n } },
  'S0 P0|P1||': { edges: { speakers: 0x607n } },
  'P0 S0|P1||': { speakers: 0x607n, edges: { speakers: 0x37n } },
  'P0 S0|S1|S2|': { speakers: 0x10fn },
  'S0 P0||P1|L0': { edges: { speakers: 0x3fn } },
  'S0 P0|P1||L0': { edges: { speakers: 0x60fn } },
  'P0 S0|S1|P1|': { speakers: 0x60fn, edges: { speakers: 0x137n, channelOrder: [0, 1, 2, 4, 5, 3] } },
  'S0 P0||P1 S1|L0': { edges: { speakers: 0x13fn } },
  'P0 S0|S1|P1 S2|': { speakers: 0x70fn },
  'S0 P0 P1||P2|L0': { edges: { speakers: 0xffn } },
  'S0 P0|P1|P2|L0': { edges: { speakers: 0x63fn } },
  'P0 S0|S1|P1 P2|': { speakers: 0xffn, edges: { speakers: 0x737n, channelOrder: [0, 1, 2, 6, 7, 3, 4, 5] } },
}

/** Finds the layout of an AAC configuration; null if it has no program config element. */
export function programLayout(configuration: Uint8Array | null): (ProgramLayout & { channels: number }) | null {
  const program = configuration && parseAudioSpecificConfig(configuration)?.program
  return program ? { ...PROGRAM_LAYOUTS[program.elements], channels: program.channels } : null
}
