/** The calls of PayPal's that are served, by the names that tests use. */
export type PaypalCall = 'token' | 'clientToken' | 'createOrder' | 'readOrder' | 'captureOrder' | 'verifyWebhookEvent'

/** What becomes of a call, other than what is right. */
export type PaypalBehaviour =
  /** It is carried out, but the answer never comes. */
  | { does: 'lose' }
  /** It is not carried out, and no answer comes. */
  | { does: 'ignore' }
  /** It is carried out, and the answer breaks off in the middle. */
  | { does: 'cut' }
  /** The connection ends without an answer; `carriedOut` says whether the call took effect. */
  | { does: 'hangUp'; carriedOut: boolean }
  /** 5xx; `carriedOut` says whether the call took effect. */
  | { does: 'fail'; status?: number; carriedOut?: boolean }
  /** 422, with this issue. */
  | { does: 'refuse'; issue: string }
  /** Anything at all. */
  | { does: 'answer'; status: number; body: string; headers?: Record<string, string> }

/** What was asked for, call by call: the first request for a call is met first. */
export class CallBehaviours {
  readonly #requests = new Map<PaypalCall, PaypalBehaviour[]>()

  next(call: PaypalCall, behaviour: PaypalBehaviour, times: number): void {
    const requests = this.#requests.get(call) ?? []
    requests.push(...Array<PaypalBehaviour>(times).fill(behaviour))
    this.#requests.set(call, requests)
  }

  take(call: PaypalCall): PaypalBehaviour | null {
    return this.#requests.get(call)?.shift() ?? null
  }

  clear(): void {
    this.#requests.clear()
  }
}
