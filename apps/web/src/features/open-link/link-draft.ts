const KEY = 'kerf:link'

/** What was typed into the link field and has not become a video yet. Nothing of it is kept beyond this tab. */
export function readDraft(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Keeps a draft through whatever takes its field away: another page, a video that is still loading, a reload. */
export function saveDraft(text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Storage is closed or full: the field itself still has the text.
  }
}

/** The draft has become a video. */
export function forgetDraft(): void {
  saveDraft('')
}
