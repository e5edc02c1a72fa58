/** The served calls of PayPal, by the names that tests use. */
export type PaypalCall = 'token' | 'clientToken' | 'createOrder' | 'readOrder' | 'captureOrder' | 'verifyWebhookEvent'

/** A wrong behaviour towards a call. */
export type PaypalBehaviour =
  /** The call is carried out, but no answer comes. */
  | { does: 'lose' }
  /** The call is not carried out, and no answer comes. */
  | { does: 'ignore' }
  /** The call is carried out, and its answer ends in the middle. */
  | { does: 'cut' }
  /** The connection ends without an answer; `carriedOut` says whether the call took effect. */
  | { does: 'hangUp'; carriedOut: boolean }
  /** Status 5xx; `carriedOut` says whether the call took effect. */
  | { does: 'fail'; status?: number; carriedOut?: boolean }
  /** Status 422 with this issue. */
  | { does: 'refuse'; issue: string }
  /** An answer of any content. */
  | { does: 'answer'; status: number; body: string; headers?: Record<string, string> }

/** Behaviours for calls to come, by name of the call. Each call takes the oldest one. */
export class CallBehaviours {
  readonly #requests = new Map<PaypalCall, PaypalBehaviour[]>()

  add(call: PaypalCall, behaviour: PaypalBehaviour, times: number): void {
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
