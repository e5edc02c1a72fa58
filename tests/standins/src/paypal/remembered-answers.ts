import { malformed, unprocessable } from './paypal-refusal.ts'

export interface PaypalAnswer {
  status: number
  body: object
}

interface RememberedRequest {
  path: string
  body: string
  answer: PaypalAnswer
}

/** Implements `PayPal-Request-Id`: the same id is one request and gets the same answer. Refusals are not remembered. */
export class RememberedAnswers {
  readonly #byRequestId = new Map<string, RememberedRequest>()

  answerOnce(requestId: string | undefined, path: string, body: string, carryOut: () => PaypalAnswer): PaypalAnswer {
    if (requestId === undefined) return carryOut()
    if (requestId.length < 1 || requestId.length > 108) throw malformed('INVALID_STRING_LENGTH')
    const earlierRequest = this.#byRequestId.get(requestId)
    if (earlierRequest) {
      if (earlierRequest.path !== path || earlierRequest.body !== body)
        throw unprocessable('PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
      return earlierRequest.answer
    }
    const answer = carryOut()
    this.#byRequestId.set(requestId, { path, body, answer })
    return answer
  }
}
