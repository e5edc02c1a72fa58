import type { IncomingHttpHeaders } from 'node:http'
import type { AccessTokens } from './access-tokens.ts'
import type { PaypalCall } from './call-behaviours.ts'
import type { BookedCapture, PaypalBooks } from './paypal-books.ts'
import { malformed, unprocessable } from './paypal-refusal.ts'
import { briefOrderResource, orderResource } from './paypal-resources.ts'
import type { WebhookSigner } from './paypal-webhook-events.ts'
import type { PaypalAnswer, RememberedAnswers } from './remembered-answers.ts'

export interface PaypalRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface CallContext {
  books: PaypalBooks
  tokens: AccessTokens
  answers: RememberedAnswers
  signer: WebhookSigner
  onCapture(capture: BookedCapture): void
}

interface KnownCall {
  call: PaypalCall
  method: string
  path: RegExp
  carryOut(context: CallContext, request: PaypalRequest, id: string): PaypalAnswer
}

const KNOWN_CALLS: readonly KnownCall[] = [
  {
    call: 'createOrder',
    method: 'POST',
    path: /^\/v2\/checkout\/orders$/,
    carryOut: (context, request) =>
      answerWrite(context, request, () => {
        const order = context.books.create(readOrderRequest(request.body))
        return { status: 201, body: isFullAnswerRequested(request) ? orderResource(order) : briefOrderResource(order) }
      }),
  },
  {
    call: 'readOrder',
    method: 'GET',
    path: /^\/v2\/checkout\/orders\/([^/]+)$/,
    carryOut({ tokens, books }, { headers }, id) {
      tokens.checkToken(headers.authorization)
      return { status: 200, body: orderResource(books.order(id)) }
    },
  },
  {
    call: 'captureOrder',
    method: 'POST',
    path: /^\/v2\/checkout\/orders\/([^/]+)\/capture$/,
    carryOut: (context, request, id) =>
      answerWrite(context, request, () => {
        const order = context.books.captureOrder(id)
        context.onCapture(order.captures[0]!)
        return { status: 201, body: orderResource(order) }
      }),
  },
  {
    call: 'verifyWebhookEvent',
    method: 'POST',
    path: /^\/v1\/notifications\/verify-webhook-signature$/,
    carryOut({ tokens, signer }, { headers, body }) {
      tokens.checkToken(headers.authorization)
      parseBody(body)
      return { status: 200, body: { verification_status: signer.verify(body) } }
    },
  },
]

/** The call of a request, and a function that carries it out; null: the stand-in has no such call. */
export function recogniseCall(
  request: PaypalRequest,
): { call: PaypalCall; carryOut(context: CallContext): PaypalAnswer } | null {
  if (request.method === 'POST' && request.path === '/v1/oauth2/token') return recogniseTokenCall(request)
  for (const { call, method, path, carryOut } of KNOWN_CALLS) {
    const match = method === request.method ? path.exec(request.path) : null
    if (match) return { call, carryOut: (context) => carryOut(context, request, match[1] ?? '') }
  }
  return null
}

/** One path serves two calls: the server's own token, and the token that opens PayPal's script in a browser. */
function recogniseTokenCall({ headers, body }: PaypalRequest): ReturnType<typeof recogniseCall> {
  const form = new URLSearchParams(body)
  return {
    call: form.get('response_type') === 'client_token' ? 'clientToken' : 'token',
    carryOut({ tokens }) {
      tokens.checkLogin(headers.authorization)
      if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) throw malformed('MEDIA_TYPE')
      return { status: 200, body: tokens.issue(form) }
    },
  }
}

function answerWrite(context: CallContext, request: PaypalRequest, carryOut: () => PaypalAnswer): PaypalAnswer {
  context.tokens.checkToken(request.headers.authorization)
  if (request.headers['content-type'] !== 'application/json') throw malformed('MEDIA_TYPE')
  const requestId = request.headers['paypal-request-id']
  return context.answers.answerOnce(requestId as string | undefined, request.path, request.body, carryOut)
}

function readOrderRequest(body: string): Parameters<PaypalBooks['create']>[0] {
  const { intent, purchase_units: units } = parseBody(body) as {
    intent?: unknown
    purchase_units?: {
      custom_id?: string
      description?: string
      amount?: { currency_code?: string; value?: string }
    }[]
  }
  const [unit] = units ?? []
  if (intent !== 'CAPTURE' || !unit || units?.length !== 1) throw malformed('MISSING_REQUIRED_PARAMETER')
  const { currency_code: currency, value } = unit.amount ?? {}
  if (typeof value !== 'string' || typeof currency !== 'string') throw malformed('INVALID_PARAMETER_SYNTAX')
  if (!/^[A-Z]{3}$/.test(currency)) throw unprocessable('CURRENCY_NOT_SUPPORTED')
  if ((unit.description?.length ?? 0) > 127 || (unit.custom_id?.length ?? 0) > 127)
    throw malformed('INVALID_STRING_LENGTH')
  return { reference: unit.custom_id, description: unit.description, value, currency }
}

function parseBody(body: string): object {
  if (body === '') return {}
  try {
    return JSON.parse(body) as object
  } catch {
    throw malformed('MALFORMED_REQUEST_JSON')
  }
}

function isFullAnswerRequested({ headers }: PaypalRequest): boolean {
  return headers.prefer === 'return=representation'
}
