/** Samples that one AAC packet adds. */
export const AAC_FRAME = 1024
/** The decoder needs packets before the first it gives right, and the encoder settles over a few. */
export const LEAD_PACKETS = 5
/** How far from an edge a join may lie. */
export const LONGEST_EDGE = 6
/** Shorter clips are encoded as a whole: between two edges nothing would be left to copy. */
export const SHORTEST_SPLICE_PACKETS = 4 * LONGEST_EDGE
