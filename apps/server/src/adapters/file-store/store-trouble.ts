import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { FileStoreError } from '../../ports/files.ts'

/** The code shown to viewers for an error of the store; null for any other. */
export function storeTrouble(error: unknown): ErrorCode | null {
  return error instanceof FileStoreError ? 'busy' : null
}
