import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { FileStoreError, type FileStoreTrouble } from '../../ports/files.ts'

/** Kerf's error codes by the store's error names. The library throws CredentialsProviderError before it sends anything. */
const TROUBLE_BY_NAME: Readonly<Record<string, FileStoreTrouble>> = {
  NoSuchBucket: 'no_bucket',
  AccessDenied: 'denied',
  Forbidden: 'denied',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  ExpiredToken: 'denied',
  InvalidToken: 'denied',
  CredentialsProviderError: 'denied',
  PermanentRedirect: 'wrong_region',
  AuthorizationHeaderMalformed: 'wrong_region',
  RequestTimeTooSkewed: 'clock',
}

interface S3Error {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

/** Runs a call to the store. Turns errors of the store into FileStoreError; errors of this machine pass unchanged. */
export async function callStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw troubleOf(error) ?? error
  }
}

function troubleOf(error: unknown): FileStoreError | null {
  const { name = '', code, message = '', $metadata } = error as S3Error
  const status = $metadata?.httpStatusCode
  const failure = (trouble: FileStoreTrouble) =>
    new FileStoreError(trouble, `The file store says: ${[code ?? name, message].filter(Boolean).join(': ')}`, {
      cause: error,
    })
  const namedTrouble = TROUBLE_BY_NAME[name]
  if (namedTrouble) return failure(namedTrouble)
  // An answer without a body, such as one to HEAD, has only a status.
  if (status === 401 || status === 403) return failure('denied')
  if (status === 301 || status === 307) return failure('wrong_region')
  if (status !== undefined) return failure(status >= 500 || status === 429 || status < 400 ? 'unreachable' : 'refused')
  const isLocal = ['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EIO'].includes(code ?? '')
  if (isLocal || error instanceof FileStoreError || error instanceof RangeError) return null
  return failure('unreachable')
}

export const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode

/** Runs a call to the store like callStore; null if the store does not have the requested key. */
export function nullIfMissing<T>(work: () => Promise<T>): Promise<T | null> {
  return callStore(() =>
    work().catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    }),
  )
}

/** Whether the key is missing. A missing bucket is another error. */
function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as S3Error
  if (name === 'NoSuchBucket') return false
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}

/** The code shown to viewers for an error of the store; null for any other. */
export function storeTrouble(error: unknown): ErrorCode | null {
  return error instanceof FileStoreError ? 'busy' : null
}
