import { readCurrentUser } from '@kerf/contract/auth'
import { reportPayment } from '@kerf/contract/payment'
import * as userCalls from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import {
  arriveAtOwn,
  fact,
  heading,
  IN_A_YEAR,
  link,
  open,
  PARTLY_REFUNDED,
  PENDING,
} from '../harness/servers/own-pages.ts'
import { type AccountScript, EXAMPLE_PAYMENTS, scriptAccount } from '../harness/servers/script-account.ts'
import { exampleUser, scriptCall } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

const arrive = (path: string, script: AccountScript = {}) => arriveAtOwn(stage, path, script)

describe('billing', () => {
  it('shows the plan, the next one, and every receipt, each with a page to print', async () => {
    const visit = await arrive('/dashboard/billing', {
      user: { subscription: 'pro-yearly', subscriptionExpiresAt: '2027-03-12T10:00:00.000Z' },
      payments: [PARTLY_REFUNDED, ...EXAMPLE_PAYMENTS],
    })
    await heading(visit, 'Billing').waitFor()
    await visit.seeText(/^Expires 12 Mar 2027, in \d+ /, visit.region('Your plan'))
    await visit.seeText(
      /^Pro ends on 12 March 2027\. After that you are on Free\. It does not renew automatically\./,
      visit.region('What comes next'),
    )
    expect(await link(visit, 'Extend by a month').getAttribute('href')).toBe('/subscription?plan=pro-monthly')
    expect(await link(visit, 'Extend by a year').getAttribute('href')).toBe('/subscription?plan=pro-yearly')
    const receipts = visit.region('Receipts').getByRole('listitem')
    const payments = () =>
      receipts.evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('dd, p')].map((entry) => (entry as HTMLElement).innerText.trim())),
      )
    await expect.poll(payments, PATIENTLY).toEqual([
      ['13 Mar 2026', 'Pro, yearly', '$49.99\n$10.00 refunded', 'PARTLY REFUNDED', 'KERF-2026-000043'],
      ['12 Mar 2026', 'Pro, yearly', '$49.99', 'PAID', 'KERF-2026-000042'],
      ['11 Feb 2026', 'Pro, monthly', '$4.99', 'REFUNDED', 'KERF-2026-000041'],
      ['10 Feb 2026', 'Pro, monthly', '$4.99', 'DECLINED', 'Order 5RF30982XD671235M', 'No charges were made.'],
    ])

    await link(visit, 'Open receipt KERF-2026-000043').click()
    await heading(visit, 'Receipt KERF-2026-000043').waitFor()
    expect(await fact(visit, 'Seller').innerText()).toBe(`Kerf, ${new URL(stage.kerf.url).host}`)
    expect(await fact(visit, 'Buyer').innerText()).toBe('Anna Example\nanna@example.org')
    expect(await fact(visit, 'Paid on').innerText()).toBe('13 March 2026')
    expect(await fact(visit, 'Plan').innerText()).toBe('Pro')
    expect(await fact(visit, 'Period').innerText()).toBe('One year')
    expect(await fact(visit, 'Runs until').innerText()).toBe('12 March 2028')
    await visit.seeText(/^Extends your Pro from 12 March 2027\. Paid once/)
    expect(await fact(visit, 'Order at PayPal').innerText()).toBe(PARTLY_REFUNDED.id)
    expect(await fact(visit, 'Amount').innerText()).toBe('USD\u00a049.99')
    expect(await fact(visit, 'Remains').innerText()).toBe('USD\u00a039.99')
    await visit.page.evaluate('window.print = () => { document.title = "printed" }')
    await visit.button('Print').click()
    await expect.poll(() => visit.page.title(), PATIENTLY).toBe('printed')
    // The dark theme is on, because paper must be white all the same.
    await visit.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const landmark of ['banner', 'contentinfo'] as const)
      expect(await visit.page.getByRole(landmark).isVisible()).toBe(false)
    expect(await visit.button('Print').isVisible()).toBe(false)
    const colours = await visit.page
      .getByRole('article')
      .evaluate((sheet) => [getComputedStyle(sheet).color, getComputedStyle(sheet).backgroundColor])
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    const pdf = (await visit.page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)

    await visit.page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    for (const [id, sentence] of [
      ['nobodys', 'This receipt does not exist.'],
      ['5RF30982XD671235M', 'There is no receipt for this order.'],
    ] as const) {
      await open(visit, `/dashboard/billing/${id}`)
      await visit.page.getByText(sentence).waitFor()
    }
    await link(visit, 'All receipts').click()
    await link(visit, 'See all plans').click()
    await expect.poll(() => visit.path, PATIENTLY).toBe('/subscription')
  })

  it('shows why it could not load, or that it is empty, and can check a pending payment again', async () => {
    const visit = await arrive('/dashboard/billing', {
      user: { subscription: 'lifetime' },
      payments: { refuse: 'busy' },
    })
    visit.expectComplaint(/503.*\/api\/user\/payments/)
    const receipts = visit.region('Receipts')
    await receipts.getByText('This server is busy. Please try again in a moment.').waitFor()
    await visit.seeText('Lifetime Access includes everything and never ends. There is nothing left to buy.')
    const answer = Promise.withResolvers<{ payments: userCalls.Payment[] }>()
    await scriptAccount(visit)
    await scriptCall(visit, userCalls.listPayments, () => answer.promise)
    await open(visit, '/dashboard/billing')
    await receipts.getByRole('status', { name: 'Loading' }).waitFor()
    answer.resolve({ payments: [] })
    await receipts.getByText('No receipts yet.').waitFor()

    await scriptCall(visit, userCalls.listPayments, () => ({ payments: [PENDING] }))
    await open(visit, '/dashboard/billing')
    await receipts.getByText('PENDING').waitFor()
    await receipts.getByText(/You do not need to pay again\.$/).waitFor()
    const reports = await scriptCall(visit, reportPayment, (_call, nth) =>
      nth === 1 ? { refuse: 'payment_pending' } : { subscription: 'pro-yearly' as const, expiresAt: IN_A_YEAR },
    )
    visit.expectComplaint(/402.*\/api\/payment\/success/)
    await visit.button('Check again: order 9PEND').click()
    await visit.seeToast('Payment Pending')
    const paidPlan = { subscription: 'pro-yearly', subscriptionExpiresAt: IN_A_YEAR } as const
    await scriptCall(visit, readCurrentUser, () => exampleUser(paidPlan))
    await scriptCall(visit, userCalls.readSubscription, () => ({
      subscription: 'pro-yearly' as const,
      expiresAt: IN_A_YEAR,
    }))
    await scriptCall(visit, userCalls.listPayments, () => ({ payments: [{ ...PARTLY_REFUNDED, id: PENDING.id }] }))
    await visit.button('Check again: order 9PEND').click()
    await visit.seeToast('Payment Successful!', 'Payment successful! Your subscription has been activated.')
    await link(visit, 'Open receipt KERF-2026-000043').waitFor()
    // The button has disappeared; the focus stays at its payment.
    await visit.page.locator(':focus').getByRole('link', { name: 'Open receipt KERF-2026-000043' }).waitFor()
    await visit.region('Your plan').getByText('Pro', { exact: true }).waitFor()
    expect(reports.map(({ body }) => body)).toMatchObject([
      { orderId: '9PEND', planId: 'pro-yearly', userId: exampleUser().id },
      { orderId: '9PEND', planId: 'pro-yearly', userId: exampleUser().id },
    ])
  })

  it('falls back to Free when the plan ends while the page is open', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const noon = Date.UTC(2026, 10, 20, 12)
    await visit.page.clock.install({ time: noon })
    const endsAt = new Date(noon + 3_600_000).toISOString()
    await scriptAccount(visit, { user: { subscription: 'pro-monthly', subscriptionExpiresAt: endsAt } })
    await open(visit, '/dashboard/billing')
    await visit.region('Your plan').getByText('Pro', { exact: true }).waitFor()
    await scriptCall(visit, readCurrentUser, () => exampleUser())
    await scriptCall(visit, userCalls.readSubscription, () => ({ subscription: 'free' as const, expiresAt: null }))
    await visit.page.clock.fastForward(3_600_000 + 1000)
    await visit.region('Your plan').getByText('Free', { exact: true }).waitFor()
    await visit.seeText('Free costs nothing and never ends.')
  })
})
