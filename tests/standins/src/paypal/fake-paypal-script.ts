/** Address of PayPal's script, on the sandbox's host or the real one. */
export const PAYPAL_SCRIPT = /^https:\/\/www\.(sandbox\.)?paypal\.com\/web-sdk\/v6\/core/

/**
 * A script that replaces PayPal's: the same global, the same custom elements, the same callbacks. In place of PayPal's
 * window it opens a sheet in the page, in which the journey approves, cancels, or gets an error.
 */
export const fakePaypalScript = `(${installFakePaypal.toString()})(null)`

/** Address to which the sheet reports the payer's choice. Pages may call its host, and the PayPal stand-in answers. */
export const PAYER_ADDRESS = 'https://www.sandbox.paypal.com/standin/payer'

/** The same script for a server that uses the PayPal stand-in: the sheet reports the choice to the stand-in. */
export const connectedPaypalScript = `(${installFakePaypal.toString()})(${JSON.stringify(PAYER_ADDRESS)})`

/** Runs in the browser as text, so nothing from outside of this function exists there. */
export function installFakePaypal(payerAddress: string | null): void {
  interface Callbacks {
    onApprove: (approval: { orderId: string; payerId: string }) => Promise<void>
    onCancel?: (order: { orderId: string }) => void
    onError?: (error: Error) => void
  }

  class FakeButton extends HTMLElement {
    connectedCallback(): void {
      if (this.shadowRoot) return
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = this.localName === 'paypal-button' ? 'Pay with PayPal' : 'Debit or Credit Card'
      button.style.cssText =
        'width:100%;height:48px;border:0;border-radius:4px;font:600 16px sans-serif;background:#ffd140;color:#000'
      if (this.localName !== 'paypal-button') button.style.cssText += ';background:#2c2e2f;color:#fff'
      this.attachShadow({ mode: 'open', delegatesFocus: true }).append(button)
    }
  }

  function openSheet(orderId: string, { onApprove, onCancel, onError }: Callbacks): void {
    const sheet = document.createElement('dialog')
    sheet.setAttribute('aria-label', 'PayPal')
    const order = document.createElement('p')
    order.textContent = `Order ${orderId}`
    sheet.append(order)
    const offer = (label: string, onClick: () => unknown): void => {
      const button = document.createElement('button')
      button.textContent = label
      button.addEventListener('click', () => {
        sheet.remove()
        void onClick()
      })
      sheet.append(button)
    }
    offer('Approve', async () => {
      if (payerAddress !== null) {
        const answer = await fetch(`${payerAddress}?order=${orderId}`, { method: 'POST' })
        if (!answer.ok) return onError?.(new Error(`PayPal answered ${answer.status}.`))
      }
      await onApprove({ orderId, payerId: 'FAKEPAYER' })
    })
    offer('Cancel and return', () => onCancel?.({ orderId }))
    offer('Break', () => onError?.(new Error('The sheet broke.')))
    document.body.append(sheet)
    sheet.showModal()
  }

  const createSession = (callbacks: Callbacks) => ({
    async start(_how: unknown, order: Promise<{ orderId: string }>): Promise<void> {
      const { orderId } = await order
      openSheet(orderId, callbacks)
    },
    cancel: () => {},
    destroy: () => {},
  })

  for (const name of ['paypal-button', 'paypal-basic-card-button']) {
    if (!customElements.get(name)) customElements.define(name, class extends FakeButton {})
  }
  const paypal = {
    version: '6.0.0-fake',
    async createInstance({ clientToken }: { clientToken: string }) {
      if (clientToken === 'stale-token') throw new Error('The client token is not valid.')
      return {
        createPayPalOneTimePaymentSession: createSession,
        createPayPalGuestOneTimePaymentSession: createSession,
      }
    },
  }
  Object.assign(globalThis, { paypal })
}
