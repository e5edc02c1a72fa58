/** What cannot be interpreted counts as absent: for parts of a file that cuts do not need. */
export function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
