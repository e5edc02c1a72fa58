import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { SourceReadError } from '../../ports/sources.ts'

/** The source answered, and asking again would bring the same answer. */
export class SourceAnswerError extends SourceReadError {
  constructor(code: ErrorCode, message: string, options: { expired?: boolean } = {}) {
    super(code, message, options)
    this.name = 'SourceAnswerError'
  }
}

/** The server sends whole files only. `firstBytes` show whether it is a media file. */
export class RangesUnsupportedError extends SourceAnswerError {
  readonly firstBytes: Uint8Array
  readonly mediaType: string
  constructor(firstBytes: Uint8Array, mediaType: string) {
    super('unsupported_media', 'The source does not serve parts of a file.')
    this.name = 'RangesUnsupportedError'
    this.firstBytes = firstBytes
    this.mediaType = mediaType
  }
}
