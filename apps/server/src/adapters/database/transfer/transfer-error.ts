export type TransferProblem =
  | 'not_empty'
  | 'other_version'
  | 'damaged'
  | 'nothing_there'
  | 'differs'
  | 'not_written'
  | 'not_read'

export class TransferError extends Error {
  override name = 'TransferError'
  readonly code: TransferProblem

  constructor(code: TransferProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
