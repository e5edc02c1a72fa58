import { createHash } from 'node:crypto'

/**
 * What stands for a reference in an index: its SHA-256 in hex. The address of a media file can be longer than the 2704
 * bytes that an entry of a PostgreSQL index may have.
 */
export function referenceKey(reference: string): string {
  return createHash('sha256').update(reference).digest('hex')
}
