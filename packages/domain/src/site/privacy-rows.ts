import { STORED_VALUES, type StoredValue, storedKey } from './browser-storage.ts'
import { COOKIES } from './cookies.ts'

type Entry = readonly [name: string, text: string]

/** Rows of the privacy page for cookies. */
export const cookieRows = (texts: Record<keyof typeof COOKIES, string>): Entry[] =>
  Object.entries(COOKIES).map(([name, cookie]) => [cookie, texts[name as keyof typeof COOKIES]])

/** Rows of the privacy page for stored values. */
export const storedRows = (texts: Record<StoredValue, string>): Entry[] =>
  (Object.keys(STORED_VALUES) as StoredValue[]).map((name) => [storedKey(name), texts[name]])
