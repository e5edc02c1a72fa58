import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { FileStoreError, type FileStoreTrouble } from '../../ports/files.ts'

/** What S3 and its kin call it. Names beside Amazon's own are those of the library, before anything was sent. */
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

interface S3Complaint {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

/** Does something with the store, and says in one way what goes wrong there. What goes wrong here stays what it is. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw troubleOf(error) ?? error
  }
}

function troubleOf(error: unknown): FileStoreError | null {
  const { name = '', code, message = '', $metadata } = error as S3Complaint
  const status = $metadata?.httpStatusCode
  const failure = (trouble: FileStoreTrouble) =>
    new FileStoreError(trouble, `The file store says: ${[code ?? name, message].filter(Boolean).join(': ')}`, {
      cause: error,
    })
  const known = TROUBLE_BY_NAME[name]
  if (known) return failure(known)
  // An answer without a body, as to HEAD, has a status alone.
  if (status === 401 || status === 403) return failure('denied')
  if (status === 301 || status === 307) return failure('wrong_region')
  if (status !== undefined) return failure(status >= 500 || status === 429 || status < 400 ? 'unreachable' : 'refused')
  const isLocal = ['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EIO'].includes(code ?? '')
  if (isLocal || error instanceof FileStoreError || error instanceof RangeError) return null
  return failure('unreachable')
}

export const statusOf = (error: unknown): number | undefined => (error as S3Complaint).$metadata?.httpStatusCode

/** The same; null where there is nothing under the key that is asked for. */
export function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  return asking(() =>
    work().catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    }),
  )
}

/** That there is nothing under this key, and not that there is no bucket. */
function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as S3Complaint
  if (name === 'NoSuchBucket') return false
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}

/** The code shown to viewers for an error of the store; null for any other. */
export function storeTrouble(error: unknown): ErrorCode | null {
  return error instanceof FileStoreError ? 'busy' : null
}
