import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { STORED_VALUES, type StoredValue, storedKey } from '@kerf/domain/site/browser-storage'

/**
 * A value that this browser stores; null for none, and where the browser denies storage.
 *
 * @param subjectId id of the video, for values that are stored once for each video
 */
export function readStored(name: StoredValue, subjectId?: string): string | null {
  try {
    return globalThis[STORED_VALUES[name]].getItem(storageKeyOf(name, subjectId))
  } catch {
    return null
  }
}

/** Stores a value, or deletes it for null. Does nothing where storage is denied or full. */
export function store(name: StoredValue, value: string | null, subjectId?: string): void {
  try {
    const area = globalThis[STORED_VALUES[name]]
    if (value === null) area.removeItem(storageKeyOf(name, subjectId))
    else area.setItem(storageKeyOf(name, subjectId), value)
  } catch {
    // Nothing is lost in this page: it has the value in memory.
  }
}

/**
 * Opens a text field's draft, which has not been sent yet. Within its tab it survives a reload and a visit to another
 * page.
 */
export function openDraft(name: StoredValue): { read: () => string | null; save: (text: string) => void } {
  return {
    read: () => readStored(name),
    save: (text) => store(name, text.trim() === '' ? null : text),
  }
}

/** Servers under different paths of one host share a browser's storage, so the path is part of their keys. */
const storageKeyOf = (name: StoredValue, subjectId: string | undefined): string =>
  storedKey(name) + BASE_PATH + (subjectId ? `:${subjectId}` : '')
