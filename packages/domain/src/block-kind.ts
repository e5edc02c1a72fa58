/**
 * What a block is about: one video, everything of a channel, or everything of a domain and what lies below it. Blocked means that
 * nothing of it is processed, trimmed, cut or handed out here, whatever the link looks like.
 */
export const BLOCK_KINDS = ['video', 'channel', 'domain'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]
