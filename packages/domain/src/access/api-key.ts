export const MAX_API_KEYS = 10
export const MAX_KEY_NAME = 60
export const KEY_PREFIX = 'kerf_'
/** Shape of an API key: `kerf_` and 256 random bits in base64url. */
export const API_KEY_PATTERN = /^kerf_[A-Za-z0-9_-]{43}$/
