import { SourceReadError } from '../../ports/sources.ts'

/** The source answered, and another request would get the same answer. */
export class SourceAnswerError extends SourceReadError {
  override name = 'SourceAnswerError'
}

/** The server has no file at the address, or no longer serves it. */
export class ResourceGoneError extends SourceAnswerError {
  override name = 'ResourceGoneError'
}

/** The server sends whole files only. `firstBytes` show whether it is a media file. */
export class RangesUnsupportedError extends SourceAnswerError {
  override name = 'RangesUnsupportedError'
  readonly firstBytes: Uint8Array
  constructor(firstBytes: Uint8Array) {
    super('unsupported_media', 'The source does not serve parts of a file.')
    this.firstBytes = firstBytes
  }
}
