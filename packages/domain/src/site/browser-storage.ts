/**
 * All values that pages store in a browser, and their storage. The key is `kerf:` and the name. It is followed by the
 * path of the server, if it shares its host with others, and for `batch` by the id of the video. The privacy page lists
 * these values.
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

export const storedKey = (name: StoredValue | 'device'): string => `kerf:${name}`
