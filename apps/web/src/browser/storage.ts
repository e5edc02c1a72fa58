import { STORED_VALUES, type StoredValue } from '@kerf/domain/site/browser-storage'

/**
 * A value that this browser stores; null for none, and where storage is closed to the page.
 *
 * @param of the id of the thing it belongs to, where there is one for each
 */
export function readStored(name: StoredValue, of?: string): string | null {
  const { area, key } = placeOf(name, of)
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a value, or deletes it for null. Does nothing where storage is closed or full: the page itself still has the value. */
export function store(name: StoredValue, value: string | null, of?: string): void {
  const { area, key } = placeOf(name, of)
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
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

function placeOf(name: StoredValue, of: string | undefined) {
  const { area, key } = STORED_VALUES[name]
  return { area, key: of === undefined ? key : `${key}:${of}` }
}
