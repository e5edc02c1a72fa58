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

/** Parameter of the page's address that names a media link, which the page reads itself. */
export const LINK_PARAMETER = 'link'

/** Whether the query of an address names a link. A page with such an address opens no file: see `deviceLink`. */
export const namesLink = (query: string): boolean => new URLSearchParams(query).has(LINK_PARAMETER)

/** Directives of the page while it reads a link: those for files, and the origin of the link. */
export const linkDirectives = (origin: string): Record<string, string> => ({
  ...DEVICE_DIRECTIVES,
  'media-src': `${DEVICE_DIRECTIVES['media-src']} ${origin}`,
  'connect-src': origin,
})

/** Directives as the text of a policy. */
export const policyText = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Beginning of the names of the engine's files, which the server sends with a policy of their own. */
export const ENGINE_FILE_PREFIX = 'engine-'
