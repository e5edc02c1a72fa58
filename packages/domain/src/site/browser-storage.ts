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
