/**
 * Every value that the pages store in a browser, and where: for good, or in one tab until it is closed. Its key is
 * `kerf:` and the name; the id of the video follows that of `batch`. The privacy page lists these.
 */
export const STORED_VALUES = {
  theme: 'localStorage',
  snap: 'localStorage',
  'source-codec': 'localStorage',
  presets: 'localStorage',
  'file-names': 'localStorage',
  clips: 'localStorage',
  link: 'sessionStorage',
  links: 'sessionStorage',
  video: 'sessionStorage',
  batch: 'sessionStorage',
} as const
export type StoredValue = keyof typeof STORED_VALUES

export const storedKey = (name: StoredValue): string => `kerf:${name}`
