import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { AccessTokens, type PaypalLogin } from './access-tokens.ts'
import { type CallContext, type PaypalRequest, recogniseCall } from './answer-call.ts'
import { CallBehaviours, type PaypalBehaviour, type PaypalCall } from './call-behaviours.ts'
import { type CaptureOutcome, PaypalBooks } from './paypal-books.ts'
import { malformed, notFound, PaypalRefusal, serverError, unprocessable } from './paypal-refusal.ts'
import { type PaypalWebhookEvent, WebhookSigner } from './paypal-webhook-events.ts'
import { type PaypalAnswer, RememberedAnswers } from './remembered-answers.ts'
import { captureEvent, orderEvent, refundEvent, WebhookPost } from './webhook-post.ts'

export interface PaypalOptions extends Partial<PaypalLogin> {
  webhookId?: string
  /** Lifetime of an access token; PayPal's last nine hours. */
  tokenSeconds?: number
  now?: () => Date
}

/** A received request, with the name of its call; null: the stand-in has no such call. */
export interface RecordedRequest extends PaypalRequest {
  call: PaypalCall | null
}

export type PaypalStandin = Awaited<ReturnType<typeof startPaypal>>

/** PayPal on a free port of this machine: its calls, its payer, its webhook events, and failures on request. */
export async function startPaypal(options: PaypalOptions = {}) {
  const {
    clientId = 'standin-client',
    clientSecret = 'standin-secret',
    webhookId = '9XL90610J3647323C',
    tokenSeconds = 32_400,
    now = () => new Date(),
  } = options
  const books = new PaypalBooks(now)
  const tokens = new AccessTokens({ clientId, clientSecret }, tokenSeconds, now)
  const signer = new WebhookSigner(webhookId)
  const post = new WebhookPost(signer, now)
  const behaviours = new CallBehaviours()
  const requests: RecordedRequest[] = []
  const context: CallContext = {
    books,
    tokens,
    signer,
    answers: new RememberedAnswers(),
    onCapture: (capture) => post.publish(captureEvent(capture)),
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: PaypalRequest = {
      method: incoming.method ?? '',
      path: new URL(incoming.url ?? '/', 'http://paypal').pathname,
      headers: incoming.headers,
      body: await text(incoming),
    }
    const knownCall = recogniseCall(request)
    requests.push({ ...request, call: knownCall?.call ?? null })
    const behaviour = knownCall && behaviours.take(knownCall.call)
    const carryOut = () => answerOrRefuse(() => knownCall?.carryOut(context) ?? refuseAs(notFound()))
    if (behaviour) misbehave(behaviour, carryOut, response)
    else send(response, carryOut())
  }

  const server = createServer((incoming, response) => {
    // A client that disconnects in the middle of its request gets no answer.
    serve(incoming, response).catch(() => response.destroy())
  })
  const { port, close } = await listenOnLoopback(server)
  const url = `http://127.0.0.1:${port}`

  return {
    /** Value of PAYPAL_API_URL. */
    url,
    /** Environment of a server that uses this stand-in. */
    environment: {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_ENVIRONMENT: 'sandbox',
      PAYPAL_API_URL: url,
      PAYPAL_WEBHOOK_ID: webhookId,
    },
    /** All requests, in order. */
    requests,
    /** Number of requests of this call. */
    countCalls: (call: PaypalCall) => requests.filter((request) => request.call === call).length,
    get orders() {
      return [...books.orders.values()]
    },
    order: (id: string) => books.order(id),
    /** Sets another behaviour for the next call of this kind, or for the next few. */
    setNextBehaviour: (call: PaypalCall, behaviour: PaypalBehaviour, times = 1) =>
      behaviours.add(call, behaviour, times),
    /** Cancels the behaviours that `setNextBehaviour` set and no call has met yet. */
    clearBehaviours: () => behaviours.clear(),
    /** Ends every access token now, before its stated time. */
    endTokens: () => tokens.endAll(),
    /** The payer approves an order. Their bank decides the outcome of a capture. */
    approve: (orderId: string, outcome: CaptureOutcome = 'COMPLETED') =>
      post.publish(orderEvent(books.approve(orderId, outcome))),
    /** Ends a pending capture with this outcome. */
    settle: (captureId: string, outcome: 'COMPLETED' | 'DECLINED') => {
      const capture = books.settle(captureId, outcome)
      post.publish(captureEvent(capture, outcome === 'DECLINED' ? 'DENIED' : outcome))
    },
    /** The seller refunds this amount, or the rest of the capture, on PayPal's own pages. */
    refund: (captureId: string, cents?: number) => {
      const refund = books.refund(captureId, cents)
      post.publish(refundEvent(books.capture(captureId), refund))
    },
    /** The latest webhook event of a type. */
    webhookEvent: (type: string) => {
      const webhookEvent = post.webhookEvents.findLast((event) => event.type === type)
      if (!webhookEvent)
        throw new Error(`There is no ${type} among ${post.webhookEvents.map((event) => event.type).join(', ')}.`)
      return webhookEvent
    },
    /** Posts each later webhook event to this address, this many times. */
    subscribe: (to: string, copies = 1) => post.subscribe(to, copies),
    unsubscribe: () => post.unsubscribe(),
    /** Waits until all automatic posts are answered. Returns the statuses, in the order of the answers. */
    waitForDeliveries: () => post.waitForDeliveries(),
    /** Posts a webhook event; `body` replaces its bytes under the same signature. Returns the status. */
    deliver: (webhookEvent: PaypalWebhookEvent, to: string, body?: string) => post.deliver(webhookEvent, to, body),
    /** A webhook event with any text, properly signed. */
    sign: (type: string, rawBody: string) => signer.signRaw('WH-BY-HAND', type, rawBody, now()),
    close,
  }
}

function answerOrRefuse(carryOut: () => PaypalAnswer): PaypalAnswer {
  try {
    return carryOut()
  } catch (error) {
    return refuseAs(error instanceof PaypalRefusal ? error : malformed('MALFORMED_REQUEST_JSON'))
  }
}

function refuseAs({ status, body }: PaypalRefusal): PaypalAnswer {
  return { status, body }
}

function misbehave(behaviour: PaypalBehaviour, carryOut: () => PaypalAnswer, response: ServerResponse): void {
  switch (behaviour.does) {
    case 'lose':
      carryOut()
      break
    case 'ignore':
      break
    case 'cut': {
      const bytes = Buffer.from(JSON.stringify(carryOut().body))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
      break
    }
    case 'hangUp':
      if (behaviour.carriedOut) carryOut()
      response.destroy()
      break
    case 'fail':
      if (behaviour.carriedOut) carryOut()
      send(response, refuseAs(serverError(behaviour.status ?? 500)))
      break
    case 'refuse':
      send(response, refuseAs(unprocessable(behaviour.issue)))
      break
    case 'answer':
      response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      response.end(behaviour.body)
  }
}

function send(response: ServerResponse, { status, body }: PaypalAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': 'f24d5ad1a3c9b' })
  response.end(JSON.stringify(body))
}
