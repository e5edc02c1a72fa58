/** A refusal of S3, with the status and the code of its answer. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message = code) {
    super(message)
    this.name = 'S3Refusal'
    this.status = status
    this.code = code
  }
}
