import type { Clock } from '../../ports/clock.ts'
import { PaymentProviderError } from '../../ports/payments.ts'

/** After a failure PayPal is asked again only this often. */
const ASK_AGAIN_MILLISECONDS = 60_000

/** PayPal has answered that it does not know the client id, or not with this secret. */
export class LoginRefusedError extends PaymentProviderError {
  constructor() {
    super('PayPal does not know the client id, or not with this secret.')
    this.name = 'LoginRefusedError'
  }
}

/** Whether PayPal lets us in. `logIn` is at no cost while an earlier answer to it still holds. */
export function createLoginCheck(logIn: () => Promise<unknown>, clock: Clock): () => Promise<boolean> {
  let failed: { error: unknown; at: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (failed && now - failed.at < ASK_AGAIN_MILLISECONDS) return answerTo(failed.error)
    try {
      await logIn()
      failed = null
      return true
    } catch (error) {
      failed = { error, at: now }
      return answerTo(error)
    }
  }
}

function answerTo(error: unknown): false {
  if (error instanceof LoginRefusedError) return false
  throw error
}
