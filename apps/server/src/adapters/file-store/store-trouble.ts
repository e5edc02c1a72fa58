import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { FileStoreError } from '../../ports/files.ts'

/** What is to be said to viewers of an error of the store's; null for any other. What it is goes into the log and the health. */
export function storeTrouble(error: unknown): ErrorCode | null {
  return error instanceof FileStoreError ? 'busy' : null
}
