import type { ErrorCode } from '@kerf/domain/error-codes'

/** What a mail's link has done, or why it cannot: it was used, is too old, or is none. */
export type LinkEnd<Answer> = { state: 'done'; answer: Answer } | { state: 'refused'; code: ErrorCode }

/** Keeps what became of a link with the page's own entry in the history: no other tab and no other page has it. */
export function rememberEnd<Answer>(page: string, end: LinkEnd<Answer>): void {
  // Whoever has gone on meanwhile is at another entry.
  if (location.pathname === page) history.replaceState({ ...history.state, mailedLink: end }, '')
}

/** What was kept with this entry; null when nothing was. */
export function rememberedEnd<Answer>(): LinkEnd<Answer> | null {
  const kept: unknown = history.state
  if (typeof kept !== 'object' || kept === null || !('mailedLink' in kept)) return null
  return kept.mailedLink as LinkEnd<Answer>
}
