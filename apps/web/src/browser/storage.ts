type Area = 'localStorage' | 'sessionStorage'

/** What this browser remembers under a key; null for nothing, and where storage is closed to the page. */
export function readStored(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Remembers a value, or forgets it for null. Does nothing where storage is closed or full: the page itself still has the value. */
export function store(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
  } catch {
    // The value holds for this page.
  }
}

/** Text that has not been sent yet. It survives another page and a reload, within this tab. */
export function openDraft(key: string): { read: () => string | null; save: (text: string) => void } {
  return {
    read: () => readStored('sessionStorage', key),
    save: (text) => store('sessionStorage', key, text.trim() === '' ? null : text),
  }
}
