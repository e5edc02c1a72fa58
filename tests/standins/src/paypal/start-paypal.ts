import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { AccessTokens, type PaypalLogin } from './access-tokens.ts'
import { type CallDesk, type PaypalRequest, recogniseCall } from './answer-call.ts'
import { CallBehaviours, type PaypalBehaviour, type PaypalCall } from './call-behaviours.ts'
import { type CaptureOutcome, PaypalBooks } from './paypal-books.ts'
import { broken, malformed, notFound, PaypalRefusal, unprocessable } from './paypal-refusal.ts'
import { type PaypalWebhookEvent, WebhookSigner } from './paypal-webhook-events.ts'
import { type PaypalAnswer, RememberedAnswers } from './remembered-answers.ts'
import { captureEvent, orderEvent, refundEvent, WebhookPost } from './webhook-post.ts'

export interface PaypalOptions extends Partial<PaypalLogin> {
  webhookId?: string
  /** How long an access token lasts; PayPal's do nine hours. */
  tokenSeconds?: number
  now?: () => Date
}

/** A request as it came, with the name of the call that it was taken for. */
export interface AskedPaypal extends PaypalRequest {
  call: PaypalCall | null
}

export type PaypalStandin = Awaited<ReturnType<typeof startPaypal>>

/** PayPal on a free port of this machine: its calls, its payer, its notices, and its bad days. */
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
  const asked: AskedPaypal[] = []
  const desk: CallDesk = {
    books,
    tokens,
    signer,
    answers: new RememberedAnswers(),
    onCapture: (capture) => post.tell(captureEvent(capture)),
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: PaypalRequest = {
      method: incoming.method ?? '',
      path: new URL(incoming.url ?? '/', 'http://paypal').pathname,
      headers: incoming.headers,
      body: await text(incoming),
    }
    const known = recogniseCall(request)
    asked.push({ ...request, call: known?.call ?? null })
    const behaviour = known && behaviours.take(known.call)
    const carryOut = () => answerOrRefuse(() => known?.carryOut(desk) ?? refuseAs(notFound()))
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
    /** For PAYPAL_API_URL. */
    url,
    /** All that a server needs to know to use it. */
    environment: {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_ENVIRONMENT: 'sandbox',
      PAYPAL_API_URL: url,
      PAYPAL_WEBHOOK_ID: webhookId,
    },
    /** Everything that it was asked, in order. */
    asked,
    /** How often it was asked for this. */
    times: (call: PaypalCall) => asked.filter((one) => one.call === call).length,
    get orders() {
      return [...books.orders.values()]
    },
    order: (id: string) => books.order(id),
    /** The next call, or the next few, of this kind goes differently. */
    next: (call: PaypalCall, behaviour: PaypalBehaviour, times = 1) => behaviours.next(call, behaviour, times),
    /** What was asked for by `next` and has not happened yet, will not. */
    behave: () => behaviours.clear(),
    /** Every access token ends now, sooner than was said. */
    endTokens: () => tokens.end(),
    /** The payer agrees; what becomes of the money is known to their bank. */
    approve: (orderId: string, outcome: CaptureOutcome = 'COMPLETED') =>
      post.tell(orderEvent(books.approve(orderId, outcome))),
    /** A capture that was held back comes out. */
    settle: (captureId: string, outcome: 'COMPLETED' | 'DECLINED') => {
      const capture = books.settle(captureId, outcome)
      post.tell(captureEvent(capture, outcome === 'DECLINED' ? 'DENIED' : outcome))
    },
    /** The seller gives back this much, or all that is left, on PayPal's own pages. */
    refund: (captureId: string, cents?: number) => {
      const refund = books.refund(captureId, cents)
      post.tell(refundEvent(books.capture(captureId), refund))
    },
    /** The latest of a type. */
    webhookEvent: (type: string) => {
      const found = post.webhookEvents.findLast((one) => one.type === type)
      if (!found) throw new Error(`There is no ${type} among ${post.webhookEvents.map((one) => one.type).join(', ')}.`)
      return found
    },
    /** From now on notices are posted there by themselves, each this often. */
    subscribe: (to: string, copies = 1) => post.subscribe(to, copies),
    unsubscribe: () => post.unsubscribe(),
    /** Waits until all automatic posts are answered. Returns the statuses, in the order of the answers. */
    delivered: () => post.delivered(),
    /** Posts a notice; `body` replaces its bytes under the same signature. Returns the status. */
    deliver: (webhookEvent: PaypalWebhookEvent, to: string, body?: string) => post.deliver(webhookEvent, to, body),
    /** A notice of PayPal's with any text at all, properly signed. */
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
      send(response, refuseAs(broken(behaviour.status ?? 500)))
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
