/**
 * Pattern of a file key: names of letters, digits, dash, underscore and dot, separated by slashes. None begins with a
 * dot.
 */
const FILE_KEY_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const MAX_KEY_LENGTH = 200

export function isFileKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && FILE_KEY_PATTERN.test(key)
}

/** Throws for a key that Kerf would not make, because it could lead out of the folder. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
}
