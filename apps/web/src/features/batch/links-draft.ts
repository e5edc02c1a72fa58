const KEY = 'kerf:links'

/** What was pasted and has not become a batch yet. Nothing of it is kept beyond this tab. */
export function readLinksDraft(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function keepLinksDraft(text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Storage is closed or full: the field itself still has the text.
  }
}
