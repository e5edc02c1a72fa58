import type { User } from '@kerf/contract/auth'
import { createPaymentOrder, type PaymentSetup, readPaymentSetup } from '@kerf/contract/payment'
import { installFakePaypal } from '@kerf/standins/paypal/fake-paypal-script'
import { type Locator, page } from 'vitest/browser'
import { open } from './app.tsx'
import { exampleUser } from './examples/account-examples.ts'
import { button, region, see, seeToast } from './screen.ts'
import { scriptCall, scriptUser } from './scripted-server.ts'

export const PAYMENT_SETUP: PaymentSetup = { clientToken: 'fresh-token', environment: 'sandbox', currency: 'USD' }
export const ORDER_ID = '5O190127TN364715T'

export const paymentArea: Locator = region('Ready to Upgrade')
export const paypalSheet: Locator = page.getByRole('dialog', { name: 'PayPal' })

/** The alert about a payment on the page. */
export const paymentAlert = (text: string): Locator =>
  page.getByRole('main').getByRole('alert').filter({ hasText: text })

/** Opens the pricing page, or another one, as this user. */
export async function openPricing(user: User | null, path = '/subscription'): Promise<void> {
  if (user) scriptUser(user)
  await open(path)
}

/** Opens the pricing page as a user on Free, who is about to pay for a year of Pro with PayPal's buttons. */
export async function openPayment(): Promise<void> {
  installFakePaypal(null)
  scriptCall(readPaymentSetup, () => PAYMENT_SETUP)
  scriptCall(createPaymentOrder, () => ({ id: ORDER_ID }))
  await openPricing(exampleUser())
  await button('Choose Pro').click()
  await seeToast('Ready to Upgrade', 'Pro, $49.99 a year.')
  await see(paymentArea.getByRole('button', { name: 'Pay with PayPal' }))
}

export async function approvePayment(payButton = 'Pay with PayPal'): Promise<void> {
  await paymentArea.getByRole('button', { name: payButton }).click()
  await paypalSheet.getByRole('button', { name: 'Approve' }).click()
}
