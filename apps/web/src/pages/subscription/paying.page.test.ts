import { readCurrentUser, type User } from '@kerf/contract/auth'
import { capturePaymentOrder, createPaymentOrder, reportPayment } from '@kerf/contract/payment'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { exampleUser } from '../../testing/examples/account-examples.ts'
import { approvePayment, ORDER_ID, openPayment, paymentAlert, paymentArea, paypalSheet } from '../../testing/payment.ts'
import { expectComplaint, heading, region, see, seeNo, seeToast } from '../../testing/screen.ts'
import { answerRequests, LostConnection, scriptCall } from '../../testing/scripted-server.ts'

describe('paying', () => {
  it.each(['Pay with PayPal', 'Debit or Credit Card'])(
    'by the button "%s" activates the plan, with no button active during the confirmation',
    async (payButton) => {
      await openPayment()
      const orders = scriptCall(createPaymentOrder, () => ({ id: ORDER_ID }))
      const captureAnswer = Promise.withResolvers<{ status: string }>()
      const captures = scriptCall(capturePaymentOrder, () => captureAnswer.promise)
      const reports = scriptCall(reportPayment, () => ({ subscription: 'pro-yearly' as const, expiresAt: null }))
      const proUser: User = exampleUser({ subscription: 'pro-yearly' })
      scriptCall(readCurrentUser, () => proUser)

      await approvePayment(payButton)
      await see(paymentArea.getByText('Confirming your payment', { exact: false }))
      await expect.element(paymentArea.getByRole('button', { name: payButton, includeHidden: true })).not.toBeVisible()
      await see(page.getByRole('button', { name: 'Cancel Selection', disabled: true }))
      captureAnswer.resolve({ status: 'COMPLETED' })
      await seeToast('Payment Successful!', 'Your Pro subscription has been activated.')
      await see(paymentAlert('Payment successful! Your subscription has been activated.'))
      await seeNo(paymentArea)
      await see(region('Pro').getByRole('button', { name: 'Current Plan' }))

      expect(orders.map(({ body }) => body)).toEqual([
        { amount: '49.99', currency: 'USD', intent: 'CAPTURE', planId: 'pro-yearly' },
      ])
      expect(captures.map(({ params }) => params.id)).toEqual([ORDER_ID])
      expect(reports.map(({ body }) => body)).toMatchObject([
        { orderId: ORDER_ID, planId: 'pro-yearly', userId: proUser.id, orderData: { orderId: ORDER_ID } },
      ])
    },
  )

  it('does not move a buyer who opened another page, and shows the result there', async () => {
    await openPayment()
    const captureAnswer = Promise.withResolvers<{ status: string }>()
    scriptCall(capturePaymentOrder, () => captureAnswer.promise)
    await approvePayment()
    await see(paymentArea.getByText('Confirming your payment', { exact: false }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await see(heading('Terms of Service'))
    captureAnswer.resolve({ status: 'DECLINED' })
    await seeToast('Payment Declined')
    expect(location.pathname).toBe('/terms')
  })

  it('grants nothing if it is cancelled', async () => {
    await openPayment()
    const captures = scriptCall(capturePaymentOrder, () => ({ status: 'COMPLETED' }))
    await paymentArea.getByRole('button', { name: 'Pay with PayPal' }).click()
    await paypalSheet.getByRole('button', { name: 'Cancel and return' }).click()
    await seeToast('Payment Cancelled', 'Your payment was cancelled. No charges were made.')
    await seeNo(paymentArea)
    expect(captures).toEqual([])
  })

  it("grants nothing if PayPal's sheet fails", async () => {
    await openPayment()
    const captures = scriptCall(capturePaymentOrder, () => ({ status: 'COMPLETED' }))
    await paymentArea.getByRole('button', { name: 'Pay with PayPal' }).click()
    await paypalSheet.getByRole('button', { name: 'Break' }).click()
    await seeToast('Payment Failed', 'There was an error processing your payment. Please try again.')
    await seeNo(paymentArea)
    expect(captures).toEqual([])
  })

  it('grants nothing if the server refuses the order', async () => {
    await openPayment()
    scriptCall(createPaymentOrder, () => ({ refuse: 'payment_failed' }))
    expectComplaint(/402: .*payment_failed/)
    await paymentArea.getByRole('button', { name: 'Debit or Credit Card' }).click()
    await seeToast('Payment Failed', 'There was an error processing your payment. Please try again.')
    await seeNo(paymentArea)
  })

  // BillingPage.page.test.ts covers how a pending one continues.
  it.each([
    ['PENDING', 'Payment Pending', 'Once it does, your plan starts or is extended.'],
    ['DECLINED', 'Payment Declined', 'No charges were made.'],
  ])('grants nothing while it is %s', async (status, title, sentence) => {
    await openPayment()
    scriptCall(capturePaymentOrder, () => ({ status }))
    const reports = scriptCall(reportPayment, () => ({ subscription: 'free' as const, expiresAt: null }))
    await approvePayment()
    await seeToast(title)
    await seeNo(paymentArea)
    await see(paymentAlert(sentence))
    await see(region('Free').getByRole('button', { name: 'Current Plan' }))
    expect(reports).toEqual([])
  })

  // buying.journey.ts covers this with a server.
  it('is not needed by a user who has Lifetime by then', async () => {
    await openPayment()
    scriptCall(createPaymentOrder, () => ({ refuse: 'plan_owned' }))
    scriptCall(readCurrentUser, () => exampleUser({ subscription: 'lifetime' }))
    await paymentArea.getByRole('button', { name: 'Pay with PayPal' }).click()
    await seeToast('Nothing to Buy', 'This account already has a plan that never ends. There is nothing left to buy.')
    await seeNo(paymentArea)
    await see(page.getByRole('status').getByText('You have Lifetime Access. There is nothing left to buy.'))
  })

  it('is not reported as failed if its capture gets no answer', async () => {
    await openPayment()
    answerRequests(({ url }) => (url.pathname.endsWith('/capture') ? Promise.reject(new LostConnection()) : undefined))
    await approvePayment()
    await seeToast('Payment not confirmed')
    await see(paymentAlert('Check Billing before you try again').getByRole('link', { name: 'Billing' }))
    await seeNo(page.getByText('Payment Failed'))
  })
})
