/** Reads a part of a file that cuts do not need. Damaged parts count as absent: any error gives null. */
export function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
