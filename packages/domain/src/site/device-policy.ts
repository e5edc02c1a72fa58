/** Path of the page that cuts files of this device. */
export const DEVICE_PATH = '/device'

/**
 * Directives of the content security policy under which files of this device are cut. They allow no connection that
 * could send a file: no calls, no forms, no frames.
 */
export const DEVICE_DIRECTIVES = {
  'connect-src': "'none'",
  'form-action': "'none'",
  'frame-src': "'none'",
  'object-src': "'none'",
} as const

/** The directives as the text of a policy. */
export const DEVICE_POLICY = Object.entries(DEVICE_DIRECTIVES)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ')

/** Beginning of the names of the engine's files, which the server sends with a policy of their own. */
export const ENGINE_FILE_PREFIX = 'engine-'
