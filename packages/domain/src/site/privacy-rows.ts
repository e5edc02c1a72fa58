import { STORED_VALUES, type StoredValue, storedKey } from './browser-storage.ts'
import { COOKIES } from './cookies.ts'

type Entry = readonly [name: string, text: string]

/** The rows of the privacy page about cookies: a text for each that the server sets. */
export const cookieRows = (texts: Record<keyof typeof COOKIES, string>): Entry[] =>
  Object.entries(COOKIES).map(([name, cookie]) => [cookie, texts[name as keyof typeof COOKIES]])

/** The rows of the privacy page about the browser's storage: a text for each value that the pages store. */
export const storedRows = (texts: Record<StoredValue, string>): Entry[] =>
  (Object.keys(STORED_VALUES) as StoredValue[]).map((name) => [storedKey(name), texts[name]])
