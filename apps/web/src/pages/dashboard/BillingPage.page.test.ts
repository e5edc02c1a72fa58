import { readCurrentUser } from '@kerf/contract/auth'
import { reportPayment } from '@kerf/contract/payment'
import * as userCalls from '@kerf/contract/user'
import { describe, expect, it, vi } from 'vitest'
import { open } from '../../testing/app.tsx'
import {
  DATE_IN_A_YEAR,
  EXAMPLE_PAYMENTS,
  exampleUser,
  PARTLY_REFUNDED_PAYMENT,
  PENDING_PAYMENT,
} from '../../testing/examples/account-examples.ts'
import {
  button,
  fact,
  heading,
  mainLink,
  region,
  see,
  seeFocusAround,
  seePath,
  seeText,
  seeToast,
  seeVisibleText,
  visibleTextOf,
} from '../../testing/screen.ts'
import { scriptAccount, scriptCall } from '../../testing/scripted-server.ts'

const receipts = region('Receipts')

describe('billing', () => {
  it('shows the plan, the next one, and every receipt, each with a page to print', async () => {
    scriptAccount({
      user: { subscription: 'pro-yearly', subscriptionExpiresAt: '2027-03-12T10:00:00.000Z' },
      payments: [PARTLY_REFUNDED_PAYMENT, ...EXAMPLE_PAYMENTS],
    })
    await open('/dashboard/billing')
    await see(heading('Billing'))
    await seeText(/^Expires 12 Mar 2027, in \d+ /, region('Your plan'))
    await seeText(
      /^Pro ends on 12 March 2027\. After that you are on Free\. It does not renew automatically\./,
      region('What comes next'),
    )
    await expect.element(mainLink('Extend by a month')).toHaveAttribute('href', '/subscription?plan=pro-monthly')
    await expect.element(mainLink('Extend by a year')).toHaveAttribute('href', '/subscription?plan=pro-yearly')
    const payments = () =>
      receipts
        .getByRole('listitem')
        .elements()
        .map((item) => [...item.querySelectorAll<HTMLElement>('dd, p')].map(({ innerText }) => innerText.trim()))
    await expect.poll(payments).toEqual([
      ['13 Mar 2026', 'Pro, yearly', '$49.99\n$10.00 refunded', 'PARTLY REFUNDED', 'KERF-2026-000043'],
      ['12 Mar 2026', 'Pro, yearly', '$49.99', 'PAID', 'KERF-2026-000042'],
      ['11 Feb 2026', 'Pro, monthly', '$4.99', 'REFUNDED', 'KERF-2026-000041'],
      ['10 Feb 2026', 'Pro, monthly', '$4.99', 'DECLINED', 'Order 5RF30982XD671235M', 'No charges were made.'],
    ])

    await mainLink('Open receipt KERF-2026-000043').click()
    await see(heading('Receipt KERF-2026-000043'))
    await seeVisibleText(fact('Seller'), `Kerf, ${location.host}`)
    expect(visibleTextOf(fact('Buyer'))).toBe('Anna Example\nanna@example.org')
    expect(visibleTextOf(fact('Paid on'))).toBe('13 March 2026')
    expect(visibleTextOf(fact('Plan'))).toBe('Pro')
    expect(visibleTextOf(fact('Period'))).toBe('One year')
    expect(visibleTextOf(fact('Runs until'))).toBe('12 March 2028')
    await seeText(/^Extends your Pro from 12 March 2027\. Paid once/)
    expect(visibleTextOf(fact('Order at PayPal'))).toBe(PARTLY_REFUNDED_PAYMENT.id)
    expect(visibleTextOf(fact('Amount'))).toBe('USD\u00a049.99')
    expect(visibleTextOf(fact('Remains'))).toBe('USD\u00a039.99')
    const print = vi.spyOn(window, 'print').mockReturnValue()
    await button('Print').click()
    expect(print).toHaveBeenCalledOnce()
  })

  it.each([
    ['nobodys', 'This receipt does not exist.'],
    ['5RF30982XD671235M', 'There is no receipt for this order.'],
  ])('shows for the receipt %s: %s', async (id, sentence) => {
    scriptAccount()
    await open(`/dashboard/billing/${id}`)
    await seeText(sentence)
    await mainLink('All receipts').click()
    await mainLink('See all plans').click()
    await seePath('/subscription')
  })

  it('shows why it could not load, and what Lifetime is', async () => {
    scriptAccount({ user: { subscription: 'lifetime' }, payments: { refuse: 'busy' } })
    await open('/dashboard/billing')
    await see(receipts.getByText('This server is busy. Please try again in a moment.'))
    await seeText('Lifetime Access includes everything and never ends. There is nothing left to buy.')
  })

  it('shows that it is loading, and that it is empty', async () => {
    const answer = Promise.withResolvers<{ payments: userCalls.Payment[] }>()
    scriptAccount()
    scriptCall(userCalls.listPayments, () => answer.promise)
    await open('/dashboard/billing')
    await see(receipts.getByRole('status', { name: 'Loading' }))
    answer.resolve({ payments: [] })
    await see(receipts.getByText('No receipts yet.'))
  })

  it('can check a pending payment again', async () => {
    scriptAccount({ payments: [PENDING_PAYMENT] })
    await open('/dashboard/billing')
    await see(receipts.getByText('PENDING'))
    await see(receipts.getByText(/You do not need to pay again\.$/))
    const reports = scriptCall(reportPayment, (_call, callNumber) =>
      callNumber === 1
        ? { refuse: 'payment_pending' }
        : { subscription: 'pro-yearly' as const, expiresAt: DATE_IN_A_YEAR },
    )
    await button('Check again: order 9PEND').click()
    await seeToast('Payment Pending')
    const paidPlan = { subscription: 'pro-yearly', subscriptionExpiresAt: DATE_IN_A_YEAR } as const
    scriptCall(readCurrentUser, () => exampleUser(paidPlan))
    scriptCall(userCalls.readSubscription, () => ({ subscription: 'pro-yearly' as const, expiresAt: DATE_IN_A_YEAR }))
    scriptCall(userCalls.listPayments, () => ({ payments: [{ ...PARTLY_REFUNDED_PAYMENT, id: PENDING_PAYMENT.id }] }))
    await button('Check again: order 9PEND').click()
    await seeToast('Payment Successful!', 'Payment successful! Your subscription has been activated.')
    const receiptLink = mainLink('Open receipt KERF-2026-000043')
    await see(receiptLink)
    // The button has disappeared; the focus stays at its payment.
    await seeFocusAround(receiptLink)
    await see(region('Your plan').getByText('Pro'))
    expect(reports.map(({ body }) => body)).toMatchObject([
      { orderId: '9PEND', planId: 'pro-yearly', userId: exampleUser().id },
      { orderId: '9PEND', planId: 'pro-yearly', userId: exampleUser().id },
    ])
  })

  it('falls back to Free when the plan ends while the page is open', async () => {
    const noon = Date.UTC(2026, 10, 20, 12)
    vi.useFakeTimers({ shouldAdvanceTime: true, now: noon })
    const endsAt = new Date(noon + 3_600_000).toISOString()
    scriptAccount({ user: { subscription: 'pro-monthly', subscriptionExpiresAt: endsAt } })
    await open('/dashboard/billing')
    await see(region('Your plan').getByText('Pro'))
    scriptCall(readCurrentUser, () => exampleUser())
    scriptCall(userCalls.readSubscription, () => ({ subscription: 'free' as const, expiresAt: null }))
    await vi.advanceTimersByTimeAsync(3_600_000 + 1000)
    await see(region('Your plan').getByText('Free'))
    await seeText('Free costs nothing and never ends.')
  })
})
