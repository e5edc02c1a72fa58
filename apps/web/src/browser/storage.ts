import { STORED_VALUES, type StoredValue, storedKey } from '@kerf/domain/site/browser-storage'

/**
 * A value that this browser stores; null for none, and where storage is closed to the page.
 *
 * @param of the id of the thing it belongs to, where there is one for each
 */
export function readStored(name: StoredValue, of?: string): string | null {
  try {
    return globalThis[STORED_VALUES[name]].getItem(keyOf(name, of))
  } catch {
    return null
  }
}

/** Stores a value, or deletes it for null. Does nothing where storage is closed or full: the page itself still has the value. */
export function store(name: StoredValue, value: string | null, of?: string): void {
  try {
    const area = globalThis[STORED_VALUES[name]]
    if (value === null) area.removeItem(keyOf(name, of))
    else area.setItem(keyOf(name, of), value)
  } catch {
    // The value holds for this page.
  }
}

/** Text that has not been sent yet. It survives another page and a reload, within this tab. */
export function openDraft(name: StoredValue): { read: () => string | null; save: (text: string) => void } {
  return {
    read: () => readStored(name),
    save: (text) => store(name, text.trim() === '' ? null : text),
  }
}

const keyOf = (name: StoredValue, of: string | undefined): string => storedKey(name) + (of ? `:${of}` : '')
