import { randomBytes } from 'node:crypto'
import { invalidClient, invalidToken, malformed } from './paypal-refusal.ts'

export interface PaypalLogin {
  clientId: string
  clientSecret: string
}

/** Checks logins, and issues and checks access tokens. */
export class AccessTokens {
  readonly #login: PaypalLogin
  readonly #seconds: number
  readonly #now: () => Date
  readonly #ends = new Map<string, number>()

  constructor(login: PaypalLogin, seconds: number, now: () => Date) {
    this.#login = login
    this.#seconds = seconds
    this.#now = now
  }

  checkLogin(authorization: string | undefined): void {
    const { clientId, clientSecret } = this.#login
    const expectedHeader = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (authorization !== expectedHeader) throw invalidClient()
  }

  checkToken(authorization: string | undefined): void {
    const end = this.#ends.get(authorization?.replace(/^Bearer /, '') ?? '')
    if (end === undefined || end <= this.#now().getTime()) throw invalidToken()
  }

  /** The answer to POST /v1/oauth2/token. */
  issue(form: URLSearchParams): object {
    if (form.get('grant_type') !== 'client_credentials') throw malformed('unsupported_grant_type')
    const isForBrowser = form.get('response_type') === 'client_token'
    const token = `${isForBrowser ? 'client' : 'A21AA'}-${randomBytes(24).toString('base64url')}`
    // A client token opens PayPal's script and nothing else.
    if (!isForBrowser) this.#ends.set(token, this.#now().getTime() + this.#seconds * 1_000)
    return {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: isForBrowser ? 900 : this.#seconds,
      nonce: `${this.#now().toISOString()}${randomBytes(8).toString('base64url')}`,
    }
  }

  /** Ends all tokens at once, before their stated time. */
  endAll(): void {
    this.#ends.clear()
  }
}
