import { PRODUCT_SLUG } from './product.ts'

/**
 * Every cookie of this site. The server sets no other, and the privacy page lists these. Over https, those that scripts
 * cannot read have the prefix `__Host-`.
 */
export const COOKIES = {
  viewer: `${PRODUCT_SLUG}_viewer`,
  session: `${PRODUCT_SLUG}_session`,
  signedIn: `${PRODUCT_SLUG}_signed_in`,
  device: `${PRODUCT_SLUG}_device`,
  oidc: `${PRODUCT_SLUG}_oidc`,
  language: `${PRODUCT_SLUG}_language`,
} as const

/** Every value that the pages store in a browser: for good, or in one tab until it is closed. The privacy page lists these. */
export const STORED_VALUES = {
  theme: { key: 'kerf:theme', area: 'localStorage' },
  snap: { key: 'kerf:snap', area: 'localStorage' },
  sourceCodec: { key: 'kerf:source-codec', area: 'localStorage' },
  link: { key: 'kerf:link', area: 'sessionStorage' },
  links: { key: 'kerf:links', area: 'sessionStorage' },
  video: { key: 'kerf:video', area: 'sessionStorage' },
  /** One for each video; its id follows the key. */
  batch: { key: 'kerf:batch', area: 'sessionStorage' },
} as const
export type StoredValue = keyof typeof STORED_VALUES

type Entry = readonly [name: string, text: string]

/** The rows of the privacy page about cookies: a text for each that the server sets. */
export const cookieRows = (texts: Record<keyof typeof COOKIES, string>): Entry[] =>
  Object.entries(COOKIES).map(([name, cookie]) => [cookie, texts[name as keyof typeof COOKIES]])

/** The rows of the privacy page about the browser's storage: a text for each value that the pages store. */
export const storedRows = (texts: Record<StoredValue, string>): Entry[] =>
  Object.entries(STORED_VALUES).map(([name, { key }]) => [key, texts[name as StoredValue]])
