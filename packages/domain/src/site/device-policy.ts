/** Path of the page that cuts local files. */
export const DEVICE_PATH = '/device'

/**
 * Directives of the content security policy under which local files are cut. They allow no connection that could send a
 * file: no calls, no forms, no frames, and nothing that is loaded from another site.
 */
export const DEVICE_DIRECTIVES = {
  'script-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'none'",
  'form-action': "'none'",
  'frame-src': "'none'",
  'object-src': "'none'",
} as const

/** Directives as the text of a policy. */
export const policyText = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Beginning of the names of the engine's files, which the server sends with a policy of their own. */
export const ENGINE_FILE_PREFIX = 'engine-'
