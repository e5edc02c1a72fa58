import type { User } from '@kerf/contract/auth'
import { createPaymentOrder, type PaymentSetup, readPaymentSetup } from '@kerf/contract/payment'
import type { PlanId } from '@kerf/domain/plans/plans'
import { fakePaypalScript, PAYPAL_SCRIPT } from '@kerf/standins/paypal/fake-paypal-script'
import { expect } from 'vitest'
import { scriptPlans } from './servers/script-account.ts'
import { exampleUser, scriptCall, signedInAs } from './servers/script-calls.ts'
import type { Stage, VisitOptions } from './servers/stage.ts'
import type { Visit } from './visit.ts'

export const SETUP: PaymentSetup = { clientToken: 'fresh-token', environment: 'sandbox', currency: 'USD' }
export const ORDER_ID = '5O190127TN364715T'

export const plan = (visit: Visit, name: string) => visit.page.getByRole('region', { name, exact: true })
export const area = (visit: Visit) => plan(visit, 'Ready to Upgrade')
/** URLs of requests to PayPal's hosts, to our payment calls, and for the code that talks to PayPal. */
export const paypalRequests = (visit: Visit) => visit.requestedUrls.filter((url) => /paypal/i.test(url))
export const sheet = (visit: Visit) => visit.page.getByRole('dialog', { name: 'PayPal' })

/** Opens the pricing page as a user with this plan, or as a stranger if the plan is null. */
export async function openPricing(
  stage: Stage,
  subscription: PlanId | null,
  options: VisitOptions = {},
): Promise<Visit> {
  const { path: page = '/subscription', ...looks } = options
  return arriveAs(stage, subscription === null ? null : exampleUser({ subscription }), page, looks)
}

/** Opens a page in a new visit, signed in as this user or as a stranger. */
export async function arriveAs(
  stage: Stage,
  user: User | null,
  page = '/subscription',
  looks: VisitOptions = {},
): Promise<Visit> {
  const visit = await stage.visit({ ...looks, path: '/favicon.svg' })
  await comeAs(stage, visit, user, page)
  return visit
}

/** Opens a page in an existing visit, signed in as this user or as a stranger. */
export async function comeAs(stage: Stage, visit: Visit, user: User | null, page = '/subscription'): Promise<void> {
  if (user) await signedInAs(visit, user)
  await scriptPlans(visit)
  await visit.page.goto(new URL(page, stage.kerf.url).href)
}

/** Replaces PayPal's script with a fake one. */
export async function loadFakePaypal(visit: Visit): Promise<void> {
  await visit.answer('https://www.*paypal.com/*', (request) =>
    PAYPAL_SCRIPT.test(request.url()) ? { contentType: 'text/javascript', body: fakePaypalScript } : undefined,
  )
}

/** Opens the pricing page as a user on Free, who is about to pay for a year of Pro by PayPal's buttons. */
export async function openPayment(stage: Stage, options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ ...options, path: '/favicon.svg' })
  await loadFakePaypal(visit)
  await preparePayment(stage, visit)
  return visit
}

/** Prepares the payment in an existing visit. PayPal must not be contacted before the plan is chosen. */
export async function preparePayment(stage: Stage, visit: Visit): Promise<void> {
  const earlierRequests = paypalRequests(visit).length
  await scriptCall(visit, readPaymentSetup, () => SETUP)
  await scriptCall(visit, createPaymentOrder, () => ({ id: ORDER_ID }))
  await comeAs(stage, visit, exampleUser())
  await visit.button('Choose Pro').waitFor()
  expect(paypalRequests(visit)).toHaveLength(earlierRequests)
  await visit.button('Choose Pro').click()
  await visit.seeToast('Ready to Upgrade', 'Pro, $49.99 a year.')
  await area(visit).getByRole('button', { name: 'Pay with PayPal' }).waitFor()
}

/** The alert about a payment on the page. */
export const paymentAlert = (visit: Visit, text: string) =>
  visit.page.getByRole('main').getByRole('alert').filter({ hasText: text })

export async function approve(visit: Visit, button = 'Pay with PayPal'): Promise<void> {
  await area(visit).getByRole('button', { name: button }).click()
  await sheet(visit).getByRole('button', { name: 'Approve' }).click()
}
