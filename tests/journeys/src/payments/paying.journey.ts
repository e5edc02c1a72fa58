import { readCurrentUser, type User } from '@kerf/contract/auth'
import { capturePaymentOrder, createPaymentOrder, reportPayment } from '@kerf/contract/payment'
import { describe, expect } from 'vitest'
import { isAtLength, it } from '../harness/at-length.ts'
import {
  approve,
  area,
  ORDER_ID,
  openPayment,
  paymentAlert,
  plan,
  preparePayment,
  sheet,
} from '../harness/pricing-page.ts'
import { exampleUser, scriptCall } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

describe('paying', () => {
  it('by PayPal or by card activates the plan, with nothing to press while it is confirmed', async () => {
    const visit = await openPayment(stage)
    for (const button of ['Pay with PayPal', 'Debit or Credit Card']) {
      if (button !== 'Pay with PayPal') await preparePayment(stage, visit)
      const orders = await scriptCall(visit, createPaymentOrder, () => ({ id: ORDER_ID }))
      const captureAnswer = Promise.withResolvers<{ status: string }>()
      const captures = await scriptCall(visit, capturePaymentOrder, () => captureAnswer.promise)
      const reports = await scriptCall(visit, reportPayment, () => ({
        subscription: 'pro-yearly' as const,
        expiresAt: null,
      }))
      const proUser: User = exampleUser({ subscription: 'pro-yearly' })
      await scriptCall(visit, readCurrentUser, () => proUser)

      await approve(visit, button)
      // There is nothing to press while the payment is confirmed.
      await area(visit).getByText('Confirming your payment').waitFor()
      await area(visit).getByRole('button', { name: button }).waitFor({ state: 'hidden' })
      await visit.page.getByRole('button', { name: 'Cancel Selection', exact: true, disabled: true }).waitFor()
      captureAnswer.resolve({ status: 'COMPLETED' })
      await visit.seeToast('Payment Successful!', 'Your Pro subscription has been activated.')
      await paymentAlert(visit, 'Payment successful! Your subscription has been activated.').waitFor()
      await area(visit).waitFor({ state: 'detached' })
      await plan(visit, 'Pro').getByRole('button', { name: 'Current Plan' }).waitFor()

      expect(
        orders.map(({ body }) => body),
        button,
      ).toEqual([{ amount: '49.99', currency: 'USD', intent: 'CAPTURE', planId: 'pro-yearly' }])
      expect(
        captures.map(({ params }) => params.id),
        button,
      ).toEqual([ORDER_ID])
      expect(
        reports.map(({ body }) => body),
        button,
      ).toMatchObject([
        { orderId: ORDER_ID, planId: 'pro-yearly', userId: proUser.id, orderData: { orderId: ORDER_ID } },
      ])
    }
  })

  it('leaves somebody where they have gone while it was confirmed, and says there how it ended', async () => {
    const visit = await openPayment(stage)
    await scriptCall(visit, createPaymentOrder, () => ({ id: ORDER_ID }))
    const captureAnswer = Promise.withResolvers<{ status: string }>()
    await scriptCall(visit, capturePaymentOrder, () => captureAnswer.promise)
    await approve(visit)
    await area(visit).getByText('Confirming your payment').waitFor()
    await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click()
    await visit.page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    captureAnswer.resolve({ status: 'DECLINED' })
    await visit.seeToast('Payment Declined')
    expect(visit.path).toBe('/terms')
  })

  it('grants nothing and shows why if it is cancelled, is declined or got no answer, or fails in another way', async () => {
    const visit = await openPayment(stage)
    const captures = await scriptCall(visit, capturePaymentOrder, () => ({ status: 'COMPLETED' }))
    await area(visit).getByRole('button', { name: 'Pay with PayPal' }).click()
    await sheet(visit).getByRole('button', { name: 'Cancel and return' }).click()
    await visit.seeToast('Payment Cancelled', 'Your payment was cancelled. No charges were made.')
    await area(visit).waitFor({ state: 'detached' })

    if (isAtLength) await failBeforeTheMoney(visit)
    expect(captures).toEqual([])

    // A pending or declined payment grants nothing either. billing-pages.journey.ts covers how a pending one continues.
    const pendingCase = ['PENDING', 'Payment Pending', 'Once it does, your plan starts or is extended.'] as const
    const declinedCase = ['DECLINED', 'Payment Declined', 'No charges were made.'] as const
    for (const [status, title, sentence] of isAtLength ? [pendingCase, declinedCase] : [declinedCase]) {
      await preparePayment(stage, visit)
      await scriptCall(visit, capturePaymentOrder, () => ({ status }))
      const reports = await scriptCall(visit, reportPayment, () => ({ subscription: 'free' as const, expiresAt: null }))
      await approve(visit)
      await visit.seeToast(title)
      await area(visit).waitFor({ state: 'detached' })
      await paymentAlert(visit, sentence).waitFor()
      await plan(visit, 'Free').getByRole('button', { name: 'Current Plan' }).waitFor()
      expect(reports, status).toEqual([])
    }

    if (isAtLength) await findNothingToBuy(visit)

    // A payment whose capture got no answer is not reported as failed.
    await preparePayment(stage, visit)
    await visit.answer('*/paypal/order/*/capture', () => ({ fails: 'Failed' }))
    visit.expectComplaint(/ERR_FAILED.*capture/)
    await approve(visit)
    await visit.seeToast('Payment not confirmed')
    await paymentAlert(visit, 'Check Billing before you try again').getByRole('link', { name: 'Billing' }).waitFor()
    expect(await visit.page.getByText('Payment Failed').count()).toBe(0)
  })
})

/** Lets PayPal's sheet break, and then lets the server refuse the order. */
async function failBeforeTheMoney(visit: Visit): Promise<void> {
  await preparePayment(stage, visit)
  await area(visit).getByRole('button', { name: 'Pay with PayPal' }).click()
  await sheet(visit).getByRole('button', { name: 'Break' }).click()
  await visit.seeToast('Payment Failed', 'There was an error processing your payment. Please try again.')
  await area(visit).waitFor({ state: 'detached' })

  await preparePayment(stage, visit)
  await scriptCall(visit, createPaymentOrder, () => ({ refuse: 'payment_failed' }))
  visit.expectComplaint(/402.*(\/paypal\/order|payment_failed)/)
  await area(visit).getByRole('button', { name: 'Debit or Credit Card' }).click()
  await visit.seeToast('Payment Failed', 'There was an error processing your payment. Please try again.')
  await area(visit).waitFor({ state: 'detached' })
}

/** Expects that a user who has got Lifetime meanwhile needs no payment. buying.journey.ts covers this with a server. */
async function findNothingToBuy(visit: Visit): Promise<void> {
  await preparePayment(stage, visit)
  await scriptCall(visit, createPaymentOrder, () => ({ refuse: 'plan_owned' }))
  await scriptCall(visit, readCurrentUser, () => exampleUser({ subscription: 'lifetime' }))
  visit.expectComplaint(/409.*(\/paypal\/order|plan_owned)/)
  await area(visit).getByRole('button', { name: 'Pay with PayPal' }).click()
  await visit.seeToast(
    'Nothing to Buy',
    'This account already has a plan that never ends. There is nothing left to buy.',
  )
  await area(visit).waitFor({ state: 'detached' })
  await visit.page.getByRole('status').getByText('You have Lifetime Access. There is nothing left to buy.').waitFor()
}
