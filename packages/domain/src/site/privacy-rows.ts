import { STORED_VALUES, type StoredValue, storedKey } from './browser-storage.ts'
import { COOKIES } from './cookies.ts'

type Entry = readonly [name: string, text: string]

/** Rows of the privacy page for cookies. */
export const cookieRows = (texts: Record<keyof typeof COOKIES, string>): Entry[] =>
  Object.entries(COOKIES).map(([name, cookie]) => [cookie, texts[name as keyof typeof COOKIES]])

/** Name of the browser cache with the files of the page for local files, as `kerf:device`. */
const DEVICE_CACHE = 'device' as const

/** Rows of the privacy page for stored values and files. */
export const storedRows = (texts: Record<StoredValue | typeof DEVICE_CACHE, string>): Entry[] =>
  [...(Object.keys(STORED_VALUES) as StoredValue[]), DEVICE_CACHE].map((name) => [storedKey(name), texts[name]])
