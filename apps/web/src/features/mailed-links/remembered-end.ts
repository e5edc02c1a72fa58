import type { MailedLink } from './use-mailed-link.ts'

type End<Answer> = Extract<MailedLink<Answer>, { state: 'done' | 'refused' }>

/** Keeps what became of a link with the page's own entry in the history: no other tab and no other page has it. */
export function rememberEnd<Answer>(page: string, end: End<Answer>): void {
  // Whoever has gone on meanwhile is at another entry.
  if (location.pathname === page) history.replaceState({ ...history.state, mailedLink: end }, '')
}

/** What was kept with this entry; null when nothing was. */
export function rememberedEnd<Answer>(): End<Answer> | null {
  const kept: unknown = history.state
  if (typeof kept !== 'object' || kept === null || !('mailedLink' in kept)) return null
  return kept.mailedLink as End<Answer>
}
